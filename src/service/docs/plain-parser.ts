import type { Root } from 'mdast';
import GithubSlugger from 'github-slugger';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { parse as parseToml } from 'smol-toml';
import { unified } from 'unified';
import { parse as parseYaml } from 'yaml';

/** Parses and writes Markdown. */
export interface PlainParser {
  /** CommonMark with GFM and frontmatter. */
  parseMarkdown(text: string): Root;
  /** Write a tree without MDX nodes. */
  stringify(root: Root): string;
  parseYaml(text: string): unknown;
  parseToml(text: string): unknown;
  /** Create the anchors of one page, like code hosts and docs generators. */
  createSlugger(): { slug(text: string): string };
}

/** Parser of Markdown that further syntax can be added to. */
export const markdownProcessor = unified()
  .use(remarkParse)
  // A single tilde is a range, a path or a subscript.
  .use(remarkGfm, { singleTilde: false })
  .use(remarkFrontmatter, ['yaml', 'toml'])
  .freeze();

/** Create the parser for files that are not MDX, whose packages take a third of the time to load. One is enough for any number of pages. */
export function createPlainParser(): PlainParser {
  const writer = unified()
    .use(remarkGfm, { tablePipeAlign: false })
    .use(remarkStringify, {
      bullet: '-',
      rule: '-',
      fences: true,
      listItemIndent: 'one',
      resourceLink: true,
    })
    .freeze();
  return {
    parseMarkdown: (text) => markdownProcessor.parse(text),
    stringify: (root) => writer.stringify(root),
    // Warnings of the parser would be printed without the name of the page.
    parseYaml: (text) => parseYaml(text, { logLevel: 'error' }),
    parseToml,
    createSlugger: () => new GithubSlugger(),
  };
}
