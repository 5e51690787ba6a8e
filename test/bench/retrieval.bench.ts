/**
 * How often the right page is found: `npm run bench:retrieval -- ../shared/corpus/astro-docs`. The questions are in other words
 * than the pages. Beside ranks, it counts how often the right page is in the prompt of a language model. Every set says whether ranking is tuned on it: what counts are the sets that it is not. `--use tuned` asks only
 * those that it is tuned on, to compare variants. The index is kept between runs in `.docs-assistant/bench`. `--engine LanceDB`
 * searches it with another engine.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { retrieveSections } from '../../src/engine/answer/look-up.ts';
import { chooseSections, CONTEXT_HITS } from '../../src/service/answer/choose-sections.ts';
import { MODEL_DEFAULTS } from '../../src/service/answer/model/model-options.ts';
import { countTokens, fitPrompt, writeSystemMessage } from '../../src/service/answer/model/prompt.ts';
import { defaultEmbeddingModel } from '../../src/service/models/open-embedder.ts';
import { MODEL, openEngine } from '../service/docs-folder.ts';
import { EMBEDDED, ENGINE_KINDS } from '../service/search/engines.ts';
import type { ProjectSearch } from '../../src/service/search/project-search.ts';
import type { SearchMode } from '../../src/engine/ranking/search-index.ts';

interface QuestionSet {
  name: string;
  /** How the questions came about, and whether ranking is tuned on them. */
  note: string;
  filter: { version: string; language: string };
  questions: { question: string; pages: string[] }[];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '.docs-assistant/bench' },
    engine: { type: 'string', default: EMBEDDED.name },
    misses: { type: 'boolean', default: false },
    use: { type: 'string', multiple: true, default: ['tuned', 'blind'] },
  },
});
const [dir] = positionals;
if (dir === undefined)
  throw new Error(
    'Usage: npm run bench:retrieval -- FOLDER [--data FOLDER] [--engine embedded|LanceDB] [--misses] [--use tuned]',
  );

const MODES: readonly SearchMode[] = ['keyword', 'vector', 'hybrid'];
const PAGES = 10;
const sets = JSON.parse(
  readFileSync(new URL('retrieval-questions.json', import.meta.url), 'utf8'),
) as QuestionSet[];

const kind = ENGINE_KINDS.find(({ name }) => name === values.engine);
if (kind === undefined) throw new Error(`There is no engine ${values.engine}`);
const model = defaultEmbeddingModel(null) ?? { folder: MODEL };
const engine = await openEngine({ dir, dataDir: values.data, model, kind });
await engine.reindex();
console.log(
  `${engine.progress.sections} sections, engine ${kind.name}, model ${engine.progress.model ?? engine.progress.modelNote}`,
);

for (const set of sets) {
  if (!values.use.includes(/blind|held out/.test(set.name) ? 'blind' : 'tuned')) continue;
  console.log(`\n${set.name}, ${set.questions.length} questions. ${set.note}`);
  console.log(`  ${''.padEnd(28)}   R@1   R@5  R@10   MRR`);
  for (const mode of MODES) {
    const ranks = await ranksOf(engine, set, mode);
    const within = (k: number) => (ranks.filter((rank) => rank <= k).length / ranks.length).toFixed(2);
    const reciprocal = ranks.reduce((sum, rank) => sum + 1 / rank, 0) / ranks.length;
    console.log(
      `  ${mode.padEnd(28)} ${within(1).padStart(5)} ${within(5).padStart(5)} ${within(10).padStart(5)} ${reciprocal.toFixed(3)}`,
    );
    if (values.misses && mode === 'hybrid') {
      for (const [at, rank] of ranks.entries()) {
        if (rank > 1)
          console.log(
            `    ${rank === Infinity ? 'missing' : `rank ${rank}`}: ${set.questions[at]!.question}`,
          );
      }
    }
  }
  await printContext(engine, set);
}
await engine[Symbol.asyncDispose]();

/** Print how often the right page is among five sections, and in the prompt of a language model. */
async function printContext(search: ProjectSearch, { filter, questions }: QuestionSet): Promise<void> {
  const instructions = writeSystemMessage(undefined, true);
  const counts = { five: 0, prompt: 0, sections: 0, pages: 0, tokens: 0 };
  for (const { question, pages } of questions) {
    const options = { filter, pageSize: 5, hits: CONTEXT_HITS };
    const hits = await retrieveSections(search, question, options);
    const { promptTokens } = MODEL_DEFAULTS;
    const parts = {
      question,
      history: [],
      facts: [],
      sections: await chooseSections(search, hits, { filter, promptTokens }),
    };
    const { sections } = fitPrompt(parts, promptTokens, instructions, true);
    const isRight = ({ path }: { path: string }) => pages.includes(path);
    counts.five += Number(hits.slice(0, 5).some(({ section }) => isRight(section)));
    counts.prompt += Number(sections.some(isRight));
    counts.sections += sections.length;
    counts.pages += new Set(sections.map(({ path }) => path)).size;
    counts.tokens += sections.reduce((sum, { content }) => sum + countTokens(content), 0);
  }
  const mean = (sum: number) => (sum / questions.length).toFixed(2);
  console.log(
    `  right page in five sections ${mean(counts.five)}, in the prompt ${mean(counts.prompt)}: ` +
      `${mean(counts.sections)} sections of ${mean(counts.pages)} pages, ${mean(counts.tokens)} tokens`,
  );
}

/** Rank of the right page of each question, a page counted at its best section; infinite beyond the tenth. */
async function ranksOf(
  search: ProjectSearch,
  { filter, questions }: QuestionSet,
  mode: SearchMode,
): Promise<number[]> {
  const ranks: number[] = [];
  for (const { question, pages } of questions) {
    const hits = await search.search({ query: question, filter, mode, pageSize: PAGES });
    const found = [...new Set(hits.map(({ section }) => section.path))];
    const rank = found.findIndex((path) => pages.includes(path)) + 1;
    ranks.push(rank === 0 ? Infinity : rank);
  }
  return ranks;
}
