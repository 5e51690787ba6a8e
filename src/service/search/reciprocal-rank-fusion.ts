/** Dampens the first ranks, as Cormack, Clarke and Büttcher propose (SIGIR 2009). */
const RANK_CONSTANT = 60;

/** Ids of what was found, best first, and how much this list counts. */
export interface Ranking {
  ids: readonly number[];
  weight: number;
}

/** Joins rankings that have no common scale by reciprocal rank fusion: the sum for each id. */
export function fuseRankings(rankings: readonly Ranking[]): Map<number, number> {
  const scores = new Map<number, number>();
  for (const { ids, weight } of rankings) {
    for (const [at, id] of ids.entries()) {
      scores.set(id, (scores.get(id) ?? 0) + weight / (RANK_CONSTANT + at + 1));
    }
  }
  return scores;
}
