import type { Root } from 'mdast';
import GithubSlugger from 'github-slugger';
import remarkFrontmatter from 'remark-frontmatter';
import remarkGfm from 'remark-gfm';
import remarkMdx from 'remark-mdx';
import remarkParse from 'remark-parse';
import remarkStringify from 'remark-stringify';
import { parse as parseToml } from 'smol-toml';
import { unified } from 'unified';
import { parse as parseYaml } from 'yaml';

/** Parses and writes Markdown. */
export interface MarkdownParser {
  /** CommonMark with GFM and frontmatter. */
  parseMarkdown(text: string): Root;
  /** The same with MDX. Throws a `VFileMessage` with a position for invalid MDX. */
  parseMdx(text: string): Root;
  /** Write a tree without MDX nodes. */
  stringify(root: Root): string;
  parseYaml(text: string): unknown;
  parseToml(text: string): unknown;
  /** Create the anchors of one page, like code hosts and docs generators. */
  createSlugger(): { slug(text: string): string };
}

/** Create the parser. One is enough for any number of pages. */
export function createMarkdownParser(): MarkdownParser {
  const markdown = unified().use(remarkParse).use(remarkGfm).use(remarkFrontmatter, ['yaml', 'toml']);
  const withMdx = markdown().use(remarkMdx).freeze();
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
  markdown.freeze();
  return {
    parseMarkdown: (text) => markdown.parse(text),
    parseMdx: (text) => withMdx.parse(text),
    stringify: (root) => writer.stringify(root),
    parseYaml,
    parseToml,
    createSlugger: () => new GithubSlugger(),
  };
}
