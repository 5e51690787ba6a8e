import { decode } from './headings.ts';

/** A section of a page. */
export interface SectionTarget {
  /** Fragment that leads to it, without `#`. */
  readonly id: string;
  /** The words of its heading, where they are known. */
  readonly heading?: string;
}

interface MarkdownHeading {
  readonly line: number;
  readonly level: number;
  readonly text: string;
}

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const ATX = /^ {0,3}(#{1,6})(?:[ \t]+(.*))?$/;
/** The end of a heading that is closed by its sign. */
const CLOSING = /(?<![^ \t])#+$/;
const SETEXT = /^ {0,3}(=+|-+)[ \t]*$/;

/**
 * Cut the Markdown of a page to a section and those below it.
 *
 * @returns Markdown that begins with the heading; `null` if the page has no such section
 */
export function cutSection(markdown: string, { id, heading }: SectionTarget): string | null {
  const lines = markdown.split(/\r?\n/);
  const headings = findHeadings(lines);
  const found = findSection(headings, decode(id), heading);
  if (!found) return null;
  const end = headings.find(({ line, level }) => line > found.line && level <= found.level);
  return lines.slice(found.line, end?.line).join('\n').trim();
}

/** Name the sections of a page, as Markdown has their headings. */
export function listSections(markdown: string): string[] {
  return findHeadings(markdown.split(/\r?\n/)).map(({ text }) => text);
}

function findSection(
  headings: readonly MarkdownHeading[],
  id: string,
  heading: string | undefined,
): MarkdownHeading | undefined {
  const named = headings.filter(({ text }) => namesId(text, id));
  const alike = headings.filter(({ text }) => letters(text) === letters(heading ?? id));
  // The second of two headings that say the same has the id `name-1`.
  const [, base = '', number = ''] = /^(.+)-(\d+)$/.exec(id) ?? [];
  const numbered = headings.filter(({ text }) => letters(text) === letters(base));
  const last = numbered[Number(number)];
  if (named.length > 0) return named[0];
  if (last && (alike.length === 0 || alike.includes(last))) return last;
  return alike[0];
}

/** Whether a heading has its id written out: `## Name {#id}`, `## Name <a id="id"></a>`. */
function namesId(text: string, id: string): boolean {
  return text.includes(`{#${id}}`) || text.includes(`id="${id}"`);
}

/** Find headings outside of code and front matter. */
function findHeadings(lines: readonly string[]): MarkdownHeading[] {
  const headings: MarkdownHeading[] = [];
  let fence = '';
  const start = lines[0] === '---' ? lines.indexOf('---', 1) + 1 : 0;
  for (let line = start; line < lines.length; line += 1) {
    const text = lines[line]!;
    const mark = FENCE.exec(text)?.[1] ?? '';
    if (fence !== '') {
      if (mark.startsWith(fence) && text.trim() === mark) fence = '';
      continue;
    }
    fence = mark;
    const atx = ATX.exec(text.trimEnd());
    if (atx)
      headings.push({ line, level: atx[1]!.length, text: (atx[2] ?? '').replace(CLOSING, '').trimEnd() });
    else if (isUnderlined(lines, line))
      headings.push({ line, level: lines[line + 1]!.trim().startsWith('=') ? 1 : 2, text: text.trim() });
  }
  return headings;
}

/** Whether a line is a paragraph of one line with an underline. */
function isUnderlined(lines: readonly string[], line: number): boolean {
  const [before = '', text = '', after = ''] = [lines[line - 1], lines[line], lines[line + 1]];
  return SETEXT.test(after) && before.trim() === '' && /^ {0,3}[^\s>|#*+-]/.test(text);
}

/**
 * The letters and digits of a heading or an id, by which both are compared: generators make ids of headings in their own ways. None of
 * the expressions looks beyond the next sign that begins what it removes, so that a long line costs no more than its length.
 */
function letters(text: string): string {
  return text
    .replace(/\{#[^{}]*\}|<[^<>]*>/g, '')
    .replace(/\]\([^\])]*\)/g, ']')
    .normalize('NFKC')
    .replace(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase();
}
