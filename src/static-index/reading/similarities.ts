import type { FoundSection } from '../../engine/ranking/section-index.ts';
import type { Calibration, Calibrations } from '../../engine/sections/index-facts.ts';
import type { PartReader } from './part-reader.ts';
import type { PartSimilarities } from './part-similarities.ts';

/** A part that was compared with a query. */
interface ComparedPart extends PartSimilarities {
  part: PartReader;
}

/** How near the sections of several parts are to a query. */
export class Similarities {
  /** What cosines mean, by language: the mean of its parts. */
  readonly calibrations: Calibrations;
  /** How much they count; see `QueryMeaning.weight`. */
  readonly weight: number;
  readonly #parts: readonly ComparedPart[];

  constructor(parts: readonly ComparedPart[]) {
    this.#parts = parts;
    this.weight = Math.max(0, ...parts.map(({ knownShare }) => knownShare));
    this.calibrations = meanCalibrations(parts);
  }

  /** Return the nearest sections, nearest first. */
  nearest(limit: number): FoundSection[] {
    let best: FoundSection[] = [];
    let lowest = -Infinity;
    const sort = (): void => {
      best = best.sort((a, b) => b.score - a.score || a.section - b.section).slice(0, limit);
      if (best.length === limit) lowest = best.at(-1)!.score;
    };
    for (const { part, compared } of this.#parts) {
      const core = part.knownCore;
      if (!core) continue;
      for (const { sections, cosines } of compared) {
        for (let at = 0; at < sections.length; at++) {
          const score = cosines[at]!;
          if (score <= lowest) continue;
          const section = sections[at]!;
          best.push({
            section: part.first + section,
            page: part.firstPage + core.pages[section]!,
            isFirst: core.isFirst[section] === 1,
            score,
          });
          // Sort now and then, which is cheaper than a heap for so few.
          if (best.length === 4 * limit) sort();
        }
      }
    }
    sort();
    return best;
  }

  /** Return the cosines of sections. Those that were not compared are left out. */
  cosines(numbers: readonly number[]): Map<number, number> {
    const found = new Map<number, number>();
    const wanted = new Set(numbers);
    for (const { part, compared } of this.#parts) {
      for (const { sections, cosines } of compared) {
        for (let at = 0; at < sections.length; at++) {
          const section = part.first + sections[at]!;
          if (wanted.has(section)) found.set(section, cosines[at]!);
        }
      }
    }
    return found;
  }
}

function meanCalibrations(parts: readonly ComparedPart[]): Calibrations {
  const sums = new Map<string, Calibration & { count: number }>();
  for (const { part } of parts) {
    const { language } = part.facts;
    const scale = part.knownMeaning?.calibration;
    if (!scale) continue;
    const sum = sums.get(language ?? '') ?? { unrelated: 0, related: 0, count: 0 };
    sums.set(language ?? '', {
      unrelated: sum.unrelated + scale.unrelated,
      related: sum.related + scale.related,
      count: sum.count + 1,
    });
  }
  return Object.fromEntries(
    Array.from(sums, ([language, { unrelated, related, count }]) => [
      language,
      { unrelated: unrelated / count, related: related / count },
    ]),
  );
}
