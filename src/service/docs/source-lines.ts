import { writtenAttribute } from './includes/include-marks.ts';

const FENCE = /^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})(.*)$/;
/** `:::tip[Title]{.class} Title` of Docusaurus, Starlight, VitePress and remark-directive, and its end. */
const DIRECTIVE = /^([ \t]*):{3,}[ \t]*([\w-]*)(?:\[(.*)\])?[ \t]*(?:\{([^{}]*)\})?[ \t]*(.*)$/;
const HEADING = /^([ \t]*#{1,6}[ \t])(.*)$/;
/** `{#id .class key=value}` of Pandoc, Docusaurus and VitePress, `{ #id }` of Python-Markdown, `{: #id }` of kramdown. */
const ATTRIBUTES =
  /[ \t]*\{:?[ \t]*((?:[#.][^\s{}]+|-|[\w-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s{}"']+))(?:[ \t]+(?:[#.][^\s{}]+|[\w-]+=(?:"[^"{}]*"|'[^'{}]*'|[^\s{}"']+)))*)[ \t]*\}$/;
/** `{/*id*\/}` of the documentation of React, and other comments. */
const COMMENT = /[ \t]*\{\/\*[ \t]*([^{}]*?)[ \t]*\*\/\}$/;
/** `[#id]` of Fumadocs and Nextra; not `[#123]`, an issue. */
const BRACKETS = /[ \t]*\[#([^\d\s[\]][^\s[\]]*)\]$/;
/** `[!toc]` and `[toc]`: whether the heading is in the table of contents. */
const TOC = /[ \t]*\[!?toc\]$/i;
/** Attributes of kramdown for the block before, on a line of their own. */
const BLOCK_ATTRIBUTES = /^([ \t>]*)\{:([^{}]*)\}[ \t]*$/;
const ID = /(?:^|[\s:])#([^\s{}]+)/;
/** Label of MyST before a heading. */
const LABEL = /^\([\w:. -]+\)=[ \t]*$/;
/** Whether a text may have any of this. */
const EXTENSION = /:::|\{[ \t]*[-#.:/\w]|\[#|\[!?toc\]|\)=/i;

/**
 * Rewrite the lines of syntaxes that neither CommonMark nor MDX has, outside fenced code and frontmatter: the title of a `:::`
 * block becomes a bold line, its fences blank lines; marks at the end of a heading are left out but for its explicit id, which is
 * written as `\{#id\}`, because MDX would parse the braces as JavaScript. Line numbers do not change.
 */
export function rewriteExtensionLines(text: string): string {
  if (!EXTENSION.test(text)) return text;
  let fence: string | undefined;
  const [frontmatterEnd] = /^(?:---|\+\+\+)(?=\n)/.exec(text) ?? [];
  let inFrontmatter = frontmatterEnd !== undefined;
  const source = text.split('\n');
  const lines: string[] = [];
  source.forEach((line, index) => {
    if (inFrontmatter) {
      if (index > 0 && line.trimEnd() === frontmatterEnd) inFrontmatter = false;
      lines.push(line);
      return;
    }
    const [, marks, info = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (marks?.startsWith(fence) && info.trim() === '') fence = undefined;
      lines.push(line);
      return;
    }
    if (marks !== undefined && !(marks.startsWith('`') && info.includes('`'))) {
      fence = marks;
      lines.push(line);
      return;
    }
    const attributes = BLOCK_ATTRIBUTES.exec(line);
    if (attributes) {
      const id = ID.exec(attributes[2]!)?.[1];
      const before = lines.at(-1);
      if (id !== undefined && before !== undefined && HEADING.test(before) && !before.endsWith('\\}'))
        lines.splice(-1, 1, `${before} \\{#${id}\\}`);
      // In a quote the mark of the quote stays, so that it is one.
      lines.push(attributes[1]!.trimEnd());
      return;
    }
    if (LABEL.test(line) && HEADING.test(source.slice(index + 1, index + 3).find(Boolean) ?? '')) {
      lines.push('');
      return;
    }
    lines.push(rewriteLine(line));
  });
  return lines.join('\n');
}

function rewriteLine(line: string): string {
  const [, marks, heading] = HEADING.exec(line) ?? [];
  if (marks !== undefined && heading !== undefined) {
    const { text, id } = splitHeading(heading.replace(/[ \t]+#+[ \t]*$/, ''));
    return id === undefined ? `${marks}${text}` : `${marks}${text} \\{#${id}\\}`;
  }
  const directive = DIRECTIVE.exec(line);
  if (directive === null) return line;
  const [, indent = '', , bracketTitle, attributes = '', plainTitle] = directive;
  const title = (
    bracketTitle ||
    plainTitle ||
    writtenAttribute(attributes, 'title', 'summary', 'label') ||
    ''
  ).trim();
  return title === '' ? '' : `${indent}**${title}**`;
}

/** Split a heading from the marks at its end. Of several ids the last counts. */
export function splitHeading(heading: string): { text: string; id: string | undefined } {
  let text = heading.trimEnd();
  let id: string | undefined;
  while (true) {
    const match = ATTRIBUTES.exec(text) ?? COMMENT.exec(text) ?? BRACKETS.exec(text) ?? TOC.exec(text);
    if (match === null) return { text, id };
    text = text.slice(0, match.index).trimEnd();
    id ??= idOf(match[0], match[1]);
  }
}

function idOf(mark: string, inner: string | undefined): string | undefined {
  if (inner === undefined) return undefined;
  if (mark.endsWith(']')) return inner;
  if (mark.endsWith('*/}')) return /^\S+$/.test(inner) ? inner : undefined;
  return ID.exec(inner)?.[1];
}
