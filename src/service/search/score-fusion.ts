/** Dampens the first places of a list without scores, as Cormack, Clarke and Büttcher propose (SIGIR 2009). */
const RANK_CONSTANT = 60;

/** What was found in one way and how well it fits: the best counts 1. */
export interface Ranking {
  scores: Iterable<readonly [id: number, score: number]>;
  weight: number;
}

/**
 * Joins rankings: the weighted sum of the scores of each id. How far something is behind the best says more than its place alone
 * (Bruch, Gai and Ingber, TOIS 2023).
 */
export function fuseScores(rankings: readonly Ranking[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { scores, weight } of rankings) {
    for (const [id, score] of scores) sums.set(id, (sums.get(id) ?? 0) + weight * score);
  }
  return sums;
}

/** Scales what was scored, best first, so that the best counts 1 and `zero` nothing. */
export function scaleScores<Scored extends { score: number }>(found: readonly Scored[], zero = 0): Scored[] {
  const range = (found[0]?.score ?? 0) - zero;
  return found.map((one) => ({ ...one, score: range > 0 ? (one.score - zero) / range : 1 }));
}

/** Scores what was found without a scale by its place. */
export function scorePlaces<Scored extends { score: number }>(found: readonly Scored[]): Scored[] {
  return found.map((one, at) => ({ ...one, score: RANK_CONSTANT / (RANK_CONSTANT + at) }));
}
