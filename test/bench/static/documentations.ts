import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A query, and the pages of which each is a right answer. */
export interface LabelledQuery {
  query: string;
  pages: readonly string[];
}

/** Queries that are counted together. */
export interface QuerySet {
  name: string;
  /** Whether ranking is tuned on them. */
  isTuned: boolean;
  queries: readonly LabelledQuery[];
}

/** A folder of documentation in one language, with what is asked of it. */
export interface Documentation {
  name: string;
  dir: string;
  language: string;
  sets: readonly QuerySet[];
}

interface RetrievalSet {
  name: string;
  filter: { version: string; language: string };
  questions: { question: string; pages: string[] }[];
}

const read = <T>(name: string): T => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8')) as T;
const retrieval = read<RetrievalSet[]>('../retrieval-questions.json');
const short = read<{ name: string; queries: LabelledQuery[] }>('../short-queries.json');
const other = read<{ docs: string; name: string; queries: LabelledQuery[] }[]>('other-questions.json');

/** Return the documentations: Astro's in a folder of the corpus, that of Fastify in its package, and our own. */
export function documentationsIn(corpus: string): Documentation[] {
  return [
    { ...astro(corpus, 'en'), sets: [...astro(corpus, 'en').sets, shortSet()] },
    astro(corpus, 'de'),
    astro(corpus, 'ja'),
    blind('fastify', join(fileURLToPath(import.meta.resolve('fastify')), '../docs')),
    blind('docs-assistant', fileURLToPath(new URL('../../../demo/docs/v2/en', import.meta.url))),
  ];
}

/** What is typed into the boxes. */
export interface TypedQueries {
  /** Queries that are each the first one of a visitor. */
  firsts: readonly string[];
  /** Ten that follow. */
  following: readonly string[];
}

/** Return short queries and questions by turns, from all over the blind sets. */
export function queriesToType({ sets }: Documentation): TypedQueries {
  const blind = sets.filter(({ isTuned }) => !isTuned);
  const pick = (count: number, offset: number) =>
    Array.from({ length: count }, (_, at) => {
      const { queries } = blind[at % blind.length]!;
      return queries[Math.floor(((at + offset) * queries.length) / (count + 1))]!.query;
    });
  return { firsts: pick(6, 0.5), following: pick(10, 0) };
}

function astro(corpus: string, language: string): Documentation {
  const sets = retrieval.filter(({ filter }) => filter.language === language);
  return {
    name: `astro-docs/v6/${language}`,
    dir: join(corpus, 'v6', language),
    language,
    sets: [true, false].map((isTuned) => ({
      name: `questions, ${isTuned ? 'tuned' : 'blind'}`,
      isTuned,
      queries: sets
        .filter(({ name }) => !/blind|held out/.test(name) === isTuned)
        .flatMap(({ questions }) => questions)
        .map(({ question, pages }) => ({ query: question, pages: pages.map(withoutScope) })),
    })),
  };
}

function shortSet(): QuerySet {
  const queries = short.queries.map(({ query, pages }) => ({ query, pages: pages.map(withoutScope) }));
  return { name: 'short queries, blind', isTuned: false, queries };
}

/** A page of the folder of one version and language. */
function withoutScope(page: string): string {
  return page.split('/').slice(2).join('/');
}

function blind(docs: string, dir: string): Documentation {
  return {
    name: docs,
    dir,
    language: 'en',
    sets: other
      .filter((set) => set.docs === docs)
      .map(({ name, queries }) => ({ name: name.slice(docs.length + 2), isTuned: false, queries })),
  };
}
