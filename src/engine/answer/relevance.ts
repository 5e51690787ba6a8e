import { answerOdds, certaintyOf, type Certainty } from '../ranking/certainty.ts';
import type { SectionHit } from '../ranking/search-index.ts';

/** Sections with odds this much below the best one are not quoted beside it. Measured with test/bench/answers.bench.ts. */
const ODDS_MARGIN = 0.9;

/** The hits of a question, judged. */
export interface Judgement {
  /** Whether the documentation answers the question. */
  certainty: Certainty;
  /** Names of the question that the documentation does not have, so that it cannot answer with certainty. */
  unknownNames: readonly string[];
  /** Odds of the best hit, as a logarithm. */
  odds: number;
  /** Hits that answer the question, best first. Empty with certainty `none`. */
  relevant: SectionHit[];
}

/**
 * Judge whether hits answer a question, and which. A search returns the nearest sections, however far, for a reader to choose
 * from; an answer must not quote an irrelevant one.
 */
export function judgeHits(hits: readonly SectionHit[]): Judgement {
  const judged = hits.map((hit) => ({ hit, odds: hitOdds(hit) }));
  const best = Math.max(-Infinity, ...judged.map(({ odds }) => odds));
  const unknownNames = unknownNamesOf(hits);
  const byOdds = certaintyOf(best);
  const certainty = byOdds === 'high' && unknownNames.length > 0 ? 'low' : byOdds;
  const relevant = judged.filter(
    ({ odds }) => certainty !== 'none' && certaintyOf(odds) !== 'none' && odds >= best - ODDS_MARGIN,
  );
  return { certainty, unknownNames, odds: best, relevant: relevant.map(({ hit }) => hit) };
}

/** Keep the hits to offer as links when there is no answer: with at least one word of the question. */
export function remotelyRelated(hits: readonly SectionHit[]): SectionHit[] {
  return hits.filter(({ evidence }) => (evidence?.covered ?? 0) > 0);
}

/** Return the names that are unknown to every language that was searched. */
function unknownNamesOf(hits: readonly SectionHit[]): readonly string[] {
  const [first = [], ...others] = hits.map(({ unknownNames = [] }) => unknownNames);
  return first.filter((name) => others.every((names) => names.includes(name)));
}

function hitOdds({ evidence }: SectionHit): number {
  return evidence ? answerOdds(evidence) : -Infinity;
}
