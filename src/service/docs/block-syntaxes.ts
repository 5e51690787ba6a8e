/** `!!! type "Title"` and `??? type` of Python-Markdown, `=== "Label"` of its tabs. What is indented below is the content. */
const BLOCK = /^([ \t]*)(?:!!!|\?\?\?\+?|===[!+]?)[ \t]+(?:[\w -]*?[ \t]*)"([^"]*)"[ \t]*$/;
const PLAIN_BLOCK = /^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+[\w-]+(?:[ \t]+[\w-]+)*[ \t]*$/;
/** `/// type | Title` of pymdownx and its end. */
const SLASHES = /^[ \t]*\/{3,}[ \t]*(?:[\w-]+[ \t]*(?:\|[ \t]*(.*))?)?$/;
const FENCE = /^[ \t]*(`{3,}|~{3,})(.*)$/;
/** Lines that generators replace: a table of contents, an abbreviation, an anchor. */
const GENERATED = /^[ \t]*(?:\[\[?toc\]?\]|\[\]\(\)\{[^{}]*\}|\*\[[^\]]+\]:.*)[ \t]*$/i;
const INDENT = 4;

/** Rewrite the blocks of Python-Markdown to bold titles with their content below, and leave out lines for the generator, outside code. */
export function rewriteBlocks(text: string): string {
  const indents: number[] = [];
  let fence: string | undefined;
  return text
    .split('\n')
    .map((source) => {
      const column = source.length - source.trimStart().length;
      if (source.trim() === '') return source;
      if (fence === undefined) while (indents.length > 0 && column < indents.at(-1)! + INDENT) indents.pop();
      const line = source.slice(Math.min(column, indents.length * INDENT));
      const [, marks, info = ''] = FENCE.exec(line) ?? [];
      if (fence !== undefined) {
        if (marks?.startsWith(fence) && info.trim() === '') fence = undefined;
        return line;
      }
      if (marks !== undefined) {
        fence = marks;
        return line;
      }
      const block = BLOCK.exec(source) ?? PLAIN_BLOCK.exec(source);
      if (block) {
        indents.push(column);
        return block[2] ? `**${block[2]}**\n` : '';
      }
      if (GENERATED.test(line)) return '';
      const slashes = SLASHES.exec(line);
      return slashes ? (slashes[1] ? `**${slashes[1]}**\n` : '') : line;
    })
    .join('\n');
}
