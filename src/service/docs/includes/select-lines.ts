/** The lines of a file that a page includes. Without any of this: all. */
export interface Selection {
  /** First and last lines, from 1; negative ones count from the end. */
  ranges?: readonly (readonly [first: number, last: number])[];
  /** Name of an anchor, a section, a region, a tag, a heading or a definition. */
  part?: string;
  /** Text of the line that it begins after, or with. */
  after?: string;
  from?: string;
  /** Text of the line that it ends before, or with. */
  before?: string;
  to?: string;
}

/** `ANCHOR: x` of mdBook, `--8<-- [start:x]` of pymdownx, `tag::x[]` of AsciiDoc, with their ends. */
const MARK =
  /\bANCHOR(_END)?:[ \t]*([\w-]+)|-8<-+[ \t]*\[[ \t]*(?:start|(end))[ \t]*:[ \t]*([\w.-]+)[ \t]*\]|\b(?:tag|(end))::([\w-]+)\[\]/;
/** `// #region x`, `<!-- #endregion -->`, `#pragma region x` and their like in any language. */
const REGION =
  /^[ \t]*(?:\/\/|\/\*\*?|<!--|--|[#;%"]|::|rem\b)?[ \t]*#?(?:pragma[ \t]+)?(end)?[ \t]?region\b[ \t]*:?[ \t]*([\w*-][\w .*-]*?)?[ \t]*(?:\*\/|-->)?[ \t]*$/i;
const HEADING = /^(#{1,6})[ \t]+(.*?)(?:[ \t]+\{[^{}]*\})?[ \t]*#*[ \t]*$/;
const DEFINITION = /^[ \t]*(?:async[ \t]+)?(?:def|class|function)[ \t]+(\w+)/;

interface Mark {
  name: string | undefined;
  isEnd: boolean;
}

/** Return the selected lines of a text without the marks of its parts; `null` when it has no such part. */
export function selectLines(text: string, selection: Selection): string | null {
  const lines = text.replace(/\n$/, '').split('\n');
  const { ranges, part, after, from, before, to } = selection;
  let selected: readonly string[] | null = lines;
  if (part !== undefined) selected = partOf(lines, part);
  if (after !== undefined || from !== undefined) selected = selected && startAt(selected, after, from);
  if (before !== undefined || to !== undefined) selected = selected && endAt(selected, before, to);
  if (selected === null) return null;
  if (ranges !== undefined && ranges.length > 0) {
    const all = selected;
    selected = ranges.flatMap(([first, last]) =>
      all.slice(first < 0 ? first : Math.max(first - 1, 0), last < 0 ? all.length + 1 + last : last),
    );
  }
  const kept = selected.filter((line) => !MARK.test(line));
  return (selected === lines ? kept : withoutIndent(kept)).join('\n');
}

function partOf(lines: readonly string[], part: string): readonly string[] | null {
  return (
    marked(lines, part, readMark) ??
    marked(lines, part, readRegion) ??
    below(lines, part) ??
    definition(lines, part)
  );
}

function readMark(line: string): Mark | null {
  const match = MARK.exec(line);
  if (match === null) return null;
  return { name: match[2] ?? match[4] ?? match[6], isEnd: Boolean(match[1] ?? match[3] ?? match[5]) };
}

function readRegion(line: string): Mark | null {
  const match = REGION.exec(line);
  return match && { name: match[2], isEnd: match[1] !== undefined };
}

/** Return the lines between the marks of a part. */
function marked(
  lines: readonly string[],
  part: string,
  read: (line: string) => Mark | null,
): readonly string[] | null {
  const kept: string[] = [];
  let isFound = false;
  /** Marks of other parts that are open inside this one. */
  let open: number | null = null;
  for (const line of lines) {
    const mark = read(line);
    if (open === null) {
      if (mark?.name === part && !mark.isEnd) open = 0;
      isFound ||= open !== null;
    } else if (mark === null) kept.push(line);
    else if (mark.isEnd && (mark.name === part || (mark.name === undefined && open === 0))) open = null;
    else open = Math.max(0, open + (mark.isEnd ? -1 : 1));
  }
  return isFound ? kept : null;
}

/** Return a heading of Markdown, named by its anchor, and what is below it. */
function below(lines: readonly string[], part: string): readonly string[] | null {
  const headings = lines.map((line) => HEADING.exec(line));
  const start = headings.findIndex((heading) => heading && anchorOf(heading[2]!) === part.toLowerCase());
  if (start === -1) return null;
  const depth = headings[start]![1]!.length;
  const end = headings.findIndex((heading, at) => at > start && heading && heading[1]!.length <= depth);
  return lines.slice(start, end === -1 ? undefined : end);
}

function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .trim()
    .replaceAll(' ', '-');
}

/** Return a definition of Python, by its indentation, or of a language with a brace in the column of its start. */
function definition(lines: readonly string[], part: string): readonly string[] | null {
  const name = part.split('.').at(-1);
  const start = lines.findIndex((line) => DEFINITION.exec(line)?.[1] === name);
  if (start === -1) return null;
  const column = (line: string) => line.length - line.trimStart().length;
  const first = column(lines[start]!);
  const end = lines.findIndex((line, at) => at > start && line.trim() !== '' && column(line) <= first);
  if (end === -1) return lines.slice(start);
  return lines
    .slice(start, /^\s*\}/.test(lines[end]!) ? end + 1 : end)
    .join('\n')
    .trimEnd()
    .split('\n');
}

function startAt(lines: readonly string[], after: string | undefined, from: string | undefined) {
  const start = lines.findIndex((line) => line.includes((after ?? from)!));
  return start === -1 ? null : lines.slice(after === undefined ? start : start + 1);
}

function endAt(lines: readonly string[], before: string | undefined, to: string | undefined) {
  const end = lines.findIndex((line) => line.includes((before ?? to)!));
  return end === -1 ? null : lines.slice(0, before === undefined ? end + 1 : end);
}

function withoutIndent(lines: readonly string[]): string[] {
  const indents = lines.filter((line) => line.trim() !== '').map((line) => /^[ \t]*/.exec(line)![0].length);
  const least = indents.reduce((a, b) => Math.min(a, b), Infinity);
  return Number.isFinite(least) ? lines.map((line) => line.slice(least)) : [...lines];
}
