import type { DocsLimits } from '../docs/docs-limits.ts';

/** Processor time that a file always has where the limit allows it, in milliseconds: ample for any page of a documentation. */
export const MIN_PARSE_MILLISECONDS = 1_000;

/**
 * Processor time that files may take. Together they may lose `slowMilliseconds` to files that are then left out: the more is lost, the
 * less each has, down to one second.
 */
export class ParseBudget {
  readonly #limits: Pick<DocsLimits, 'parseMilliseconds' | 'slowMilliseconds'>;
  #lost = 0;

  constructor(limits: Pick<DocsLimits, 'parseMilliseconds' | 'slowMilliseconds'>) {
    this.#limits = limits;
  }

  /** Milliseconds that a file has. */
  get milliseconds(): number {
    const { parseMilliseconds, slowMilliseconds } = this.#limits;
    return Math.min(parseMilliseconds, Math.max(MIN_PARSE_MILLISECONDS, slowMilliseconds - this.#lost));
  }

  /** Whether a file has all that one ever has. */
  get isWhole(): boolean {
    const { parseMilliseconds, slowMilliseconds } = this.#limits;
    return this.milliseconds >= Math.min(parseMilliseconds, slowMilliseconds);
  }

  /** Charge the time of a file that is left out. */
  charge(milliseconds: number): void {
    this.#lost += milliseconds;
  }
}
