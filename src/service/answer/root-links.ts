import type { Nodes, Root } from 'mdast';
import { decodePath } from '../docs/page-path.ts';
import { readLanguage, readVersion } from '../docs/page-scope.ts';
import { hostReference, siteReference } from '../docs/resolve-link.ts';
import type { Section } from '../index/section.ts';
import type { SearchEngine } from '../search/search-engine.ts';
import { linkDestination } from './section-link.ts';

/** What of the search finds pages by their addresses. */
export type FindPage = SearchEngine['findPage'];

/** Destination of a link as it stands in Markdown, up to its query, fragment or title. */
const PATH = /(?:\\.|[^\\\s)?#])*/y;

/**
 * Resolve the links of a section that begin at the root: those to a page of the documentation become its site path, the others count
 * from the root of the host. Many sites write `/en/guides` or `/guides` and put version or language in front when they are built: such
 * a link leads to the page of the version and language of the section, if one alone fits.
 */
export function resolveRootLinks(
  section: Section,
  parseMarkdown: (text: string) => Root,
  findPage: FindPage,
): Section {
  if (!section.content.includes('](/')) return section;
  const prefixes = scopePrefixes(section);
  let content = '';
  let end = 0;
  for (const { url, at } of findLinks(section.content, parseMarkdown(section.content))) {
    const page = findLinkedPage(url, prefixes, findPage);
    PATH.lastIndex = at;
    const [written = ''] = PATH.exec(section.content) ?? [];
    content +=
      section.content.slice(end, at) +
      (page === null ? hostReference(written) : linkDestination(siteReference(page)));
    end = at + written.length;
  }
  return { ...section, content: content + section.content.slice(end) };
}

/** What may be missing before a path: `v6`, `v6/en` for a page below these folders. */
function scopePrefixes({ path, version, language }: Section): string[] {
  const prefixes: string[] = [];
  for (const folder of path.split('/').slice(0, 2)) {
    const isScope =
      (version !== undefined && readVersion(folder) === version) ||
      (language !== undefined && readLanguage(folder) === language);
    if (!isScope) break;
    prefixes.push([...prefixes.slice(-1), folder].join('/'));
  }
  return prefixes;
}

/** Links that begin at the root, in order, with the place of their first slash. Links from the root of the host are done. */
function findLinks(content: string, root: Root): { url: string; at: number }[] {
  const links: { url: string; at: number }[] = [];
  const visit = (node: Root | Nodes): void => {
    if ('children' in node) for (const child of node.children) visit(child);
    if (node.type !== 'link' || !/^\/(?!\/|\.\/)/.test(node.url)) return;
    const begin = node.children.at(-1)?.position?.end.offset ?? node.position?.start.offset;
    const at = content.indexOf('](/', begin);
    if (at !== -1 && at < node.position!.end.offset!) links.push({ url: node.url, at: at + ']('.length });
  };
  visit(root);
  return links;
}

/** @returns site path of the page; `null`: there is none, or several fit */
function findLinkedPage(url: string, prefixes: readonly string[], findPage: FindPage): string | null {
  const path = decodePath(url.split(/[?#]/, 1)[0]!);
  const page = findPage(path);
  if (page !== undefined) return page;
  const fitting = prefixes.flatMap((prefix) => findPage(prefix + path) ?? []);
  return fitting.length === 1 ? fitting[0]! : null;
}
