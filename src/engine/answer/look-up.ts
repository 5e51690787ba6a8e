import type { DocsFilter } from '../../protocol/api.ts';
import { detectLanguage } from '../language/detect-language.ts';
import type { AnswerSearch } from './answer-search.ts';
import type { SectionHit } from '../ranking/search-index.ts';
import { namesOf } from '../ranking/unknown-names.ts';
import { readPastedError } from './pasted-errors.ts';
import { judgeHits } from './relevance.ts';
import { identifierParts, wordsOf } from '../words/searchable-text.ts';
import { isFunctionWord } from '../language/function-words.ts';
import { pointingWords } from '../language/references.ts';
import { decodePath, pageKey } from '../sections/site-path.ts';

export interface RetrievalOptions {
  /** Path of the page that the question is asked on. */
  currentPath?: string | null | undefined;
  filter: DocsFilter | undefined;
  /** Number of hits that the reader is shown, and that tell whether there is an answer. */
  pageSize: number;
  /** Number of hits, where a language model reads more than the reader is shown. Default `pageSize`. */
  hits?: number;
}

/** What a question was looked up as, and what was found, best first. */
export interface LookUp {
  query: string;
  hits: SectionHit[];
  /**
   * Whether no earlier question can give a better result: this one refers to nothing, in a language whose references are known, and
   * the documentation answers it with certainty.
   */
  isClear: boolean;
}

/**
 * Look up a question without a language model. One that depends on an earlier question is looked up together with it; one that may
 * depend on it both ways, and the better result counts. Before the first question, there is the page that it is asked on. The last line
 * of a pasted error is looked up beside the whole.
 *
 * @param earlierQuestions oldest first
 */
export async function lookUp(
  search: Pick<AnswerSearch, 'search'>,
  asked: RetrievalOptions & { text: string },
  earlierQuestions: readonly string[],
): Promise<LookUp> {
  const pasted = readPastedError(asked.text);
  const question = { ...asked, text: pasted?.text ?? asked.text };
  const language = question.filter?.language;
  const judge = ({ hits }: LookUp) => judgeHits(hits.slice(0, question.pageSize));
  const find = async (query: string): Promise<LookUp> => {
    const queries = pasted === null ? [query] : [query, pasted.errorLine];
    const found = await Promise.all(queries.map((one) => retrieveSections(search, one, question)));
    return { query, hits: fuse(found), isClear: false };
  };
  const page = question.currentPath ? pageKey(decodePath(question.currentPath)) : '';
  const subject = pageSubject(page);
  const earlier = subject === '' ? earlierQuestions : [subject, ...earlierQuestions];
  const dependence = earlier.length === 0 ? 'independent' : dependenceOf(question.text, language);
  if (dependence === 'independent') {
    const alone = await find(question.text);
    const isClear = detectLanguage(question.text) !== undefined && judge(alone).certainty === 'high';
    return { ...alone, isClear };
  }
  const together = queryWithContext(question.text, earlier, language);
  if (dependence === 'dependent') {
    const found = await find(together);
    const isAboutPage = together.startsWith(`${subject}\n`);
    return isAboutPage && subject !== '' ? { ...found, hits: withPageFirst(found.hits, page) } : found;
  }
  const [withContext, alone] = await Promise.all([find(together), find(question.text)]);
  return judge(withContext).odds > judge(alone).odds ? withContext : alone;
}

/** Rank at which a hit counts half as much as the first: the usual constant of reciprocal rank fusion. */
const HALF_RANK = 60;

/** Join hits of several queries by their ranks. Of a section that several have found, the evidence of the better query counts. */
function fuse(lists: readonly SectionHit[][]): SectionHit[] {
  const [only = [], ...others] = lists;
  if (others.length === 0) return only;
  const found = new Map<string, { hit: SectionHit; odds: number; weight: number }>();
  for (const hits of lists)
    for (const [rank, hit] of hits.entries()) {
      const { path, anchor, content } = hit.section;
      const key = JSON.stringify([path, anchor, content]);
      const { odds } = judgeHits([hit]);
      const known = found.get(key);
      const best = known !== undefined && known.odds >= odds ? known : { hit, odds };
      found.set(key, { ...best, weight: (known?.weight ?? 0) + 1 / (HALF_RANK + rank) });
    }
  return [...found.values()]
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ hit }) => hit)
    .slice(0, Math.max(...lists.map(({ length }) => length)));
}

/** Return what a page is about, by the last name of its path: it has no other that is known without its index. */
function pageSubject(page: string): string {
  return (page.split('/').at(-1) ?? '')
    .split(/[-_.+~\s]+/)
    .join(' ')
    .trim();
}

/** Put the sections of a page first. Its site may be below a path that the index does not know. */
function withPageFirst(hits: SectionHit[], page: string): SectionHit[] {
  const isOfPage = ({ section }: SectionHit) =>
    `/${page}`.endsWith(`/${pageKey(decodePath(section.path))}`) && section.path !== '';
  return hits.toSorted((a, b) => Number(isOfPage(b)) - Number(isOfPage(a)));
}

/**
 * Whether a question can be looked up without the previous one: it can, it cannot, or its words leave both possible, as in "How do
 * I configure it for production?", which also is about production.
 */
export type Dependence = 'independent' | 'unclear' | 'dependent';

/** Words at the beginning of a question that are checked for references: a later pronoun refers to the question itself. */
const POINTING_RANGE = 6;
/** Content words up to which a question that points to the previous one says too little by itself. */
const FEW_CONTENT_WORDS = 1;
/** Content words up to which a question of nothing else may be a fragment: `pnpm`, `dark mode`. */
const FRAGMENT_WORDS = 2;
/** A Japanese or Chinese question that ends with its topic: `pnpmでは？`, `pnpm呢？`. */
const ENDS_WITH_TOPIC = /(?:は|なら|場合|呢)\s*[?？]?\s*$/u;

/**
 * Return whether a question depends on the previous one, by what is missing in it: it has no content word, or it points to
 * something that it does not name.
 *
 * @param pageLanguage language of the page that it was asked on
 */
export function dependenceOf(question: string, pageLanguage?: string): Dependence {
  const words = wordsOf(question);
  const language = detectLanguage(question, pageLanguage) ?? pageLanguage;
  const { references, leads } = pointingWords(language);
  const content = words.filter(
    (word) => !isFunctionWord(word, language) && !references.has(word) && !leads.has(word),
  );
  if (content.length === 0) return 'dependent';
  const points =
    [words[0]!, words.slice(0, 2).join('_')].some((lead) => leads.has(lead)) ||
    words.slice(0, POINTING_RANGE).some((word) => references.has(word)) ||
    ENDS_WITH_TOPIC.test(question);
  if (points) return content.length <= FEW_CONTENT_WORDS ? 'dependent' : 'unclear';
  const isFragment = content.length === words.length && words.length <= FRAGMENT_WORDS;
  return isFragment ? 'unclear' : 'independent';
}

/**
 * Return the query for a question that depends on an earlier one: the last one that can be understood by itself is put in front.
 *
 * @param earlierQuestions oldest first
 */
export function queryWithContext(
  question: string,
  earlierQuestions: readonly string[],
  pageLanguage?: string,
): string {
  const subject =
    earlierQuestions.findLast((earlier) => dependenceOf(earlier, pageLanguage) !== 'dependent') ??
    earlierQuestions.at(-1);
  return subject === undefined ? question : `${subject}\n${question}`;
}

/** Sections that are retrieved for an answer before they are ranked by substance. */
const CANDIDATES = 20;
/** Sections of one page before every other page has one. */
const SECTIONS_PER_PAGE = 3;
/** Characters from which a section is substantive. */
const SUBSTANCE_CHARACTERS = 400;
/** Weight of substance, where the best score is 1. */
const SUBSTANCE_WEIGHT = 0.3;

/**
 * Retrieve the sections for an answer. Unlike in a list of results, a section of links ("See also:") is of little use however
 * well it matches, so that substance is ranked as well as relevance.
 *
 * @returns best first
 */
export async function retrieveSections(
  search: Pick<AnswerSearch, 'search'>,
  query: string,
  { filter, pageSize, hits: wanted = pageSize }: RetrievalOptions,
): Promise<SectionHit[]> {
  const find = (text: string) =>
    search.search({
      query: text,
      filter: filter ?? null,
      pageSize: Math.max(CANDIDATES, wanted),
      sectionsPerPage: SECTIONS_PER_PAGE,
      withEvidence: true,
      rerank: true,
    });
  const found = await find(query);
  const hits = found.length > 0 ? found : await findNearNames(query, find);
  const best = hits[0]?.score ?? 1;
  const use = ({ score, section }: SectionHit): number =>
    score / best + SUBSTANCE_WEIGHT * Math.min(1, section.content.length / SUBSTANCE_CHARACTERS);
  // What answers comes first, because hits of a fallback language are ranked for themselves.
  const answers = (hit: SectionHit): number => Number(judgeHits([hit]).certainty !== 'none');
  const ranked = hits
    .slice(0, Math.max(CANDIDATES, pageSize))
    .toSorted((a, b) => answers(b) - answers(a) || use(b) - use(a));
  return [...ranked, ...hits.slice(ranked.length)].slice(0, wanted);
}

/** Find what is named alike for a question that has nothing but names which no section has. */
async function findNearNames(
  query: string,
  find: (text: string) => Promise<SectionHit[]>,
): Promise<SectionHit[]> {
  const unknownNames = namesOf(query);
  if (unknownNames.length === 0) return [];
  const parts = unknownNames.map((name) => identifierParts(name) || wordsOf(name).join(' '));
  return (await find(parts.join(' '))).map((hit) => ({ ...hit, unknownNames }));
}
