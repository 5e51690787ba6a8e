import { decodePath } from '../sections/site-path.ts';
import { readLanguage, readVersion } from '../sections/scope-names.ts';
import { hostReference, siteReference } from '../sections/site-path.ts';
import type { Section } from '../sections/section.ts';
import type { AnswerSearch } from './answer-search.ts';
import { linkDestination } from './section-link.ts';
import type { MarkdownNode, ParseMarkdown } from './text-of.ts';

/** Lookup of pages by their addresses. */
export type FindPages = AnswerSearch['findPages'];

/** The path of a link's destination in Markdown: up to query, fragment or title. */
const PATH = /(?:\\.|[^\\\s)?#])*/y;

/**
 * Resolve the links of a section that begin at the root: those to a page of the documentation become its site path, the others
 * are relative to the root of the host. Many sites write `/en/guides` or `/guides` and add version or language when they are
 * built: such a link is resolved to the page of the section's version and language, if exactly one matches.
 */
export async function resolveRootLinks(
  section: Section,
  parseMarkdown: ParseMarkdown,
  findPages: FindPages,
): Promise<Section> {
  if (!section.content.includes('](/')) return section;
  const prefixes = scopePrefixes(section);
  const links = findLinks(section.content, parseMarkdown(section.content)).map(({ url, at }) => ({
    at,
    addresses: possibleAddresses(url, prefixes),
  }));
  const paths = await findPages(links.flatMap(({ addresses }) => addresses));
  let content = '';
  let end = 0;
  for (const { at, addresses } of links) {
    const page = chooseLinkedPage(addresses, paths);
    PATH.lastIndex = at;
    const [written = ''] = PATH.exec(section.content) ?? [];
    content +=
      section.content.slice(end, at) +
      (page === null ? hostReference(written) : linkDestination(siteReference(page)));
    end = at + written.length;
  }
  return { ...section, content: content + section.content.slice(end) };
}

/** Return the prefixes that may be missing in a link: `v6`, `v6/en` for a page below these folders. */
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

/**
 * Find the links that begin at the root, in order, with the position of their first slash. Links to the root of the host are
 * skipped.
 */
function findLinks(content: string, root: MarkdownNode): { url: string; at: number }[] {
  const links: { url: string; at: number }[] = [];
  const visit = ({ type, children = [], url = '', position }: MarkdownNode): void => {
    children.forEach(visit);
    if (type !== 'link' || !/^\/(?!\/|\.\/)/.test(url)) return;
    const begin = children.at(-1)?.position?.end.offset ?? position?.start.offset;
    const at = content.indexOf('](/', begin);
    if (at !== -1 && at < position!.end.offset!) links.push({ url, at: at + ']('.length });
  };
  visit(root);
  return links;
}

/** Return the addresses that a link may stand for: the one that is written, then those with a prefix. */
function possibleAddresses(url: string, prefixes: readonly string[]): string[] {
  const path = decodePath(url.split(/[?#]/, 1)[0]!);
  return [path, ...prefixes.map((prefix) => prefix + path)];
}

/** Return the site path of the linked page. @returns `null` if no page or several match */
function chooseLinkedPage(
  [written, ...others]: readonly string[],
  paths: ReadonlyMap<string, string>,
): string | null {
  const page = paths.get(written!);
  if (page !== undefined) return page;
  const fitting = others.flatMap((address) => paths.get(address) ?? []);
  return fitting.length === 1 ? fitting[0]! : null;
}
