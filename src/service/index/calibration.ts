import { DatabaseSync } from 'node:sqlite';
import type { Embedder } from '../models/embedder.ts';
import { FOREIGN_SCRIPT } from '../models/foreign-script.ts';
import type { Calibration } from '../../engine/sections/index-facts.ts';
import { nearestProduct, readVectors } from './vector-bytes.ts';

/** Headings per language. With 32, 64 and 128 of them, the same questions are answered (`npm run bench:answers`). */
const SAMPLE = 64;
/** Minimum number of headings that make a scale. */
const MIN_SAMPLE = 8;
/** Minimum range of a scale: with less, the model cannot tell headings apart. */
const MIN_RANGE = 0.05;

interface SampledSection {
  page: number;
  heading: string;
  vectors: Float32Array[];
}

/**
 * Measure how close a model finds what belongs together and what does not, with the headings of the documentation as questions
 * whose answer is known, and write it to the index. Models differ in this: for some, unrelated texts have a cosine of 0.1, for
 * others of 0.7, and for an English model all German is alike.
 *
 * @throws Error when the model fails
 */
export async function calibrate(target: string, embedder: Embedder, signal: AbortSignal): Promise<void> {
  const database = new DatabaseSync(target);
  try {
    const calibrations: Record<string, Calibration> = {};
    for (const [language, sections] of sampleSections(database, embedder)) {
      const texts = sections.map(({ heading }) => heading);
      const queries = await embedAll(texts, embedder, signal);
      const calibration = measure(sections, queries);
      if (calibration !== null) calibrations[language] = calibration;
    }
    database
      .prepare("INSERT OR REPLACE INTO meta VALUES ('calibrations', ?)")
      .run(JSON.stringify(calibrations));
  } finally {
    database.close();
  }
}

function sampleSections(database: DatabaseSync, { isEnglishOnly }: Embedder): Map<string, SampledSection[]> {
  const rows = database
    .prepare(
      `SELECT sections.id, page, headings, title, coalesce(language, '') AS language
       FROM sections JOIN pages ON pages.id = page JOIN vectors ON section = sections.id ORDER BY sections.id`,
    )
    .all()
    .map((row) => ({
      id: row['id'] as number,
      page: row['page'] as number,
      language: row['language'] as string,
      heading: (JSON.parse(row['headings'] as string) as string[]).at(-1) ?? (row['title'] as string),
    }))
    .filter(({ heading }) => heading !== '' && !(isEnglishOnly && FOREIGN_SCRIPT.test(heading)));
  const selectVectors = database.prepare('SELECT pieces, vectors FROM vectors WHERE section = ?');
  const samples = new Map<string, SampledSection[]>();
  for (const [language, all] of Map.groupBy(rows, (row) => row.language)) {
    if (all.length < MIN_SAMPLE) continue;
    const count = Math.min(SAMPLE, all.length);
    const spread = Array.from({ length: count }, (_, at) => all[Math.floor((at * all.length) / count)]!);
    samples.set(
      language,
      spread.map(({ id, page, heading }) => {
        const { pieces, vectors } = selectVectors.get(id)!;
        return { page, heading, vectors: readVectors(vectors as Uint8Array, pieces as number) };
      }),
    );
  }
  return samples;
}

async function embedAll(
  texts: readonly string[],
  embedder: Embedder,
  signal: AbortSignal,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += embedder.batchSize) {
    const batch = texts.slice(at, at + embedder.batchSize);
    vectors.push(...(await embedder.embedQueries(batch, { signal, isCalibration: true })));
  }
  return vectors;
}

function measure(sections: readonly SampledSection[], queries: readonly Float32Array[]): Calibration | null {
  const related = queries
    .map((query, at) => nearestProduct(query, sections[at]!.vectors))
    .toSorted((a, b) => a - b);
  const unrelated = queries.flatMap((query, at) =>
    sections
      .filter(({ page }) => page !== sections[at]!.page)
      .map(({ vectors }) => nearestProduct(query, vectors)),
  );
  const median = related[related.length >> 1]!;
  const mean = unrelated.reduce((sum, cosine) => sum + cosine, 0) / unrelated.length;
  return median - mean >= MIN_RANGE ? { related: median, unrelated: mean } : null;
}
