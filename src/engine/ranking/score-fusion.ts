/** Rank constant of reciprocal rank fusion (Cormack, Clarke and Büttcher, SIGIR 2009). */
const RANK_CONSTANT = 60;

/** One ranking with normalised scores: the best scores 1. */
export interface Ranking {
  scores: Iterable<readonly [id: number, score: number]>;
  weight: number;
}

/**
 * Fuse rankings by the weighted sum of the normalised scores of each id, which keeps more information than ranks alone (Bruch,
 * Gai and Ingber, TOIS 2023).
 */
export function fuseScores(rankings: readonly Ranking[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const { scores, weight } of rankings) {
    for (const [id, score] of scores) sums.set(id, (sums.get(id) ?? 0) + weight * score);
  }
  return sums;
}

/** Normalise scores, best first, so that the best is 1 and `zero` is 0. */
export function scaleScores<Scored extends { score: number }>(found: readonly Scored[], zero = 0): Scored[] {
  const range = (found[0]?.score ?? 0) - zero;
  return found.map((one) => ({ ...one, score: range > 0 ? (one.score - zero) / range : 1 }));
}

/** Score a ranking without scores by reciprocal rank. */
export function scoreByRank<Scored extends { score: number }>(found: readonly Scored[]): Scored[] {
  return found.map((one, at) => ({ ...one, score: RANK_CONSTANT / (RANK_CONSTANT + at) }));
}
