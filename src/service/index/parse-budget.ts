import type { DocsLimits } from '../docs/docs-limits.ts';

/** Time that a file always has, in milliseconds: ample for any page of a documentation. */
export const LEAST_PARSE_MILLISECONDS = 1_000;

/**
 * Time that files may take. Together they may lose `slowMilliseconds` to files that are then left out: the more is lost, the less
 * time each has, down to one second. Files that are lost at the same time cost that time once.
 */
export class ParseBudget {
  readonly #limits: Pick<DocsLimits, 'parseMilliseconds' | 'slowMilliseconds'>;
  #lost = 0;
  #lastLoss = 0;

  constructor(limits: Pick<DocsLimits, 'parseMilliseconds' | 'slowMilliseconds'>) {
    this.#limits = limits;
  }

  /** Milliseconds that a file has. */
  get milliseconds(): number {
    const { parseMilliseconds, slowMilliseconds } = this.#limits;
    return Math.max(LEAST_PARSE_MILLISECONDS, Math.min(parseMilliseconds, slowMilliseconds - this.#lost));
  }

  /** Charge a file that is left out now. @param begin as of `performance.now()` */
  charge(begin: number): void {
    const now = performance.now();
    this.#lost += now - Math.max(begin, this.#lastLoss);
    this.#lastLoss = now;
  }
}
