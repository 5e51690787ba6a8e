import { MAX_TITLE_LENGTH, type SuggestedLink } from './reply-links.ts';
import { MAX_LINKS } from './reply-limits.ts';
import { mayBecomeFence, SUGGESTIONS_FENCE } from './suggestions-finder.ts';

/** Most lines of suggestions that are read, and their greatest length: matching a line is O(n²). */
const MAX_SUGGESTION_LINES = 100;
const MAX_SUGGESTION_LENGTH = 1000;

/**
 * Separate the fenced `suggestions` blocks from a text. Each line is a link, as `(label)[target]` or `[label](target)`, or
 * a question, whose target is `?ask=` and the question.
 *
 * @param streaming whether more may follow. Then a last line that may become the opening fence is held back, so that the
 *   text that is shown only ever grows at its end
 */
export function splitSuggestions(
  text: string,
  streaming = false,
): { text: string; suggestions: SuggestedLink[] } {
  const suggestions: SuggestedLink[] = [];
  if (!SUGGESTIONS_FENCE.test(text)) return { text: streaming ? holdBackFence(text) : text, suggestions };
  let kept = '';
  let fence: { mark: string; offers: boolean } | null = null;
  let lines = 0;
  for (const line of text.match(/[^\n]*\n|[^\n]+$/g) ?? []) {
    const [, mark, info] = /^ {0,3}(`{3,}|~{3,})(.*)/.exec(line) ?? [];
    if (fence === null) {
      if (mark !== undefined) fence = { mark, offers: info?.trim() === 'suggestions' };
      if (!fence?.offers) kept += line;
      continue;
    }
    const closes = mark !== undefined && mark.startsWith(fence.mark) && info?.trim() === '';
    if (!fence.offers) kept += line;
    else if (!closes && ++lines <= MAX_SUGGESTION_LINES) {
      const link = readSuggestion(line);
      if (link !== null && suggestions.length < MAX_LINKS) suggestions.push(link);
    }
    if (closes) fence = null;
  }
  return { text: streaming && !fence?.offers ? holdBackFence(kept) : kept, suggestions };
}

function readSuggestion(line: string): SuggestedLink | null {
  if (line.length > MAX_SUGGESTION_LENGTH) return null;
  const match = /^\s*(?:[-*+] )?(?:\((.+)\)\[([^\]]+)\]|\[(.+)\]\(([^)]+)\))\s*$/.exec(line);
  const question = /^\s*(?:[-*+] |\d\. )?(.*[?？؟])\s*$/.exec(line)?.[1]?.slice(0, MAX_TITLE_LENGTH);
  if (match === null && question)
    return { label: question, target: `?${new URLSearchParams({ ask: question })}` };
  const label = (match?.[1] ?? match?.[3])?.trim();
  const target = (match?.[2] ?? match?.[4])?.trim();
  return label && target ? { label: label.slice(0, MAX_TITLE_LENGTH), target } : null;
}

/** Return a text without its last line, if that line may become the opening fence of a `suggestions` block. */
function holdBackFence(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  return mayBecomeFence(text.slice(lineStart)) ? text.slice(0, lineStart) : text;
}
