import { MAX_TITLE_LENGTH, type SuggestedLink } from './reply-links.ts';
import { MAX_LINKS } from './reply-limits.ts';

/** A line that opens a `suggestions` block. */
export const SUGGESTIONS_FENCE = /^ {0,3}(?:`{3,20}|~{3,20})[ \t]{0,20}suggestions[ \t\r]{0,20}$/m;
/** No line that is as long opens a block, or closes one. */
const MAX_FENCE_LENGTH = 200;

/** Whether a line under way may become the opening fence of a `suggestions` block. */
export function mayBecomeFence(line: string): boolean {
  if (line.length > MAX_FENCE_LENGTH) return false;
  const info = /^ {0,3}(?:`{1,20}|~{1,20})[ \t]{0,20}(\w*)$/.exec(line)?.[1];
  return info !== undefined && 'suggestions'.startsWith(info);
}

/** Maximum number of lines of suggestions that are read, and their greatest length: matching a line is O(n²). */
const MAX_SUGGESTION_LINES = 100;
const MAX_SUGGESTION_LENGTH = 1000;

/** A text without its suggestions, and these. */
export interface SplitText {
  readonly text: string;
  readonly suggestions: SuggestedLink[];
}

interface State extends SplitText {
  /** The fenced block under way. */
  readonly fence: { readonly mark: string; readonly offers: boolean } | null;
  /** Lines of suggestions so far. */
  readonly lines: number;
}

/**
 * Separates the fenced `suggestions` blocks from a growing text. Each line of one is a link, as `(label)[target]` or
 * `[label](target)`, or a question, whose target is `?ask=` and the question. Complete lines are read once: to read the
 * text again for each piece would be O(n²).
 */
export class SuggestionsReader {
  /** State after the last complete line. */
  #state: State = { text: '', suggestions: [], fence: null, lines: 0 };
  #unfinishedLine = '';

  /** Whether the last complete line belongs to a block of suggestions that goes on. */
  get isInside(): boolean {
    return this.#state.fence?.offers === true;
  }

  append(added: string): void {
    const end = added.lastIndexOf('\n') + 1;
    if (end > 0) {
      const lines = this.#unfinishedLine + added.slice(0, end);
      for (const line of lines.match(/[^\n]*\n/g)!) this.#state = readLine(this.#state, line);
      this.#unfinishedLine = '';
    }
    this.#unfinishedLine += added.slice(end);
  }

  /**
   * @param streaming whether more may follow. Then a last line that may become the opening fence is held back, so that the
   *   text that is shown only ever grows at its end
   */
  read(streaming: boolean): SplitText {
    const { text, suggestions } = readLine(this.#state, this.#unfinishedLine);
    return {
      text: streaming && mayBecomeFence(this.#unfinishedLine) ? this.#state.text : text,
      suggestions,
    };
  }
}

/** Separate the suggestions from a text, as {@link SuggestionsReader} does. */
export function splitSuggestions(text: string, streaming = false): SplitText {
  const reader = new SuggestionsReader();
  reader.append(text);
  return reader.read(streaming);
}

/** Return the state after a line. */
function readLine(state: State, line: string): State {
  const { fence, suggestions } = state;
  const isShort = line.length <= MAX_FENCE_LENGTH;
  const [, mark, info] = (isShort && /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line)) || [];
  const opens = fence === null && mark !== undefined;
  const closes = fence !== null && mark?.startsWith(fence.mark) && info?.trim() === '';
  const next = opens ? { mark, offers: SUGGESTIONS_FENCE.test(line) } : closes ? null : fence;
  if (!(fence ?? next)?.offers) return { ...state, text: state.text + line, fence: next };
  if (opens || closes) return { ...state, fence: next };
  const lines = state.lines + 1;
  const link = lines <= MAX_SUGGESTION_LINES && suggestions.length < MAX_LINKS ? readSuggestion(line) : null;
  return { ...state, lines, suggestions: link ? [...suggestions, link] : suggestions };
}

/** Return what a line of a `suggestions` block offers. */
export function readSuggestion(line: string): SuggestedLink | null {
  if (line.length > MAX_SUGGESTION_LENGTH) return null;
  const match = /^\s*(?:[-*+] )?(?:\((.+)\)\[([^\]]+)\]|\[(.+)\]\(([^)]+)\))\s*$/.exec(line);
  const question = /^\s*(?:[-*+] |\d\. )?(.*[?？؟])\s*$/.exec(line)?.[1]?.slice(0, MAX_TITLE_LENGTH);
  if (match === null && question)
    return { label: question, target: `?${new URLSearchParams({ ask: question })}` };
  const label = (match?.[1] ?? match?.[3])?.trim();
  const target = (match?.[2] ?? match?.[4])?.trim();
  return label && target ? { label: label.slice(0, MAX_TITLE_LENGTH), target } : null;
}
