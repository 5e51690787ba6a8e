/** Options of insights. */
export interface InsightsOptions {
  /** Days for which counts are kept, 1 to 3,650. Default 90. */
  days?: number | undefined;
  /** How often a text must be counted in the period that is read before it is shown; 1 for all texts. Default 3. */
  minimumCount?: number | undefined;
  /** Different texts that are kept of one project and day, 1 to 100,000; the rarest beyond are counted without their text. Default 2,000. */
  textsPerDay?: number | undefined;
}

export const DEFAULT_INSIGHTS_OPTIONS = { days: 90, minimumCount: 3, textsPerDay: 2_000 } as const;
/** Maximum values of the options. */
export const MAX_INSIGHTS_OPTIONS = { days: 3_650, minimumCount: 1_000, textsPerDay: 100_000 } as const;

/** Fill in the defaults. @throws TypeError for a value that is out of range */
export function readInsightsOptions(
  given: InsightsOptions,
): Required<{ [Name in keyof InsightsOptions]: number }> {
  const read = (name: keyof InsightsOptions): number => {
    const value = given[name] ?? DEFAULT_INSIGHTS_OPTIONS[name];
    if (Number.isInteger(value) && value >= 1 && value <= MAX_INSIGHTS_OPTIONS[name]) return value;
    throw new TypeError(
      `docs-assistant service: insights.${name} must be a whole number from 1 to ${MAX_INSIGHTS_OPTIONS[name]}`,
    );
  };
  return { days: read('days'), minimumCount: read('minimumCount'), textsPerDay: read('textsPerDay') };
}
