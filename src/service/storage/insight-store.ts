/** What is counted. Questions and searches are texts, pages their paths. */
export type InsightKind =
  | 'question'
  | 'refused'
  | 'uncertain'
  | 'helpful'
  | 'not-helpful'
  | 'search'
  | 'no-result'
  | 'follow'
  | 'page-helpful'
  | 'page-not-helpful'
  | 'report';

/** How often something was counted on one day. It has no person in it, and no time of the day. */
export interface InsightCount {
  projectId: string;
  /** `2026-11-25`, UTC. */
  day: string;
  kind: InsightKind;
  /** Empty for none. */
  version: string;
  language: string;
  /** The masked text, or the path of a page with a leading slash; of a report its kind, that path and the text, a line each. Empty: one of the texts that were too many. */
  text: string;
  count: number;
}

/** The counts of several days together. */
export interface InsightSum extends Omit<InsightCount, 'projectId' | 'day'> {
  lastDay: string;
}

/** Days to read, both included. */
export interface InsightPeriod {
  since: string;
  until: string;
}

export interface InsightStore {
  /**
   * Add counts.
   *
   * @param maxTexts different texts that a project keeps of one day; the rarest beyond are counted without their text
   */
  add(counts: readonly InsightCount[], maxTexts: number): Promise<void>;
  /** Return the sums of a project. */
  read(projectId: string, period: InsightPeriod): Promise<InsightSum[]>;
  /** Remove the counts of all projects from before a day. */
  removeBefore(day: string): Promise<void>;
}

/** Return the projects and days that counts are of, each once. */
export function daysOf(counts: readonly InsightCount[]): (readonly [projectId: string, day: string])[] {
  const days = counts.map(({ projectId, day }) => [
    JSON.stringify([projectId, day]),
    [projectId, day] as const,
  ]);
  return [...new Map(days as [string, readonly [string, string]][]).values()];
}
