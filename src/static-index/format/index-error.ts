/**
 * Why a file of an index cannot be used.
 *
 * - `not-an-index`: something else, such as the HTML that a host answers for missing files.
 * - `other-format`: an index of another version of this package.
 * - `damaged`: truncated, or with contradictory contents.
 * - `too-large`: beyond a limit of `limits.ts`.
 */
export type StaticIndexErrorCode = 'not-an-index' | 'other-format' | 'damaged' | 'too-large';

/** A file of an index that cannot be used. */
export class StaticIndexError extends Error {
  override readonly name = 'StaticIndexError';
  readonly code: StaticIndexErrorCode;

  constructor(code: StaticIndexErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** Create the error of a file that contradicts itself. @param what what is wrong, as the end of a sentence */
export function damaged(what: string): StaticIndexError {
  return new StaticIndexError('damaged', `A file of the search index is damaged: ${what}.`);
}
