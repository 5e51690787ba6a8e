import { join } from 'node:path';
import { createFolder } from '../service/storage/create-folder.ts';
import { isFunctionWord } from '../engine/language/function-words.ts';
import type { IndexScope } from '../engine/sections/index-facts.ts';
import type { Embedder } from '../service/models/embedder.ts';
import { VectorStore } from '../service/storage/vector-store.ts';
import { toInt4 } from '../static-index/format/int4.ts';
import type { Lexicon } from '../static-index/format/lexicon-file.ts';
import { encodeMeaning, type VectorCell } from '../static-index/format/meaning-file.ts';
import type { WordsFile } from '../static-index/format/part-core.ts';
import { encodeVectors } from '../static-index/format/vectors-file.ts';
import { encodeWordVectors, type WordVectors } from '../static-index/format/word-vectors-file.ts';
import { rowOf, type DenseMatrix } from './distil/dense-matrix.ts';
import { distilPart, MIN_SECTIONS, type DistilledPart } from './distil/distil-part.ts';
import { EmbeddingFailure, TextVectors } from './distil/embed-texts.ts';
import { divideIntoCells } from './distil/vector-cells.ts';
import type { IndexFolder } from './index-folder.ts';
import { PartWords } from './part-words.ts';
import type { PartContent, WriteMeaning } from './write-part.ts';

/** File of the vectors of texts, for the next build. */
const STORE_FILE = 'texts.sqlite';
/** Words whose vectors every page has, because most questions have some of them: function words and those of most sections. About 15 kB. */
const COMMON_WORDS = 256;
/** Words of a file: some 2 kB packed. */
const WORDS_PER_FILE = 32;
/** Scales of words are kept as integers: the largest one is this. */
const MAX_SCALE = 0xffff;

/** Options of {@link openMeaningWriter}. */
export interface MeaningWriterOptions {
  /** The model that the sections were embedded with. */
  embedder: Embedder;
  /** Folder for the vectors of texts, which exists. */
  workDir: string;
  signal: AbortSignal;
  /** Called with the number of texts of a part that the model has read. */
  onProgress?: ((done: number) => void) | undefined;
  /** Called for each part without search by meaning, with the reason. */
  onWordsOnly?: ((scope: IndexScope, reason: string) => void) | undefined;
}

/** Writes the files for search by meaning of all parts of an index. */
export interface MeaningWriter extends Disposable {
  write: WriteMeaning;
  /** Forget what this build had no use for. Called when all parts are written. */
  finish(): void;
}

/** Open what writes the files for search by meaning. */
export function openMeaningWriter({
  embedder,
  workDir,
  signal,
  onProgress = () => {},
  onWordsOnly = () => {},
}: MeaningWriterOptions): MeaningWriter {
  createFolder(workDir);
  const store = VectorStore.open(join(workDir, STORE_FILE), `query:${embedder.space}`);
  const vectors = new TextVectors(embedder, store);
  return {
    async write(part, folder) {
      const withoutMeaning = (reason: string): null => {
        onWordsOnly(part.scope, reason);
        return null;
      };
      if (!isRead(part, embedder)) return withoutMeaning(`${embedder.name} reads English only`);
      const sections = [...part.sections()];
      if (sections.length < MIN_SECTIONS) return withoutMeaning('it has too few sections');
      if (sections.some((section) => section.vectors.length === 0)) {
        return withoutMeaning('sections could not be embedded');
      }
      const words = new PartWords();
      for (const section of sections) words.add(section);
      const lexicon = words.lexicon();
      try {
        const distilled = await distilPart(sections, lexicon, (texts) =>
          vectors.embed(texts, { onProgress, signal }),
        );
        return await writeFiles(lexicon, distilled, { language: part.scope.language, folder });
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof EmbeddingFailure)) throw error;
        return withoutMeaning(error.message);
      }
    },
    finish: () => vectors.forgetOthers(),
    [Symbol.dispose]: () => store.close(),
  };
}

/** Return whether the model was trained on the language of a part. */
function isRead(
  { scope: { language } }: Pick<PartContent, 'scope'>,
  { isEnglishOnly }: Pick<Embedder, 'isEnglishOnly'>,
): boolean {
  return !isEnglishOnly || language === null || /^en\b/i.test(language);
}

async function writeFiles(
  lexicon: Lexicon,
  { sections, words, calibration }: DistilledPart,
  { language, folder }: { language: string | null; folder: Pick<IndexFolder, 'put'> },
): Promise<string> {
  const cells = await writeCells(sections, folder);
  const { common, files } = await writeWordVectors(lexicon, words, { language, folder });
  return folder.put(
    'meaning',
    encodeMeaning({ dimensions: sections.columns, calibration, cells, common, words: files }),
  );
}

async function writeCells(vectors: DenseMatrix, folder: Pick<IndexFolder, 'put'>): Promise<VectorCell[]> {
  const cells: VectorCell[] = [];
  for (const { centre, rows } of divideIntoCells(vectors)) {
    const bytes = new Uint8Array((rows.length * vectors.columns) / 2);
    for (const [at, row] of rows.entries()) {
      bytes.set(toInt4(rowOf(vectors, row)).bytes, (at * vectors.columns) / 2);
    }
    const file = await folder.put(
      'vectors',
      encodeVectors({ sections: Uint32Array.from(rows), dimensions: vectors.columns, bytes }),
    );
    cells.push({ count: rows.length, centre: toInt4(centre).bytes, file });
  }
  return cells;
}

async function writeWordVectors(
  { words, counts }: Lexicon,
  vectors: DenseMatrix,
  { language, folder }: { language: string | null; folder: Pick<IndexFolder, 'put'> },
): Promise<{ common: WordVectors; files: WordsFile[] }> {
  const rounded = words.map((_, row) => toInt4(rowOf(vectors, row)));
  const largest = rounded.reduce((most, { scale }) => Math.max(most, scale), 0) || 1;
  const vectorsOf = (rows: readonly number[]): WordVectors => {
    const bytes = new Uint8Array((rows.length * vectors.columns) / 2);
    for (const [at, row] of rows.entries()) bytes.set(rounded[row]!.bytes, (at * vectors.columns) / 2);
    return {
      words: rows.map((row) => words[row]!),
      scales: Uint16Array.from(rows, (row) => Math.round((rounded[row]!.scale / largest) * MAX_SCALE)),
      bytes,
    };
  };
  const rows = Array.from(words, (_, row) => row);
  const isFunction = words.map((word) => isFunctionWord(word, language ?? undefined));
  const byUse = rows.toSorted(
    (a, b) => Number(isFunction[b]) - Number(isFunction[a]) || counts[b]! - counts[a]! || a - b,
  );
  const common = new Set(byUse.slice(0, COMMON_WORDS));
  const others = rows.filter((row) => !common.has(row));
  const files: WordsFile[] = [];
  for (let from = 0; from < others.length; from += WORDS_PER_FILE) {
    const own = vectorsOf(others.slice(from, from + WORDS_PER_FILE));
    files.push({ first: own.words[0]!, file: await folder.put('wordvectors', encodeWordVectors(own)) });
  }
  return { common: vectorsOf(rows.filter((row) => common.has(row))), files };
}
