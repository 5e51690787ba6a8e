/** Whether a `suggestions` block begins in a text. Bounded, so that a longer line need not be kept to be recognised. */
export const SUGGESTIONS_FENCE = /^ {0,3}(?:`{3,20}|~{3,20})[ \t]{0,20}suggestions[ \t\r]{0,20}$/m;
/** No line that is as long matches {@link SUGGESTIONS_FENCE}. */
const MAX_FENCE_LENGTH = 80;

/** Whether a line under way may become the opening fence of a `suggestions` block. */
export function mayBecomeFence(line: string): boolean {
  const info = /^ {0,3}(?:`{1,20}|~{1,20})[ \t]{0,20}(\w*)$/.exec(line)?.[1];
  return info !== undefined && 'suggestions'.startsWith(info);
}

/**
 * Finds the beginning of the suggestions in a growing text. Only the new text and the line under way are looked at, and
 * the text so far is concatenated but never cut: both would be O(n²) over all pieces.
 */
export class SuggestionsFinder {
  #text = '';
  /** The text up to the line under way. */
  #lines = '';
  /** The line under way, as far as it matters. */
  #line = '';
  /** The text before the suggestions; `null` while none have begun. */
  head: string | null = null;

  /** The text without a line under way that may begin suggestions. */
  get settled(): string {
    return mayBecomeFence(this.#line) ? this.#lines : this.#text;
  }

  append(added: string): void {
    const lineEnd = added.lastIndexOf('\n') + 1;
    if (lineEnd > 0) {
      this.#find(added.slice(0, lineEnd));
      this.#lines = this.#text + added.slice(0, lineEnd);
      this.#line = '';
    }
    this.#line = (this.#line + added.slice(lineEnd)).slice(0, MAX_FENCE_LENGTH);
    this.#text += added;
  }

  /** Take the line under way as complete, because the text has ended. */
  end(): void {
    this.#find('');
  }

  /** @param added completes the line under way */
  #find(added: string): void {
    const fence = (this.#line + added).search(SUGGESTIONS_FENCE);
    if (this.head !== null || fence < 0) return;
    const { length } = this.#line;
    this.head = fence < length ? this.#lines : this.#text + added.slice(0, fence - length);
  }
}
