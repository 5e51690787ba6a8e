import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../protocol/api.ts';
import type { DocsIndex, ScoredSection, SectionRange } from '../index/docs-index.ts';
import { wordsOf } from '../index/searchable-text.ts';
import { readKeywordQuery } from './keyword-query.ts';
import type { KeywordQuery } from './keyword-query.ts';
import { findMatchRanges } from './match-ranges.ts';
import { MeaningMarker } from './meaning-ranges.ts';
import { fuseRankings } from './reciprocal-rank-fusion.ts';
import type { SearchOptions, Section, SectionHit } from './search-engine.ts';

/** How far down each ranking is looked at. */
const CANDIDATES = 100;
/** A page or code that is called exactly as it was typed, and code that stands in a section exactly as it was typed, outweigh words and meaning together. */
const EXACT_WEIGHT = 3;
/** What the second matching section of a page adds to the first, the third to the second, and so on. Measured with test/bench/retrieval.bench.ts. */
const FURTHER_SECTION_SHARE = 0.3;
/** How much the rank of a section counts beside the rank of its page. Measured likewise. */
const SECTION_SHARE = 0.3;

/** What a query means, where that is known. */
export interface QueryMeaning {
  vector: Float32Array;
  /** How much nearness in meaning counts; sharing words counts 1. */
  weight: number;
  /** What words of the query mean that the documentation does not know. */
  words: ReadonlyMap<string, Float32Array>;
}

/** Sections found in one way, best first. */
interface Finding {
  sections: readonly ScoredSection[];
  weight: number;
  /** How much further sections add to the score of a page. */
  furtherShare: number;
}

/**
 * Finds the sections that answer a query, best first, in one go: all of them come from the same index. Words and meaning often
 * point to different sections of the same page, so pages are ranked as well as sections.
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
    const sections = index.matches(keywords.expression, ranges, CANDIDATES);
    findings.push({ sections, weight: 1, furtherShare: FURTHER_SECTION_SHARE });
    findings.push(...findNames(index, keywords, ranges));
    for (const identifier of keywords.identifiers) {
      const sections = exactMatches(index, identifier, ranges, keywords.isCode);
      findings.push({ sections, weight: keywords.isCode ? EXACT_WEIGHT : 1, furtherShare: 0 });
    }
  }
  if (mode !== 'keyword' && meaning !== null) {
    const sections = index.nearest(meaning.vector, ranges, CANDIDATES);
    findings.push({ sections, weight: meaning.weight, furtherShare: 0 });
  }

  const ranked = spreadOverPages(rank(findings, index.pages), index.pages, sectionsPerPage);
  const { wordVectors } = index;
  const marker = meaning && wordVectors && new MeaningMarker(query, meaning, index, wordVectors);
  return ranked.slice(0, readPageSize(pageSize)).map(({ section: number, score }) => {
    const section = index.section(number);
    const spelled = findMatchRanges(section.content, keywords.words);
    return {
      section,
      score,
      closeness: meaning === null ? null : index.closeness(number, meaning.vector),
      ranges: marker ? marker.addTo(spelled, section.content) : spelled,
    };
  });
}

/** Joins what was found by the rank of each section and the rank of its page. */
function rank(findings: readonly Finding[], pages: Int32Array): ScoredSection[] {
  const sectionScores = fuseRankings(
    findings.map(({ sections, weight }) => ({ ids: sections.map(({ section }) => section), weight })),
  );
  const pageScores = fuseRankings(
    findings.map(({ sections, weight, furtherShare }) => ({
      ids: rankPages(sections, pages, furtherShare),
      weight,
    })),
  );
  return Array.from(sectionScores, ([section, score]) => ({
    section,
    score: SECTION_SHARE * score + pageScores.get(pages[section - 1]!)!,
  })).sort((a, b) => b.score - a.score || a.section - b.section);
}

/** Pages by their best section, to which further ones add less and less. */
function rankPages(sections: readonly ScoredSection[], pages: Int32Array, furtherShare: number): number[] {
  const scores = new Map<number, { score: number; share: number }>();
  for (const { section, score } of sections) {
    const page = pages[section - 1]!;
    const before = scores.get(page);
    if (!before) scores.set(page, { score, share: furtherShare });
    else {
      before.score += before.share * score;
      before.share *= furtherShare;
    }
  }
  return [...scores].sort(([, a], [, b]) => b.score - a.score).map(([page]) => page);
}

/** Sections whose heading holds the words of the query, short headings first. A page, or code, that is called just so counts more. */
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
    { sections: titled, weight: EXACT_WEIGHT, furtherShare: 0 },
    { sections: named.sort(byScore), weight: 1, furtherShare: 0 },
  ];
}

/** Sections that hold an identifier as it is written, those first whose heading does, above all those with a short one. */
function exactMatches(
  index: DocsIndex,
  { written, expression }: KeywordQuery['identifiers'][number],
  ranges: readonly SectionRange[],
  isCode: boolean,
): ScoredSection[] {
  const inHeading: ScoredSection[] = [];
  const inContent: ScoredSection[] = [];
  const matches = index.matches(expression, ranges, CANDIDATES);
  // What stands in so many sections tells none of them from the others.
  if (matches.length === CANDIDATES && !isCode) return [];
  for (const match of matches) {
    const section = index.section(match.section);
    const name = nameOf(section);
    if (name.includes(written)) inHeading.push({ section: match.section, score: -name.length });
    else if (section.content.includes(written)) inContent.push(match);
  }
  return [...inHeading.sort(byScore), ...inContent].map(({ section }, at) => ({ section, score: -at }));
}

function byScore(a: ScoredSection, b: ScoredSection): number {
  return b.score - a.score;
}

function nameOf({ title, headings }: Section): string {
  return headings.at(-1) ?? title;
}

/** Lets every page have its turn before one has more than `perPage` sections. */
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
