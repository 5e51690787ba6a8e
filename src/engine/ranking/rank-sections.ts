import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../protocol/api.ts';
import { languagesOf, rangesOf } from '../sections/scopes.ts';
import type { Boost } from '../sections/index-facts.ts';
import type { CandidateIndex, Identifier } from './candidate-index.ts';
import { closenessOf, weighEvidence } from './evidence.ts';
import { missingWords } from './missing-words.ts';
import { unknownNames } from './unknown-names.ts';
import { nearCopiesLast } from './near-copies.ts';
import { MAX_WORDS_OF_NAME, readKeywordQuery, stemmerFor, type KeywordQuery } from './keyword-query.ts';
import { findMatchRanges } from '../words/match-ranges.ts';
import type { WordExpression } from '../words/word-expression.ts';
import { readableText, wordsOf } from '../words/searchable-text.ts';
import type { Section } from '../sections/section.ts';
import { fuseScores, scaleScores, scoreByRank } from './score-fusion.ts';
import type { QueryMeaning, SearchOptions, SectionHit } from './search-index.ts';
import type { FoundSection, Lookup } from './section-index.ts';

/**
 * Minimum closeness of a section that is not found by a word of the query. Measured with sixty queries on our documentation: the best section
 * has at most 0.55 for nonsense and random keys, and 0.7 to 1.7 for most words that have another name in the documentation. With twenty to
 * fifty on the German edition, that of undici and a small one, nonsense has at most 0.46, other names 0.6 to 0.9 in English.
 */
const MIN_RELATED_CLOSENESS = 0.6;
/** Length of each ranking. */
const CANDIDATES = 100;
/** Minimum range of cosines to normalise over, because in a small documentation all differences may be noise. */
const MIN_SPREAD = 0.05;
/** Weight of the cosine, where that of words is 1. Measured with test/bench/retrieval.bench.ts. */
const SEMANTIC_WEIGHT = 1.5;
/** Weight of a heading, or of code, that equals the query. It exceeds words and meaning together. */
const EXACT_WEIGHT = 3;
/** Maximum number of sections that are read to find a phrase in quotation marks. */
const MAX_QUOTED = 60;
/** Share of longer words that begin with the last one in a query, if the documentation has that one: it may be typed to its end. */
const COMPLETION_WEIGHT = 0.4;
/** Weight of a heading with such a longer word. */
const COMPLETED_NAME_WEIGHT = 0.3;
/**
 * Share of its score that the second matching section of a page adds to the page, the third to the second, and so on. Measured
 * likewise.
 */
const FURTHER_SECTION_SHARE = 0.3;
/** Weight of a section's own score beside that of its page. Measured likewise. */
const SECTION_SHARE = 0.1;

/** One ranking of sections, best first. The best one scores 1. */
export interface SectionRanking {
  sections: readonly FoundSection[];
  weight: number;
  /** Share that further sections add to the score of a page. */
  furtherShare: number;
}

/** A ranking by meaning. */
interface SemanticRanking extends SectionRanking {
  /** Sections that are found without any word of the query. */
  near: readonly number[];
}

/** How much the meaning of a query counts, which the index knows; see `QueryMeaning.weight`. `null`: search by words only. */
type MeaningWeight = Pick<QueryMeaning, 'weight'> | null;

/** A query as it is looked up. */
interface ReadQuery {
  keywords: KeywordQuery;
  /** What is searched. */
  lookup: Lookup;
  /** Sections that are ranked higher or lower. */
  boosts: readonly Boost[];
}

/** The sections that answer a query best, before they are read. */
export interface RankedCandidates extends ReadQuery {
  /** Best first, as many as were asked for. */
  best: readonly FoundSection[];
  /** Rankings by words that they were ranked with. */
  byWords: readonly SectionRanking[];
}

/** Rank the sections for a query, best first, and read them. */
export async function rankSections(
  index: CandidateIndex,
  options: SearchOptions,
  meaning: MeaningWeight,
): Promise<SectionHit[]> {
  const query = await readQuery(index, options);
  const [byWords, byMeaning] = await Promise.all([
    findByWords(index, query, options),
    findByMeaning(index, query, options, meaning),
  ]);
  return readHits(index, rank(query, byWords, byMeaning, options), options, meaning);
}

/** Rank the sections for a query by words, best first, for an index that learns the meaning of the query later. */
export async function rankByWords(index: CandidateIndex, options: SearchOptions): Promise<RankedCandidates> {
  const query = await readQuery(index, options);
  return rank(query, await findByWords(index, query, options), [], options);
}

/** Rank again what was ranked by words, now that the index knows the meaning of the query. */
export async function addMeaning(
  index: CandidateIndex,
  { keywords, lookup, boosts, byWords }: RankedCandidates,
  options: SearchOptions,
  meaning: MeaningWeight,
): Promise<RankedCandidates> {
  const query = { keywords, lookup, boosts };
  return rank(query, byWords, await findByMeaning(index, query, options, meaning), options);
}

async function readQuery(index: CandidateIndex, { query, filter }: SearchOptions): Promise<ReadQuery> {
  const { scopes, boosts = [] } = index.facts;
  const lookup: Lookup = { ranges: rangesOf(scopes, filter ?? {}), limit: CANDIDATES };
  const [onlyLanguage, ...others] = languagesOf(scopes);
  const language = filter?.language || (others.length === 0 ? onlyLanguage : undefined);
  const vocabulary = await index.vocabulary({ query, language, ranges: lookup.ranges });
  const stemmer = await stemmerFor(query, language);
  return { keywords: readKeywordQuery(query, vocabulary, language, stemmer), lookup, boosts };
}

/**
 * Fuse rankings into one, best first. Words and meaning often match different sections of the same page, so that pages are ranked as
 * well as sections.
 */
function rank(
  query: ReadQuery,
  byWords: readonly SectionRanking[],
  byMeaning: readonly SemanticRanking[],
  { mode, sectionsPerPage = 1, pageSize }: SearchOptions,
): RankedCandidates {
  const fused = fuse([...byWords, ...byMeaning], query.boosts);
  const near = new Set(byMeaning.flatMap((finding) => finding.near));
  const worded = new Set(byWords.flatMap((finding) => finding.sections.map(({ section }) => section)));
  const isAny = mode === 'vector' || (worded.size > 0 && isQuestion(query.keywords));
  const found = fused.filter(({ section }) => isAny || worded.has(section) || near.has(section));
  const ranked = spreadOverPages(found, sectionsPerPage);
  const { quoted } = query.keywords;
  return {
    ...query,
    byWords,
    best: ranked.slice(0, quoted.length > 0 ? MAX_QUOTED : readPageSize(pageSize)),
  };
}

/** Return whether a query may be answered in other words than its own, because it has many and all of them are known. */
function isQuestion({ wordCount, terms }: KeywordQuery): boolean {
  return wordCount > MAX_WORDS_OF_NAME && [...terms.values()].every(({ isKnown }) => isKnown);
}

/** Read the sections of a ranking, and weigh what speaks for them if that is asked for. */
export async function readHits(
  index: CandidateIndex,
  { best, keywords, lookup, byWords }: RankedCandidates,
  { query, filter, withEvidence = false, mode, pageSize }: SearchOptions,
  meaning: MeaningWeight,
): Promise<SectionHit[]> {
  const numbers = best.map(({ section }) => section);
  const [sections, cosines] = await Promise.all([
    index.sections(numbers),
    meaning === null ? null : index.cosines(numbers),
  ]);
  const isRelated = mode !== 'vector' && byWords.every((finding) => finding.sections.length === 0);
  const read = best.filter(({ section: number }) => {
    const section = sections.get(number);
    // A static index leaves out what it cannot read.
    return section && hasPhrases(section, keywords.quoted);
  });
  const found = read.slice(0, readPageSize(pageSize)).map((one) => {
    const section = sections.get(one.section)!;
    const hit: SectionHit = {
      section,
      score: one.score,
      cosine: cosines?.get(one.section) ?? null,
      ranges: findMatchRanges(section.content, keywords.words),
      ...(isRelated && { isRelated }),
    };
    return { found: one, hit };
  });
  const ordered = nearCopiesLast(found, keywords.words);
  const shown = ordered.map((one) => one.found);
  const missing = isRelated ? [] : await missingWords(index, keywords, shown);
  const hits = ordered.map(({ hit }, at) => ({
    ...hit,
    ...(missing[at]?.length && { missing: missing[at] }),
  }));
  if (!withEvidence) return hits;
  const candidates = ordered.map(({ found, hit }) => ({
    found,
    language: hit.section.language,
    cosine: hit.cosine,
  }));
  const isForeign = meaning !== null && meaning.weight < 1;
  const evidence = await weighEvidence(index, keywords, candidates, { ranges: lookup.ranges, isForeign });
  const unknown = await unknownNames(index, { query, filter }, keywords, lookup);
  return hits.map((hit, at) => ({ ...hit, ...unknown, evidence: evidence[at]! }));
}

/** Return whether a section has all phrases that a query quotes: its words, in this order. */
function hasPhrases({ title, headings, content }: Section, quoted: KeywordQuery['quoted']): boolean {
  if (quoted.length === 0) return true;
  const texts = [title, ...headings, readableText(content)];
  const lines = texts.map((text) => ` ${wordsOf(text).join(' ')} `);
  return quoted.every((phrase) => lines.some((line) => line.includes(` ${phrase.join(' ')} `)));
}

async function findByWords(
  index: CandidateIndex,
  { keywords, lookup }: ReadQuery,
  { mode }: SearchOptions,
): Promise<SectionRanking[]> {
  if (mode === 'vector' || keywords.expression === null) return [];
  const { exactExpression } = keywords;
  const [sections, exact, named, ...identified] = await Promise.all([
    index.matches(keywords.expression, lookup),
    exactExpression === null ? null : index.matches(exactExpression, lookup),
    findNames(index, keywords, lookup),
    ...keywords.identifiers.map((identifier) => exactMatches(index, identifier, lookup, keywords.isCode)),
  ]);
  return [
    ...(exact === null ? [] : [byWord(exact, 1 - COMPLETION_WEIGHT)]),
    byWord(sections, exact === null ? 1 : COMPLETION_WEIGHT),
    ...named,
    ...identified.map((found) => ({
      sections: found,
      weight: keywords.isCode ? EXACT_WEIGHT : 1,
      furtherShare: 0,
    })),
  ];
}

function byWord(sections: readonly FoundSection[], weight: number): SectionRanking {
  return { sections: scaleScores(sections), weight, furtherShare: FURTHER_SECTION_SHARE };
}

async function findByMeaning(
  index: CandidateIndex,
  { lookup }: ReadQuery,
  { mode }: SearchOptions,
  meaning: MeaningWeight,
): Promise<SemanticRanking[]> {
  if (mode === 'keyword' || meaning === null) return [];
  const nearest = await index.nearest(lookup);
  const { scopes, calibrations } = index.facts;
  const cosines = await index.cosines(nearest.map(({ section }) => section));
  const near = nearest.filter(({ section }) => {
    const scope = scopes.find(({ first, last }) => first <= section && section <= last);
    const closeness = closenessOf(cosines.get(section) ?? null, scope?.language ?? undefined, calibrations);
    return closeness === null || closeness >= MIN_RELATED_CLOSENESS;
  });
  // Min-max normalisation with the last candidate as zero, because unrelated sections have a cosine above 0, too.
  const zero = Math.min(nearest.at(-1)?.score ?? 0, (nearest[0]?.score ?? 0) - MIN_SPREAD);
  return [
    {
      sections: scaleScores(nearest, zero),
      weight: SEMANTIC_WEIGHT * meaning.weight,
      furtherShare: 0,
      near: near.map(({ section }) => section),
    },
  ];
}

/** Fuse the findings: the score of each section and the score of its page. */
function fuse(findings: readonly SectionRanking[], boosts: readonly Boost[]): FoundSection[] {
  const factorOf = (section: number): number =>
    boosts.find(({ first, last }) => first <= section && section <= last)?.factor ?? 1;
  const found = new Map(findings.flatMap(({ sections }) => sections.map((one) => [one.section, one])));
  const sectionScores = fuseScores(
    findings.map(({ sections, weight }) => ({
      scores: sections.map(({ section, score }) => [section, score] as const),
      weight,
    })),
  );
  const pageScores = fuseScores(
    findings.map(({ sections, weight, furtherShare }) => ({
      scores: scorePages(sections, furtherShare),
      weight,
    })),
  );
  return Array.from(found.values(), (one) => ({
    ...one,
    score:
      factorOf(one.section) * (SECTION_SHARE * sectionScores.get(one.section)! + pageScores.get(one.page)!),
  })).sort((a, b) => b.score - a.score || a.section - b.section);
}

/** Score pages by their best section; each further one adds less. The best page scores 1. */
function scorePages(
  sections: readonly FoundSection[],
  furtherShare: number,
): [page: number, score: number][] {
  const scores = new Map<number, { score: number; share: number }>();
  let highest = 0;
  for (const { page, score } of sections) {
    let sum = scores.get(page);
    if (!sum) scores.set(page, (sum = { score: 0, share: 1 }));
    sum.score += sum.share * score;
    sum.share *= furtherShare;
    highest = Math.max(highest, sum.score);
  }
  return Array.from(scores, ([page, { score }]) => [page, score / (highest || 1)]);
}

/**
 * Find sections whose heading has the words of the query, short headings first. A page or code with exactly this name scores
 * more.
 */
async function findNames(
  index: CandidateIndex,
  keywords: KeywordQuery,
  lookup: Lookup,
): Promise<SectionRanking[]> {
  const { nameExpression, wholeNameExpression, exactNameExpression, simpleNameExpression } = keywords;
  if (nameExpression === null) return [];
  const titled: FoundSection[] = [];
  const named: FoundSection[] = [];
  const completed: FoundSection[] = [];
  const find = (expression: WordExpression | null) =>
    expression && index.matches(expression, lookup, 'heading');
  const [matches, wholeMatches, joined, exactMatches, simpleMatches] = await Promise.all([
    find(nameExpression),
    find(wholeNameExpression),
    find(keywords.joinedNameExpression),
    find(exactNameExpression),
    find(simpleNameExpression),
  ]);
  const lengths = await index.nameLengths([...(matches ?? []), ...(joined ?? [])]);
  // A word that is typed to its end names what is called so, and not what begins so, or a compound of it.
  // "Deploy your site" has three words, but is not called "how to deploy".
  const [whole, exact, simple] = [wholeMatches, exactMatches, simpleMatches].map(
    (one) => one && sectionsOf(one),
  );
  const isJoined = sectionsOf(joined ?? []);
  for (const match of joined ?? []) {
    const words = lengths.get(match.section)!;
    (match.isFirst && words === 1 ? titled : named).push({ ...match, score: -words });
  }
  for (const match of matches ?? []) {
    const { section, isFirst } = match;
    if (isJoined.has(section)) continue;
    const words = lengths.get(section)!;
    const isWhole =
      words === keywords.nameLength && [whole, simple].every((one) => one?.has(section) !== false);
    const isTitled = isWhole && (isFirst || keywords.isCode);
    const isCompleted = exact?.has(section) === false;
    (isCompleted ? completed : isTitled ? titled : named).push({ ...match, score: -words });
  }
  return [
    { sections: scoreByRank(titled), weight: EXACT_WEIGHT, furtherShare: 0 },
    { sections: scoreByRank(named.sort(byScore)), weight: 1, furtherShare: 0 },
    { sections: scoreByRank(completed.sort(byScore)), weight: COMPLETED_NAME_WEIGHT, furtherShare: 0 },
  ];
}

function sectionsOf(found: readonly FoundSection[]): ReadonlySet<number> {
  return new Set(found.map(({ section }) => section));
}

/** Find sections with an identifier as written: first those with it in a heading, the shortest heading first. */
async function exactMatches(
  index: CandidateIndex,
  identifier: Identifier,
  lookup: Lookup,
  isCode: boolean,
): Promise<FoundSection[]> {
  const matches = await index.matches(identifier.expression, lookup);
  // An identifier in so many sections ranks nothing.
  if (matches.length === 0 || (matches.length === CANDIDATES && !isCode)) return [];
  const places = await index.written(identifier, matches);
  const inHeading: FoundSection[] = [];
  const inContent: FoundSection[] = [];
  for (const match of matches) {
    const place = places.get(match.section);
    if (place?.in === 'name') inHeading.push({ ...match, score: -place.length });
    else if (place?.in === 'content') inContent.push(match);
  }
  return scoreByRank([...inHeading.sort(byScore), ...inContent]);
}

function byScore(a: FoundSection, b: FoundSection): number {
  return b.score - a.score;
}

/** Reorder so that every page comes before any has more than `perPage` sections. */
function spreadOverPages(ranked: readonly FoundSection[], perPage: number): FoundSection[] {
  const counts = new Map<number, number>();
  const first: FoundSection[] = [];
  const further: FoundSection[] = [];
  for (const one of ranked) {
    const count = (counts.get(one.page) ?? 0) + 1;
    counts.set(one.page, count);
    (count <= perPage ? first : further).push(one);
  }
  return [...first, ...further];
}

/** Return a valid number of hits. */
export function readPageSize(pageSize: number = DEFAULT_SEARCH_PAGE_SIZE): number {
  return Math.min(MAX_PAGE_SIZE, Math.max(1, Math.floor(pageSize) || 1));
}
