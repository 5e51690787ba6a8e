import type { Target } from './target.ts';

/** What a check has found. */
export interface Outcome {
  readonly result: 'pass' | 'fail' | 'skipped';
  /** What was seen, or why the check was skipped. */
  readonly seen: string;
}

/** A sentence of the contract, and how to see whether a server keeps it. */
export interface Check {
  /** `endpoint.what` */
  readonly name: string;
  /** The sentence, with its section. */
  readonly contract: string;
  /** What has to be seen. */
  readonly expected: string;
  /** Checks without which this one says nothing. */
  readonly needs?: readonly string[];
  /** @returns the outcome. It must not reject, whatever the server sends. */
  run(target: Target): Promise<Outcome>;
}

export const pass = (seen: string): Outcome => ({ result: 'pass', seen });
export const fail = (seen: string): Outcome => ({ result: 'fail', seen });
export const skip = (reason: string): Outcome => ({ result: 'skipped', seen: reason });
export const passIf = (isTrue: boolean, seen: string): Outcome => (isTrue ? pass(seen) : fail(seen));

/** Write a number of things: `1 result`, `2 results`. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}
