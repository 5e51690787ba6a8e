/** Dampens the first ranks, as Cormack, Clarke and Büttcher propose (SIGIR 2009). */
const RANK_CONSTANT = 60;

/** A list of sections, best first, and how much it counts. */
export interface Ranking {
  sections: readonly number[];
  weight: number;
}

/** A section with the sum of its reciprocal ranks. */
export interface RankedSection {
  section: number;
  score: number;
}

/** Joins rankings that have no common scale by reciprocal rank fusion, best first. */
export function fuseRankings(rankings: readonly Ranking[]): RankedSection[] {
  const scores = new Map<number, number>();
  for (const { sections, weight } of rankings) {
    for (const [at, section] of sections.entries()) {
      scores.set(section, (scores.get(section) ?? 0) + weight / (RANK_CONSTANT + at + 1));
    }
  }
  return Array.from(scores, ([section, score]) => ({ section, score })).sort(
    (a, b) => b.score - a.score || a.section - b.section,
  );
}
