import type { IncludedPath } from './included-files.ts';
import type { Selection } from './select-lines.ts';

/** What a page names to be put in its place. */
export interface Include extends IncludedPath {
  selection?: Selection;
  /** Relative links that lead from the file. Default: all lead from the page, as if they were written there. */
  links?: RegExp;
  /** Language of code; missing: the file is text of the page. */
  language?: string;
  title?: string | undefined;
}

/** A mark for a file in a line. */
export interface IncludeMark extends Include {
  start: number;
  end: number;
  /** Whether the generator reads it in code, too. */
  inCode: boolean;
}

interface Syntax {
  pattern: RegExp;
  /** Whether the generator reads it in code, too. */
  inCode: boolean;
  read(match: RegExpMatchArray): Include | null;
}

/** Whether a text may have a mark. */
export const MAY_INCLUDE =
  /\{\{|\{%|8<-|@include|<<<|@\[code|\{(?:literal)?include\}|<include|<Snippet|:include|^import\s|file=/m;

const SHORTCODES = 'include|readfile|read-file|include-file|includefile|include-md|import';
const MARKDOWN_FILE = /\.(?:md|mdx|markdown|mdoc|qmd|txt)$/i;

const SYNTAXES: readonly Syntax[] = [
  {
    // mdBook: {{#include a.rs:2:10}}, {{#rustdoc_include a.rs:anchor}}, {{#playground a.rs editable}}
    pattern:
      /(?<!\\)\{\{[ \t]*#(include|shiftinclude|rustdoc_include|playground|playpen)[ \t]+([^{}]{1,500}?)[ \t]*\}\}/g,
    inCode: true,
    read: ([, name, argument = '']) => {
      const [, path = '', rest] =
        /^(?:(?:auto|-?\d+):)?([^:]*)(?::(.*))?$/.exec(
          name!.startsWith('play') ? argument.split(/[ \t]/)[0]! : argument,
        ) ?? [];
      return {
        path,
        from: 'page',
        ...selectionOf(rest),
        ...(name!.startsWith('play') && { language: 'rust' }),
      };
    },
  },
  {
    // pymdownx: --8<-- "a.md:4:6", "a.md:section", '; a.md' is left out
    pattern: /^-+8<-+[ \t]+(["'])([^"'\n]{1,500})\1[ \t]*$/g,
    inCode: true,
    read: ([, , argument = '']) => readSnippet(argument),
  },
  {
    // VitePress: <!--@include: ./a.md#part{3,10}-->
    pattern: /<!--[ \t]*@include:[ \t]*([^\s<>][^<>]{0,500}?)[ \t]*-->|^@include\(([^()\s]{1,500})\)$/gi,
    inCode: false,
    read: ([, comment, call]) => {
      const [, path = '', part, lines] =
        /^([^#{}]*)(?:#([^{}]*))?(?:\{([^{}]*)\})?$/.exec(comment ?? call!) ?? [];
      const [first, last = first] = lines?.split(/[,:-]/) ?? [];
      return {
        path: path.trim(),
        from: 'page',
        selection: {
          ...(part !== undefined && { part: part.trim() }),
          ...(lines !== undefined && { ranges: [[Number(first) || 1, Number(last) || Infinity]] }),
        },
      };
    },
  },
  {
    // VitePress: <<< @/a.ts#region{1,3-5 ts:line-numbers} [title]
    pattern: /^<<<[ \t]*([^\s{}[\]#]+)(?:#([\w-]+))?[ \t]*(?:\{([^{}]*)\})?[ \t]*(?:\[([^[\]]*)\])?[ \t]*$/g,
    inCode: false,
    read: ([, path = '', part, braces = '', title]) => ({
      path,
      from: 'page',
      language: /(?:^|[ \t])([a-z][\w+-]*)/i.exec(braces)?.[1] ?? languageOfFile(path),
      title,
      ...(part !== undefined && { selection: { part } }),
    }),
  },
  {
    // VuePress: @[code{3-10} ts](./a.ts)
    pattern: /^@\[code(?:[ \t]*\{([^{}]*)\})?(?:[ \t]+([\w+-]+))?[^[\]]*\]\(([^()\s]+)\)[ \t]*$/g,
    inCode: false,
    read: ([, lines = '', language, path = '']) => ({
      path: path.replace(/#.*/, ''),
      from: 'page',
      language: language ?? languageOfFile(path),
      ...(path.includes('#') && { selection: { part: path.replace(/^[^#]*#/, '') } }),
      ...(/^\d*-\d*$/.test(lines) && { selection: { ranges: readLineRanges(lines) } }),
    }),
  },
  {
    // Hugo, Docsy, Quarto: {{< include "a.md" >}}, {{% readfile file="a.py" code="true" lang="py" %}}
    pattern: new RegExp(
      String.raw`\{\{([<%])[ \t]*(?:${SHORTCODES})[ \t]+([^{}\n]{1,500}?)[ \t]*/?[>%]\}\}`,
      'g',
    ),
    inCode: true,
    read: ([, , written = '']) => {
      const path = writtenAttribute(written, 'file', 'path', 'src', 'filename') ?? firstOf(written);
      if (path === undefined) return null;
      const isCode = writtenAttribute(written, 'code') === 'true';
      const language = writtenAttribute(written, 'lang', 'language') ?? languageOfFile(path);
      return {
        path,
        from: 'either',
        folders: ['includes', '_includes', 'content'],
        ...((isCode || (!MARKDOWN_FILE.test(path) && !/\.html?$/i.test(path))) && { language }),
      };
    },
  },
  {
    // Jekyll, GitBook, MkDocs macros and include-markdown: {% include a.md %}, {% include-markdown "a.md" start="<!--a-->" %}
    pattern: /\{%-?[ \t]*include(?:[_-](?:relative|cached|markdown))?[ \t]+([^{}\n]{1,500}?)[ \t]*-?%\}/g,
    inCode: true,
    read: ([mark, written = '']) => {
      const path = firstOf(written);
      const isRewritten =
        /^\{%-?[ \t]*include-markdown/.test(mark) &&
        writtenAttribute(written, 'rewrite-relative-urls', 'rewrite_relative_urls') !== 'false';
      // A template has its text in its parameters, which are read as those of other tags.
      if (path === undefined || !/\.\w+$/.test(path) || /\.(?:html?|liquid|j2|jinja2?)$/i.test(path))
        return null;
      const [after, before] = [writtenAttribute(written, 'start'), writtenAttribute(written, 'end')];
      return {
        path,
        from: 'either',
        folders: ['_includes', 'includes'],
        ...(isRewritten && { links: /^/ }),
        selection: { ...(after !== undefined && { after }), ...(before !== undefined && { before }) },
      };
    },
  },
  {
    // Fumadocs: <include lang="ts">./a.ts#part</include>
    pattern: /<include\b([^<>]{0,200})>[ \t]*([^<>\s]{1,500})[ \t]*<\/include>/g,
    inCode: false,
    read: ([, attributes = '', written = '']) => {
      const [path = '', part] = written.split('#');
      const language = writtenAttribute(attributes, 'lang');
      const isText = MARKDOWN_FILE.test(path) && language === undefined;
      return {
        path,
        from: /\bcwd\b/.test(attributes) ? 'root' : 'page',
        ...(part !== undefined && { selection: { part } }),
        ...(!isText && { language: language ?? languageOfFile(path) }),
      };
    },
  },
  {
    // Mintlify: <Snippet file="a.mdx" />
    pattern: /<Snippet[ \t]+file=(["'])([^"'\n]{1,500})\1[ \t]*(?:\/>|>[ \t]*<\/Snippet>)/g,
    inCode: false,
    read: ([, , path = '']) => ({ path, from: 'root', folders: ['snippets', '_snippets'] }),
  },
  {
    // docsify: [text](a.js ':include :type=code :fragment=part')
    pattern: /\[[^[\]\n]{0,200}\]\(([^\s()]{1,500})[ \t]+(["'])[ \t]*:include([^"'\n]*)\2\)/g,
    inCode: false,
    read: ([, path = '', , options = '']) => {
      const [, part] = /:fragment=([\w-]+)/.exec(options) ?? [];
      const isCode = /:type=code/.test(options) || !MARKDOWN_FILE.test(path);
      return {
        path,
        from: 'either',
        ...(part !== undefined && { selection: { part } }),
        ...(isCode && { language: /:type=code[ \t]+(\w+)/.exec(options)?.[1] ?? languageOfFile(path) }),
      };
    },
  },
];

/** Return the marks for files in a line, in order. Those in code spans, and escaped ones, are none. */
export function findIncludes(line: string, isCode: boolean): IncludeMark[] {
  return SYNTAXES.filter(({ inCode }) => inCode || !isCode)
    .flatMap(({ pattern, inCode, read }) =>
      [...line.matchAll(pattern)].flatMap((match) => {
        const include = isCode || !isInSpan(line, match.index) ? read(match) : null;
        return include === null || include.path === ''
          ? []
          : [{ ...include, inCode, start: match.index, end: match.index + match[0].length }];
      }),
    )
    .toSorted((a, b) => a.start - b.start);
}

/** Read the name of a snippet: a file and its lines or section. @returns `null` for one that is commented out */
export function readSnippet(argument: string): Include | null {
  const written = argument.trim();
  if (written === '' || written.startsWith(';')) return null;
  const [, path = '', rest] = /^((?:[a-z][a-z\d+.-]*:\/\/)?[^:]*)(?::(.*))?$/i.exec(written) ?? [];
  // `:4` begins at line 4.
  const open = rest?.replace(/^[ \t]*(\d+)[ \t]*$/, '$1:');
  return { path, from: 'either', folders: ['snippets', 'includes'], ...selectionOf(open) };
}

/** Read `2`, `2:10`, `:10`, `2:`, `1:3,5:6` as lines and anything else as the name of a part. */
function selectionOf(written: string | undefined): { selection?: Selection } {
  if (written === undefined || written === '') return {};
  const ranges = written.split(',').map((range) => /^[ \t]*(-?\d*)(?:(:)(-?\d*))?[ \t]*$/.exec(range));
  if (ranges.includes(null)) return { selection: { part: written.replace(/:$/, '') } };
  return {
    selection: {
      ranges: ranges.map((range) => {
        const [, first, colon, last] = range!;
        return [Number(first) || 1, colon === undefined ? Number(first) : Number(last) || Infinity];
      }),
    },
  };
}

/** Read `1,3,5-10,20-` as lines. */
export function readLineRanges(written: string): (readonly [number, number])[] {
  return written.split(',').flatMap((range) => {
    const [, first = '', dash, last = ''] = /^[ \t]*(\d*)(?:(-)(\d*))?[ \t]*$/.exec(range) ?? [];
    if (first === '' && last === '') return [];
    return [[Number(first) || 1, dash === undefined ? Number(first) : Number(last) || Infinity] as const];
  });
}

/** Return an attribute with one of the names. */
export function writtenAttribute(written: string, ...names: string[]): string | undefined {
  for (const [, name, double, single, bare] of written.matchAll(
    /([\w-]+)[ \t]*=[ \t]*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>]+))/g,
  ))
    if (names.includes(name!)) return double ?? single ?? bare;
  return undefined;
}

/** Return the first argument, in quotation marks or without. */
function firstOf(written: string): string | undefined {
  const [, double, single, bare] = /^(?:"([^"]*)"|'([^']*)'|([^\s"'=]+)(?=[ \t]|$))/.exec(written) ?? [];
  return double ?? single ?? bare;
}

/** Return the language of a file of code, by its ending. */
export function languageOfFile(path: string): string {
  return /\.([a-z][a-z\d+]*)$/i.exec(path)?.[1]?.toLowerCase() ?? '';
}

function isInSpan(line: string, at: number): boolean {
  return (line.slice(0, at).match(/`+/g)?.length ?? 0) % 2 === 1;
}
