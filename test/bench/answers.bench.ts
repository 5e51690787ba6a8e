/**
 * Whether answers know what they do not know: `npm run bench:answers -- ../shared/corpus/astro-docs`. Asks questions that the
 * documentation answers and questions that it does not, and prints by language and class how many are answered, answered as
 * uncertain, and refused. Hard questions ask for what nearly exists: invented names, features of other products, wrong combinations; a
 * mark of uncertainty is enough there; and whether follow-ups are told from new topics. Blind questions were written before any result was seen, and nothing is tuned on them. Without a folder,
 * only those about the product's own documentation are asked. Indexes are kept between runs in `.docs-assistant/bench-answers`.
 *
 * Four ways of finding: with the English model, with an endpoint whose cosines are on another scale, by words alone, and in a page
 * over the files of `docs-assistant build`, whose word vectors are distilled from the English model.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import type { Certainty } from '../../src/engine/ranking/certainty.ts';
import { lookUp, retrieveSections } from '../../src/engine/answer/look-up.ts';
import { judgeHits } from '../../src/engine/answer/relevance.ts';
import type { AnswerSearch } from '../../src/engine/answer/answer-search.ts';
import {
  defaultEmbeddingModel,
  openEmbedder,
  type EmbeddingModelOptions,
} from '../../src/service/models/open-embedder.ts';
import { MODEL, openEngine } from '../service/docs-folder.ts';
import { openStaticIndex } from './open-static-index.ts';

interface QuestionSet {
  docs: 'product' | 'astro';
  language: string;
  class: string;
  use: 'blind' | 'tuned';
  /** The question before, of follow-ups and new topics. */
  after?: string;
  questions: string[];
}

interface RetrievalSet {
  name: string;
  filter: { language: string };
  questions: { question: string }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.docs-assistant/bench-answers' },
    model: { type: 'string', multiple: true, default: ['english', 'endpoint', 'words', 'static'] },
    use: { type: 'string', multiple: true, default: ['tuned', 'blind'] },
    /** File for the evidence of each question, as JSON. */
    dump: { type: 'string' },
    wrong: { type: 'boolean', default: false },
  },
});
const folders = {
  product: fileURLToPath(new URL('../../demo/docs/v2', import.meta.url)),
  astro: positionals[0],
};
const PAGE_SIZE = 5;
/** Component that all vectors of the endpoint have in common: two unrelated texts then have a cosine of about 0.7. */
const COMMON_COMPONENT = 1.5;

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
const sets = [
  ...read<QuestionSet[]>('answer-questions.json'),
  ...read<RetrievalSet[]>('retrieval-questions.json').map((set): QuestionSet => ({
    docs: 'astro',
    language: set.filter.language,
    class: 'paraphrased',
    use: /blind|held out/.test(set.name) ? 'blind' : 'tuned',
    questions: set.questions.map(({ question }) => question),
  })),
].filter((set) => values.use.includes(set.use) && folders[set.docs] !== undefined);
const dumped: object[] = [];

for (const name of values.model) {
  const topics: string[] = [];
  const counts = new Map<string, { use: string; asked: number } & Record<Certainty, number>>();
  for (const docs of ['product', 'astro'] as const) {
    const dir = folders[docs];
    if (dir === undefined) continue;
    await using engine = await openSearch(name, dir, join(values.data, `${docs}-${name}`));
    for (const set of sets.filter((one) => one.docs === docs)) {
      if (set.after !== undefined) {
        topics.push(`${set.use} ${set.class}, ${set.language}: ${await countRight(engine, set, set.after)}`);
        continue;
      }
      for (const question of set.questions) {
        const certainty = await ask(engine, name, set, question);
        for (const key of [`${set.class}, ${set.language}`, `all ${expected(set)}`]) {
          const row = `${set.use} ${key}`;
          const count = counts.get(row) ?? { use: set.use, asked: 0, high: 0, low: 0, none: 0 };
          count.asked++;
          count[certainty]++;
          counts.set(row, count);
        }
        const isWrong =
          expected(set) === 'hard unanswerable'
            ? certainty === 'high'
            : (expected(set) === 'unanswerable') !== (certainty === 'none');
        if (values.wrong && isWrong && set.use === 'tuned') console.log(`  ${certainty}: ${question}`);
      }
    }
  }
  console.log(`\n${name}\n${''.padEnd(56)}  asked  answered  uncertain  refused`);
  for (const [row, { asked, high, low, none }] of [...counts].toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const percent = (count: number) => `${((100 * count) / asked).toFixed(1)} %`;
    console.log(
      `${row.padEnd(56)} ${String(asked).padStart(6)} ${percent(high).padStart(9)} ${percent(low).padStart(10)} ${percent(none).padStart(8)}`,
    );
  }
  for (const line of topics) console.log(line);
}
if (values.dump !== undefined) writeFileSync(values.dump, JSON.stringify(dumped));

/** Count the follow-ups that are looked up with the question before, or the new topics that are looked up alone. */
async function countRight(engine: AnswerSearch, set: QuestionSet, after: string): Promise<string> {
  let right = 0;
  for (const text of set.questions) {
    const filter = { language: set.language };
    const { query } = await lookUp(engine, { text, filter, pageSize: PAGE_SIZE }, [after]);
    if (query.startsWith(after) === (set.class === 'follow-up')) right++;
    else if (values.wrong) console.log(`  wrong: ${text}`);
  }
  return `${right} of ${set.questions.length} looked up as meant`;
}

function expected(set: QuestionSet): 'answerable' | 'unanswerable' | 'hard unanswerable' {
  if (set.class.startsWith('hard')) return 'hard unanswerable';
  return set.class.includes('unanswerable') ? 'unanswerable' : 'answerable';
}

async function ask(
  engine: AnswerSearch,
  model: string,
  set: QuestionSet,
  question: string,
): Promise<Certainty> {
  const filter = { language: set.language };
  const hits = await retrieveSections(engine, question, { filter, pageSize: PAGE_SIZE });
  const evidence = hits.map((hit) => hit.evidence!);
  if (values.dump !== undefined)
    dumped.push({
      ...set,
      questions: undefined,
      model,
      question,
      isAnswerable: expected(set) === 'answerable',
      evidence,
    });
  return judgeHits(hits).certainty;
}

async function openSearch(
  name: string,
  dir: string,
  dataDir: string,
): Promise<AnswerSearch & AsyncDisposable> {
  const model = await openNamedModel(name);
  if (name === 'static') return openStaticIndex({ dir, dataDir, model });
  const engine = await openEngine({ dir, dataDir, model });
  await engine.reindex();
  return engine;
}

async function openNamedModel(name: string): Promise<EmbeddingModelOptions | null> {
  if (name === 'words') return null;
  const local = defaultEmbeddingModel(null) ?? { folder: MODEL };
  if (name !== 'endpoint') return local;
  const embedder = await openEmbedder(local);
  return {
    url: 'http://127.0.0.1:9/v1',
    name: 'shifted',
    async fetch(_address, request) {
      const { input } = JSON.parse(request!.body as string) as { input: string[] };
      const data = await Promise.all(
        input.map(async (text, index) => {
          const [vector] = await embedder.embedQueries([text]);
          return { object: 'embedding', index, embedding: [COMMON_COMPONENT, ...vector!] };
        }),
      );
      return Response.json({
        object: 'list',
        data,
        model: 'shifted',
        usage: { prompt_tokens: 0, total_tokens: 0 },
      });
    },
  };
}
