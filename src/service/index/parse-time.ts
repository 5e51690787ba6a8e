import type { DocsLimits } from '../docs/docs-limits.ts';

/** Reads the processor time of a thread, in milliseconds. `null`: this runtime does not tell. */
export type ReadThreadTime = () => Promise<number | null>;

/**
 * Processor time that a thread has taken for one task, in milliseconds. On a busy machine it is less than the time that has passed,
 * so that what a task may take does not depend on what else runs.
 */
export class ThreadTime {
  /** As of `performance.now()`. */
  readonly #begin = performance.now();
  readonly #read: ReadThreadTime;
  /** Time of the thread before the task, once it is known. */
  #before: number | undefined;
  #isReading = false;
  #milliseconds = 0;

  constructor(read: ReadThreadTime) {
    this.#read = read;
  }

  get milliseconds(): number {
    return this.#milliseconds;
  }

  /** Milliseconds on the clock since the task began. */
  get elapsed(): number {
    return performance.now() - this.#begin;
  }

  /**
   * Count a stretch of time, and ask the thread. Until it answers, the time of the whole process is taken for its own: Node tells that
   * of threads since 22.19 and 24.6 only.
   */
  look({ elapsed, ofProcess }: { elapsed: number; ofProcess: number }): void {
    this.#milliseconds += Math.min(elapsed, ofProcess, this.elapsed);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#read().then(
      (time) => {
        this.#isReading = false;
        if (time === null) return;
        this.#before ??= time - this.#milliseconds;
        this.#milliseconds = time - this.#before;
      },
      // The thread has ended.
      () => {},
    );
  }
}

/** Measures stretches of time: that on the clock, and that of all threads of the process. */
export class ProcessTime {
  #lookedAt = performance.now();
  #taken = process.cpuUsage();

  /** Return the time since the last look. */
  look(): { elapsed: number; ofProcess: number } {
    const { user, system } = process.cpuUsage(this.#taken);
    const now = performance.now();
    const stretch = { elapsed: now - this.#lookedAt, ofProcess: (user + system) / 1_000 };
    this.#taken = process.cpuUsage();
    this.#lookedAt = now;
    return stretch;
  }
}

/** Processor time that a file always has where the limit allows it, in milliseconds: ample for any page of a documentation. */
const MIN_PARSE_MILLISECONDS = 1_000;

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
