import type { Nodes, Root } from 'mdast';
import { decodeText } from '../service/docs/decode-text.ts';
import type { MarkdownParser } from '../service/docs/markdown-parser.ts';
import type { ScopeNames } from '../service/docs/page-scope.ts';
import { pageKey } from '../engine/sections/site-path.ts';
import { parsePage } from '../service/docs/read-page.ts';
import { readAnchors } from '../service/docs/split-sections.ts';

/** A link in a file. */
export interface WrittenLink {
  url: string;
  /** First and last line of the link, starting at 1. */
  line: number;
  endLine: number;
}

/** A page with its links and anchors. */
export interface LinkedPage {
  /** Path of its file, relative to the folder, with `/`. */
  file: string;
  /** Site path, without leading slash. */
  path: string;
  /** Version and language, as the leading folders of its file: `v6/en`. */
  scope: string;
  version: string | undefined;
  anchors: ReadonlySet<string>;
  links: readonly WrittenLink[];
}

/** Attributes of HTML elements and components with the address of a page. */
const LINK_ATTRIBUTES = new Set(['href', 'to']);
const HTML_LINK = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)')/gi;
const HTML_ID = /\s(?:id|name)\s*=\s*(?:"([^"]+)"|'([^']+)')/gi;

/** Read one file. @returns `null` for a draft and for a file that cannot be read */
export function readLinkedPage(
  file: string,
  bytes: Uint8Array,
  { parser, scopes }: { parser: MarkdownParser; scopes: ScopeNames },
): LinkedPage | null {
  const text = decodeText(bytes)?.text;
  if (text === undefined) return null;
  const parsed = parsePageOrNull(file, text, parser, scopes);
  if (parsed === null) return null;
  const anchors = new Set(
    [...readAnchors(parsed.root, parser.createSlugger()).values()].flatMap(({ anchor }) => anchor ?? []),
  );
  const links: WrittenLink[] = [];
  visit(parsed.root, anchors, links);
  return {
    file,
    path: pageKey(parsed.path),
    scope: file.split('/').slice(0, parsed.scopeDepth).join('/'),
    version: parsed.scope.version,
    anchors,
    links,
  };
}

function parsePageOrNull(file: string, text: string, parser: MarkdownParser, scopes: ScopeNames) {
  try {
    return parsePage(file, text, { parser, scopes, defaults: {}, keepsLines: true }, () => {});
  } catch {
    // Ignore a file that is nested too deeply: the index reports it.
    return null;
  }
}

function visit(node: Root | Nodes, anchors: Set<string>, links: WrittenLink[]): void {
  const add = (url: string): void => {
    const { start, end } = node.position ?? {};
    if (start && end) links.push({ url, line: start.line, endLine: end.line });
  };
  if (node.type === 'link' || node.type === 'definition') add(node.url);
  else if (node.type === 'html') {
    for (const [, double, single] of node.value.matchAll(HTML_LINK)) add(double ?? single ?? '');
    for (const [, double, single] of node.value.matchAll(HTML_ID)) anchors.add(double ?? single ?? '');
  } else if (node.type === 'mdxJsxFlowElement' || node.type === 'mdxJsxTextElement') {
    for (const attribute of node.attributes) {
      if (attribute.type !== 'mdxJsxAttribute' || typeof attribute.value !== 'string') continue;
      if (LINK_ATTRIBUTES.has(attribute.name)) add(attribute.value);
      if (attribute.name === 'id') anchors.add(attribute.value);
    }
  }
  if ('children' in node) for (const child of node.children) visit(child, anchors, links);
}
