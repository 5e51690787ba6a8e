import { isRecord, isString } from './record.ts';
import type { ReplyContent } from './reply-content.ts';
import { MAX_LINKS } from './reply-limits.ts';

/** A page the answer rests on. The path is as the server named it: give it to `resolvePage` before linking to it. */
export interface SourceLink {
  path: string;
  title: string;
}

/** A follow-up that the reply offers. The target is not checked yet. */
export interface SuggestedLink {
  label: string;
  target: string;
}

/** Longest path or target that is looked at. */
const MAX_PATH_LENGTH = 2048;
/** Lines of suggestions that are looked at, and how long one may be: matching one takes the square of its length. */
const MAX_SUGGESTION_LINES = 100;
const MAX_SUGGESTION_LENGTH = 1000;
/** Longest title or label; longer ones are cut. */
const MAX_TITLE_LENGTH = 300;

/**
 * Lists the pages a reply rests on: its source parts and citations, then what its tools found. Each page once, at most
 * {@link MAX_LINKS}.
 */
export function readReplySources(reply: Pick<ReplyContent, 'sources' | 'toolCalls'>): SourceLink[] {
  const links = new Map<string, SourceLink>();
  const add = (path: string | null, title: unknown): void => {
    if (path === null || path === '' || path.length > MAX_PATH_LENGTH) return;
    const key = pageKey(path);
    if (links.size >= MAX_LINKS || links.has(key)) return;
    const text = isString(title) ? title.trim() : '';
    links.set(key, { path, title: (text === '' ? path : text).slice(0, MAX_TITLE_LENGTH) });
  };
  for (const { url, title } of reply.sources) add(url, title);
  for (const { output } of reply.toolCalls) {
    for (const result of readToolResults(output)) {
      const { metadata } = result;
      const path = [result.path, result.url, result.link, result.href].find(isString);
      const title = isRecord(metadata) && isString(metadata.title) ? metadata.title : result.title;
      add(path ?? null, title);
    }
  }
  return [...links.values()];
}

function readToolResults(output: unknown): Record<string, unknown>[] {
  const results = isRecord(output) ? output.results : output;
  return Array.isArray(results) ? results.filter(isRecord) : [];
}

/** Equal for the spellings of one page: leading slashes, a trailing `index` and the fragment make no difference. */
function pageKey(path: string): string {
  const page = path
    .replace(/#.*$/s, '')
    .replace(/^\/+/, '')
    .replace(/(^|\/)index$/, '$1')
    .replace(/\/$/, '');
  return page === '' ? path : page;
}

/**
 * Takes the fenced `suggestions` blocks out of a text: one link a line, `(label)[target]` or `[label](target)`.
 *
 * @param streaming whether more may follow. Then a line at the end that may become the opening fence is held back, so
 *   that what is shown only ever grows at its end
 */
export function splitSuggestions(
  text: string,
  streaming = false,
): { text: string; suggestions: SuggestedLink[] } {
  const suggestions: SuggestedLink[] = [];
  if (!/^ {0,3}(?:`{3,}|~{3,})[ \t]*suggestions[ \t\r]*$/m.test(text))
    return { text: streaming ? holdBackFence(text) : text, suggestions };
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
  const label = (match?.[1] ?? match?.[3])?.trim();
  const target = (match?.[2] ?? match?.[4])?.trim();
  return label && target ? { label: label.slice(0, MAX_TITLE_LENGTH), target } : null;
}

function holdBackFence(text: string): string {
  const lineStart = text.lastIndexOf('\n') + 1;
  const info = /^ {0,3}(?:`+|~+)[ \t]*(\w*)$/.exec(text.slice(lineStart))?.[1];
  return info !== undefined && 'suggestions'.startsWith(info) ? text.slice(0, lineStart) : text;
}
