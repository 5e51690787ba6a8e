const FENCE = /^[ \t]*(?:>[ \t]*)*(?:[-*+][ \t]+|\d+[.)][ \t]+)?(`{3,}|~{3,})(.*)$/;
/** `:::tip[Title]{.class} Title` of Docusaurus, Starlight, VitePress and remark-directive, and its end. */
const DIRECTIVE = /^([ \t]*):{3,}[ \t]*([\w-]*)(?:\[(.*)\])?[ \t]*(?:\{[^{}]*\})?[ \t]*(.*)$/;
/** `## Title {#id}`: MDX would parse the braces as JavaScript. */
const HEADING_ID = /^([ \t]*#{1,6}[ \t].*)\{(#[^{}\s]+)\}[ \t]*$/;

/**
 * Rewrite the lines of syntaxes that neither CommonMark nor MDX has, outside fenced code and frontmatter: the title of a `:::`
 * block becomes a bold line, its fences blank lines; the braces of a heading's explicit id are escaped. Line numbers do not
 * change.
 */
export function rewriteExtensionLines(text: string): string {
  if (!text.includes(':::') && !text.includes('{#')) return text;
  let fence: string | undefined;
  let inFrontmatter = text.startsWith('---\n');
  const lines = text.split('\n').map((line, index) => {
    if (inFrontmatter) {
      if (index > 0 && line.trimEnd() === '---') inFrontmatter = false;
      return line;
    }
    const [, marks, info = ''] = FENCE.exec(line) ?? [];
    if (fence !== undefined) {
      if (marks?.startsWith(fence) && info.trim() === '') fence = undefined;
      return line;
    }
    if (marks !== undefined && !(marks.startsWith('`') && info.includes('`'))) {
      fence = marks;
      return line;
    }
    const heading = HEADING_ID.exec(line);
    if (heading) return `${heading[1]}\\{${heading[2]}\\}`;
    const directive = DIRECTIVE.exec(line);
    if (directive) {
      const [, indent = '', , bracketTitle, plainTitle] = directive;
      const title = (bracketTitle ?? plainTitle ?? '').trim();
      return title === '' ? '' : `${indent}**${title}**`;
    }
    return line;
  });
  return lines.join('\n');
}
