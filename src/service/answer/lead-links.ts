import type { Nodes, Root } from 'mdast';
import { readLanguage, readVersion } from '../docs/page-scope.ts';
import type { Section } from '../search/search-engine.ts';

/** Tells whether the documentation has a page, by its site path. */
export type HasPage = (path: string) => boolean;

/**
 * Leads links of a section that start at the root of its site to the page of the documentation that they mean. Many sites write
 * `/en/guides` or `/guides` and put version or language in front only when they are built. A link that is right as it
 * stands, that no page fits, or that several do, stays.
 */
export function leadLinks(
  section: Section,
  parseMarkdown: (text: string) => Root,
  hasPage: HasPage,
): Section {
  const prefixes = scopePrefixes(section);
  if (prefixes.length === 0 || !section.content.includes('](/')) return section;
  let content = '';
  let end = 0;
  for (const { url, at } of findLinks(section.content, parseMarkdown(section.content))) {
    const prefix = missingPrefix(url, prefixes, hasPage);
    if (prefix === null) continue;
    content += `${section.content.slice(end, at)}/${prefix}`;
    end = at;
  }
  return end === 0 ? section : { ...section, content: content + section.content.slice(end) };
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

/** Links that start at the root, in order, with the place of their first slash. */
function findLinks(content: string, root: Root): { url: string; at: number }[] {
  const links: { url: string; at: number }[] = [];
  const visit = (node: Root | Nodes): void => {
    if ('children' in node) for (const child of node.children) visit(child);
    if (node.type !== 'link' || !/^\/(?!\/)/.test(node.url)) return;
    const begin = node.children.at(-1)?.position?.end.offset ?? node.position?.start.offset;
    const at = content.indexOf('](/', begin);
    if (at !== -1 && at < node.position!.end.offset!) links.push({ url: node.url, at: at + ']('.length });
  };
  visit(root);
  return links;
}

function missingPrefix(url: string, prefixes: readonly string[], hasPage: HasPage): string | null {
  const [target] = url.split(/[?#]/, 1);
  const path = decodePath(target!)
    .replace(/^\/+|\/+$/g, '')
    .replace(/\.(?:mdx?|html?)$/i, '')
    .replace(/(?:^|\/)(?:index|readme)$/i, '');
  if (hasPage(path)) return null;
  const fitting = prefixes.filter((prefix) => hasPage(path === '' ? prefix : `${prefix}/${path}`));
  return fitting.length === 1 ? fitting[0]! : null;
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
