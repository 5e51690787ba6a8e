import type { InsightCount } from '../storage/insight-store.ts';

/** Counts in memory, until they are in the store. */
export class CountBuffer {
  readonly #counts = new Map<string, InsightCount>();
  readonly #maxTexts: number;

  /** @param maxTexts different texts that are held; beyond, the rarest are counted without their text */
  constructor(maxTexts: number) {
    this.#maxTexts = maxTexts;
  }

  add(count: InsightCount): void {
    const { projectId, day, kind, version, language, text } = count;
    const key = JSON.stringify([projectId, day, kind, version, language, text]);
    const known = this.#counts.get(key);
    if (known) known.count += count.count;
    else this.#counts.set(key, { ...count });
    if (this.#counts.size > 2 * this.#maxTexts) this.#forgetRarest();
  }

  /** Return all counts, and hold none of them any more. */
  take(): InsightCount[] {
    const counts = [...this.#counts.values()];
    this.#counts.clear();
    return counts;
  }

  #forgetRarest(): void {
    const counts = this.take().sort((one, other) => other.count - one.count);
    const kept = counts.slice(0, this.#maxTexts);
    const rest = counts.slice(this.#maxTexts).map((count) => ({ ...count, text: '' }));
    for (const count of [...kept, ...rest]) {
      const { projectId, day, kind, version, language, text } = count;
      const key = JSON.stringify([projectId, day, kind, version, language, text]);
      const known = this.#counts.get(key);
      if (known) known.count += count.count;
      else this.#counts.set(key, count);
    }
  }
}
