import type { Nodes, Root } from 'mdast';
import { MAX_MARK, type Match } from './link-marks.ts';

/** Maximum number of code blocks that are recognised, and the longest text before one. Later ones count as text. */
const MAX_BLOCKS = 50;
const MAX_BEFORE = 30_000;
const FENCE = /^((?:[ >]|[-*+] |\d{1,9}[.)] )*)(`{3,}(?=[^`]*$)|~{3,})/;
const OPEN_FENCE = /^(?:[ >]|[-*+](?: |$)|\d{1,9}(?:[.)](?: |$)|$))*(?:`{0,2}|`{3,}[^`]*|~{0,2}|~{3,}.*)$/;

/** Finds the fenced code of Markdown that comes in pieces, where it is surely code for every reader of Markdown. */
export class CodeBlocks {
  readonly #endsInFence: (markdown: string) => boolean;
  #before = '';
  #count = 0;
  #isLineStart = true;
  #open: { marks: string; prefix: number; quotes: number } | null = null;

  /** @param endsInFence returns whether the last line of Markdown opens a fenced code block */
  constructor(endsInFence: (markdown: string) => boolean) {
    this.#endsInFence = endsInFence;
  }

  /** Note text that was let through. */
  note(text: string): void {
    if (text === '') return;
    if (this.#before.length <= MAX_BEFORE) this.#before += text;
    this.#isLineStart = text.endsWith('\n');
  }

  /** Return how many characters at the start of the text are code, with their fences. */
  take(text: string, isLast: boolean): 'open' | number {
    if (!this.#isLineStart) return this.#open ? lineEnd(text) : 0;
    const match = this.#open ? this.#readCode(text, this.#open) : this.#readFence(text);
    if (match === 'open') return isLast ? this.#takeLast(text) : 'open';
    // What is text is not asked about again.
    if (match === null) this.#isLineStart = false;
    return match ?? 0;
  }

  #takeLast(text: string): number {
    const line = `${text}\n`;
    const match = this.#open ? this.#readCode(line, this.#open) : this.#readFence(line);
    return typeof match === 'number' ? Math.min(text.length, match) : 0;
  }

  #readFence(text: string): Match<number> {
    const line = text.slice(0, MAX_MARK).split('\n', 1)[0]!;
    if (!OPEN_FENCE.test(line)) return null;
    if (line.length === text.length) return line.length < MAX_MARK ? 'open' : null;
    const [, prefix = '', marks = ''] = FENCE.exec(line) ?? [];
    if (marks === '' || text[line.length] !== '\n') return null;
    if (this.#count++ >= MAX_BLOCKS || this.#before.length > MAX_BEFORE) return null;
    if (!this.#endsInFence(this.#before + line)) return null;
    this.#open = { marks, prefix: prefix.length, quotes: prefix.split('>').length };
    return line.length + 1;
  }

  #readCode(text: string, open: { marks: string; prefix: number; quotes: number }): Match<number> {
    const [lead] = /^[ >]*/.exec(text.slice(0, MAX_MARK))!;
    if (lead.length === text.length) return 'open';
    const isBlank = text[lead.length] === '\n' && open.quotes === 1;
    if (!isBlank && (lead.length < open.prefix || lead.split('>').length < open.quotes)) {
      this.#open = null;
      // The line may open the next block.
      return this.#readFence(text);
    }
    const marks = /^[`~]*[ \t]*/.exec(text.slice(lead.length, lead.length + MAX_MARK))![0];
    const end = lead.length + marks.length;
    if (end === text.length && marks.length < MAX_MARK) return 'open';
    if (text[end] === '\n' && marks.startsWith(open.marks)) this.#open = null;
    return lineEnd(text);
  }
}

/** Return whether the last line of Markdown opens a fenced code block. */
export function endsInFence(markdown: string, parseMarkdown: (text: string) => Root): boolean {
  let node: Nodes = parseMarkdown(markdown);
  while ('children' in node && node.children.length > 0) node = node.children.at(-1)!;
  const start = node.type === 'code' ? node.position?.start.offset : undefined;
  return start !== undefined && /[`~]/.test(markdown[start]!) && !markdown.slice(start).includes('\n');
}

/** Return the length of the first line, or of the text if that has not ended. */
function lineEnd(text: string): number {
  const end = text.indexOf('\n');
  return end === -1 ? text.length : end + 1;
}
