import type { Calibrations } from '../sections/index-facts.ts';
import type { SectionRange } from '../sections/section.ts';
import type { KeywordQuery } from './keyword-query.ts';
import type { CandidateIndex } from './candidate-index.ts';
import type { FoundSection } from './section-index.ts';

/**
 * What speaks for a section as the answer to a query. Unlike scores, it can be compared between queries, indexes and models. Words
 * count by their inverse document frequency, so that those that no section has count most.
 */
export interface Evidence {
  /**
   * Cosine on the scale of the index: 0 for an unrelated section, 1 for the section below a heading that is the query. `null` when
   * the meaning of the query is not known, or the model of the index not calibrated for the language of the section.
   */
  closeness: number | null;
  /** How much of a judgement rests on `closeness` instead of words, 0 to 1: less in a language that the model was not trained on. */
  closenessShare: number;
  /** Share of the words of the query that the section has, corrected ones included. */
  covered: number;
  /** Share of the words of the query in its heading, or in those above it. */
  named: number;
  /** Share of the words of the query that no section has as written, and this one in no way. Less in a small documentation. */
  foreign: number;
}

/** A section to weigh. */
interface Candidate {
  found: FoundSection;
  /** Language of its page. */
  language: string | undefined;
  cosine: number | null;
}

/** Sections below which a documentation lacks many words of any question, so that a missing one says little. */
const SMALL_DOCUMENTATION = 20;
/** `closenessShare` in a foreign language. Measured with test/bench/answers.bench.ts: better than 0 and 1 for German. */
const FOREIGN_CLOSENESS_SHARE = 0.5;

/** Weigh the sections found for a query, in their order. */
export async function weighEvidence(
  index: Pick<CandidateIndex, 'facts' | 'count' | 'wordsIn'>,
  keywords: KeywordQuery,
  candidates: readonly Candidate[],
  { ranges, isForeign }: { ranges: readonly SectionRange[]; isForeign: boolean },
): Promise<Evidence[]> {
  const total = ranges.reduce((sum, { first, last }) => sum + last - first + 1, 0);
  const terms = Array.from(keywords.terms.values(), (term) => ({
    ...term,
    expression: term.likely ?? term.expression,
  }));
  const [counts, wordsOfSections] = await Promise.all([
    Promise.all(terms.map(({ expression }) => index.count(expression, ranges))),
    index.wordsIn(
      candidates.map(({ found }) => found),
      terms.map(({ expression }) => expression),
    ),
  ]);
  // The formula of BM25, which never is negative with this summand.
  const weights = counts.map((count) => Math.log(1 + total / (count + 0.5)));
  const sum = weights.reduce((all, weight) => all + weight, 0) || 1;
  return candidates.map(({ language, cosine }, candidate) => {
    const { has, isNamed } = wordsOfSections[candidate]!;
    const share = (isOne: (word: number) => boolean): number =>
      weights.reduce((part, weight, word) => (isOne(word) ? part + weight : part), 0) / sum;
    const closeness = closenessOf(cosine, language, index.facts.calibrations);
    return {
      closeness,
      closenessShare: closeness === null ? 0 : isForeign ? FOREIGN_CLOSENESS_SHARE : 1,
      covered: share((word) => has[word]!),
      named: share((word) => isNamed[word]!),
      foreign:
        share((word) => !terms[word]!.isKnown && !has[word]!) * (total / (total + SMALL_DOCUMENTATION)),
    };
  });
}

/** Return a cosine on the scale of its model in a language; `null` without calibration. */
export function closenessOf(
  cosine: number | null,
  language: string | undefined,
  calibrations: Calibrations,
): number | null {
  const calibration = calibrations[language ?? ''];
  if (cosine === null || !calibration) return null;
  const { related, unrelated } = calibration;
  return (cosine - unrelated) / (related - unrelated);
}
