import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../protocol/api.ts';
import type { ScoredSection, Section, SectionRange } from '../index/section.ts';
import type { DocsIndex } from '../index/docs-index.ts';
import { wordsOf } from '../index/searchable-text.ts';
import { readKeywordQuery } from './keyword-query.ts';
import type { KeywordQuery } from './keyword-query.ts';
import { findMatchRanges } from './match-ranges.ts';
import { fuseScores, scaleScores, scorePlaces } from './score-fusion.ts';
import type { SearchOptions, SectionHit } from './search-engine.ts';

/** Length of each ranking. */
const CANDIDATES = 100;
/** Smallest range of cosines to normalise over, because in a small documentation all differences may be noise. */
const LEAST_SPREAD = 0.05;
/** Weight of the cosine, where that of words is 1. Measured with test/bench/retrieval.bench.ts. */
const MEANING_WEIGHT = 1.5;
/** Weight of a heading, or of code, that equals the query. It exceeds words and meaning together. */
const EXACT_WEIGHT = 3;
/**
 * Share of its score that the second matching section of a page adds to the page, the third to the second, and so on. Measured
 * likewise.
 */
const FURTHER_SECTION_SHARE = 0.3;
/** Weight of a section's own score beside that of its page. Measured likewise. */
const SECTION_SHARE = 0.1;

/** The meaning of a query, if it is known. */
export interface QueryMeaning {
  vector: Float32Array;
  /** Weight of the cosine, 0 to 1: lower if the model was not trained on the language. */
  weight: number;
}

/** One ranking of sections, best first. The best one scores 1. */
interface Finding {
  sections: readonly ScoredSection[];
  weight: number;
  /** Share that further sections add to the score of a page. */
  furtherShare: number;
}

/**
 * Rank the sections for a query, best first. Synchronous, so that all of them come from one index. Words and meaning often match
 * different sections of the same page, so that pages are ranked as well as sections.
 */
export function rankSections(
  index: DocsIndex,
  { query, filter, pageSize, mode = 'hybrid', sectionsPerPage = 1 }: SearchOptions,
  meaning: QueryMeaning | null,
): SectionHit[] {
  const ranges = index.ranges(filter ?? {});
  const [onlyLanguage, ...others] = index.languages;
  const language = filter?.language || (others.length === 0 ? onlyLanguage : undefined);
  const keywords = readKeywordQuery(query, index, language);
  const findings: Finding[] = [];
  if (mode !== 'vector' && keywords.expression !== null) {
    const sections = scaleScores(index.matches(keywords.expression, ranges, CANDIDATES));
    findings.push({ sections, weight: 1, furtherShare: FURTHER_SECTION_SHARE });
    findings.push(...findNames(index, keywords, ranges));
    for (const identifier of keywords.identifiers) {
      const sections = exactMatches(index, identifier, ranges, keywords.isCode);
      findings.push({ sections, weight: keywords.isCode ? EXACT_WEIGHT : 1, furtherShare: 0 });
    }
  }
  if (mode !== 'keyword' && meaning !== null) {
    const nearest = index.nearest(meaning.vector, ranges, CANDIDATES);
    // Min-max normalisation with the last candidate as zero, because unrelated sections have a cosine above 0, too.
    const zero = Math.min(nearest.at(-1)?.score ?? 0, (nearest[0]?.score ?? 0) - LEAST_SPREAD);
    const sections = scaleScores(nearest, zero);
    findings.push({ sections, weight: MEANING_WEIGHT * meaning.weight, furtherShare: 0 });
  }

  const ranked = spreadOverPages(rank(findings, index.pages), index.pages, sectionsPerPage);
  return ranked.slice(0, readPageSize(pageSize)).map(({ section: number, score }) => {
    const section = index.section(number);
    return {
      section,
      score,
      cosine: meaning === null ? null : index.cosine(number, meaning.vector),
      ranges: findMatchRanges(section.content, keywords.words),
    };
  });
}

/** Fuse the findings: the score of each section and the score of its page. */
function rank(findings: readonly Finding[], pages: Int32Array): ScoredSection[] {
  const sectionScores = fuseScores(
    findings.map(({ sections, weight }) => ({
      scores: sections.map(({ section, score }) => [section, score] as const),
      weight,
    })),
  );
  const pageScores = fuseScores(
    findings.map(({ sections, weight, furtherShare }) => ({
      scores: scorePages(sections, pages, furtherShare),
      weight,
    })),
  );
  return Array.from(sectionScores, ([section, score]) => ({
    section,
    score: SECTION_SHARE * score + pageScores.get(pages[section - 1]!)!,
  })).sort((a, b) => b.score - a.score || a.section - b.section);
}

/** Score pages by their best section; each further one adds less. The best page scores 1. */
function scorePages(
  sections: readonly ScoredSection[],
  pages: Int32Array,
  furtherShare: number,
): [page: number, score: number][] {
  const scores = new Map<number, { score: number; share: number }>();
  let highest = 0;
  for (const { section, score } of sections) {
    const page = pages[section - 1]!;
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
function findNames(index: DocsIndex, keywords: KeywordQuery, ranges: readonly SectionRange[]): Finding[] {
  if (keywords.nameExpression === null) return [];
  const titled: ScoredSection[] = [];
  const named: ScoredSection[] = [];
  for (const { section: number } of index.matches(keywords.nameExpression, ranges, CANDIDATES)) {
    const section = index.section(number);
    const isFirst = index.isFirstOfPage(number);
    const words = wordsOf(isFirst ? section.title : nameOf(section)).length;
    const isTitled = words === keywords.wordCount && (isFirst || keywords.isCode);
    (isTitled ? titled : named).push({ section: number, score: -words });
  }
  return [
    { sections: scorePlaces(titled), weight: EXACT_WEIGHT, furtherShare: 0 },
    { sections: scorePlaces(named.sort(byScore)), weight: 1, furtherShare: 0 },
  ];
}

/** Find sections with an identifier as written: first those with it in a heading, the shortest heading first. */
function exactMatches(
  index: DocsIndex,
  { written, expression }: KeywordQuery['identifiers'][number],
  ranges: readonly SectionRange[],
  isCode: boolean,
): ScoredSection[] {
  const inHeading: ScoredSection[] = [];
  const inContent: ScoredSection[] = [];
  const matches = index.matches(expression, ranges, CANDIDATES);
  // An identifier in so many sections ranks nothing.
  if (matches.length === CANDIDATES && !isCode) return [];
  for (const match of matches) {
    const section = index.section(match.section);
    const name = nameOf(section);
    if (name.includes(written)) inHeading.push({ section: match.section, score: -name.length });
    else if (section.content.includes(written)) inContent.push(match);
  }
  return scorePlaces([...inHeading.sort(byScore), ...inContent]);
}

function byScore(a: ScoredSection, b: ScoredSection): number {
  return b.score - a.score;
}

function nameOf({ title, headings }: Section): string {
  return headings.at(-1) ?? title;
}

/** Reorder so that every page comes before any has more than `perPage` sections. */
function spreadOverPages(
  ranked: readonly ScoredSection[],
  pages: Int32Array,
  perPage: number,
): ScoredSection[] {
  const counts = new Map<number, number>();
  const first: ScoredSection[] = [];
  const further: ScoredSection[] = [];
  for (const one of ranked) {
    const page = pages[one.section - 1]!;
    const count = (counts.get(page) ?? 0) + 1;
    counts.set(page, count);
    (count <= perPage ? first : further).push(one);
  }
  return [...first, ...further];
}

function readPageSize(pageSize: number = DEFAULT_SEARCH_PAGE_SIZE): number {
  return Math.min(MAX_PAGE_SIZE, Math.max(1, Math.floor(pageSize) || 1));
}
