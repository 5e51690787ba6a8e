const FENCE = /^\s*(`{3,}|~{3,})/;
/** Lines without words: thematic breaks, setext underlines, delimiter rows of tables, ends of directives, MDX imports. */
const WORDLESS_LINE = /^\s*(?:[-*_=:|][-*_=:|\s]*|import\s.*from\s*['"].*)$/;
const BLOCK_MARKER = /^\s*(?:(?:>|[-*+](?:\s+\[[ xX]\])?|\d{1,9}[.)]|#{1,6})\s+|>|:{3,}\w*)*\s*/;
/**
 * Inline syntax. The content of a group is kept: an escaped character, the content of a code span, an autolink and an
 * entity, which is decoded. Tags and the syntax of links and images are removed.
 */
const SYNTAX =
  /\\([!-/:-@[-`{-~])|(?<!`)(`+)(?!`)(.+?)(?<!`)\2(?!`)|<((?:https?:\/\/|mailto:)[^\s<>]*)>|&(amp|lt|gt|quot|apos|nbsp|#39);|(\*+|_+|~~+)|<(?:\/?[a-z][^<>]*|!--[^<>]*--)>|!?\[(?=.*\]\()|\]\((?:[^()]|\([^()]*\))*\)/gi;
const ENTITIES: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  '#39': "'",
  nbsp: ' ',
};
const WORD_CHARACTER = /[\p{L}\p{N}]/u;

/**
 * Strip the Markdown syntax from a part of a page, for an excerpt: one line of words, white space collapsed, code kept.
 * This is no parser: unknown syntax stays as text.
 *
 * @param inCode whether the piece starts inside a fenced code block
 */
export function stripMarkdown(markdown: string, inCode = false): string {
  let fence = inCode ? '`' : '';
  const lines = markdown.split('\n').map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (mark && (fence === '' || mark.startsWith(fence))) {
      fence = fence ? '' : mark.charAt(0);
      return '';
    }
    return fence ? line : WORDLESS_LINE.test(line) ? '' : stripLine(line);
  });
  return lines.join('\n').replace(/\s+/g, ' ').trimStart();
}

/** Whether the offset is inside a fenced code block. */
export function isInCode(markdown: string, offset: number): boolean {
  let inCode = false;
  for (const fence of markdown.matchAll(/^[ \t]*(?:`{3,}|~{3,})/gm)) {
    if (fence.index >= offset) break;
    inCode = !inCode;
  }
  return inCode;
}

function stripLine(line: string): string {
  const text = line.replace(BLOCK_MARKER, '');
  const row = text.startsWith('|') ? text.replace(/(?<!\\)\|/g, ' ') : text;
  return row.replace(SYNTAX, (syntax, escaped, _, code, address, entity, emphasis, offset: number) => {
    if (emphasis && !isEmphasis(emphasis, row.charAt(offset - 1), row.charAt(offset + syntax.length)))
      return syntax;
    return escaped ?? code ?? address ?? ENTITIES[entity] ?? '';
  });
}

/** Whether a run is emphasis: a star between spaces and an underscore inside a word are text. */
function isEmphasis(run: string, before: string, after: string): boolean {
  return run.startsWith('_')
    ? !(WORD_CHARACTER.test(before) && WORD_CHARACTER.test(after))
    : (before + after).trim() !== '';
}
