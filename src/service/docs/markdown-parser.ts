import type { Root } from 'mdast';
import remarkMdx from 'remark-mdx';
import { createPlainParser, markdownProcessor, type PlainParser } from './plain-parser.ts';

/** Parses and writes Markdown, and parses MDX. */
export interface MarkdownParser extends PlainParser {
  /** The same as `parseMarkdown` with MDX. Throws a `VFileMessage` with a position for invalid MDX. */
  parseMdx(text: string): Root;
}

/** Create the parser. One is enough for any number of pages. */
export function createMarkdownParser(): MarkdownParser {
  const withMdx = markdownProcessor().use(remarkMdx).freeze();
  return { ...createPlainParser(), parseMdx: (text) => withMdx.parse(text) };
}
