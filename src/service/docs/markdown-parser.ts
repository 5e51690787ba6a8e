import type { Root } from 'mdast';
import { loadOptional } from '../optional-package.ts';

/** Reads and writes Markdown. */
export interface MarkdownParser {
  /** CommonMark with GFM and frontmatter. */
  parseMarkdown(text: string): Root;
  /** The same with MDX. Throws a `VFileMessage` with a place where the text is no MDX. */
  parseMdx(text: string): Root;
  /** Writes a tree without MDX nodes. */
  stringify(root: Root): string;
  parseYaml(text: string): unknown;
  /** Throws an error that names the package to install when it is missing. */
  parseToml(text: string): unknown;
  /** Makes the anchors of one page, as code hosts and docs generators do. */
  createSlugger(): { slug(text: string): string };
}

const PACKAGES = [
  'unified',
  'remark-parse',
  'remark-gfm',
  'remark-frontmatter',
  'remark-mdx',
  'remark-stringify',
  'yaml',
  'github-slugger',
];

/** Loads the Markdown packages. Throws an error that says what to install when one is missing. */
export async function loadMarkdownParser(): Promise<MarkdownParser> {
  const [unified, parse, gfm, frontmatter, mdx, stringify, yaml, slugger] = await loadOptional(
    'Reading Markdown',
    PACKAGES,
    () =>
      Promise.all([
        import('unified'),
        import('remark-parse'),
        import('remark-gfm'),
        import('remark-frontmatter'),
        import('remark-mdx'),
        import('remark-stringify'),
        import('yaml'),
        import('github-slugger'),
      ]),
  );
  const toml = await loadToml();
  const markdown = unified
    .unified()
    .use(parse.default)
    .use(gfm.default)
    .use(frontmatter.default, ['yaml', 'toml']);
  const withMdx = markdown().use(mdx.default).freeze();
  const writer = unified
    .unified()
    .use(gfm.default, { tablePipeAlign: false })
    .use(stringify.default, {
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
    parseYaml: (text) => yaml.parse(text),
    parseToml: toml,
    createSlugger: () => new slugger.default(),
  };
}

/** Few write TOML: its package is missed only by a page that has some. */
async function loadToml(): Promise<MarkdownParser['parseToml']> {
  try {
    const { parse } = await loadOptional('Reading TOML', ['smol-toml'], () => import('smol-toml'));
    return parse;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}
