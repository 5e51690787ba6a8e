import { readBytes } from '../../../protocol/read-bytes.ts';

/** Maximum size of a page that is copied, in bytes. Agents read less. */
const MAX_BYTES = 2 * 1024 * 1024;
/** A host may answer with its own page for an address that it does not know. */
const HTML = /^\s*<(?:!doctype|html|head|body)\b/i;

/** The link of the page that was loaded, which a router may have left before this is read. */
const loaded = { link: findMarkdownLink(globalThis.document), path: readLoadedPath() };

function readLoadedPath(): string | undefined {
  const { name = '' } = globalThis.performance?.getEntriesByType('navigation')[0] ?? {};
  return URL.canParse(name) ? new URL(name).pathname : globalThis.location?.pathname;
}

/** Return the address of the Markdown that a page names in its head. */
export function findMarkdownLink(page: Document | undefined): string | undefined {
  return page?.head.querySelector<HTMLLinkElement>('link[rel~=alternate][type="text/markdown"][href]')?.href;
}

/** Why a page could not be read as Markdown. */
export class MarkdownMissingError extends Error {}

/**
 * Return the address of a page as Markdown: the one that the host names, in which `{path}` stands for the path of the page below
 * `linkBase`, without its ending; or that of `<link rel="alternate" type="text/markdown">`; or the page's own with the ending `.md`.
 */
export function markdownAddress(named: string | undefined, page: string, linkBase: string | null): string {
  const url = new URL(page);
  const found = findMarkdownLink(document);
  // That of the page that was loaded stays when a router shows another one.
  const linked = found === loaded.link && url.pathname !== loaded.path ? '' : found;
  const address = named?.trim().replaceAll('{path}', `/${splitPath(url, linkBase).path}`) || linked || '';
  return (address && readHttpAddress(address, url)) || markdownBeside(page, linkBase);
}

/** Return the address of a page with the ending `.md`. */
export function markdownBeside(page: string, linkBase: string | null): string {
  const url = new URL(page);
  const { root, path } = splitPath(url, linkBase);
  return new URL(`${root}${path}.md`, url).href;
}

/** Split the path of a page below the root of its site, and leave its ending out. */
function splitPath(url: URL, linkBase: string | null): { root: string; path: string } {
  const whole = url.pathname.replace(/\.html?$/, '').replace(/\/(?:index)?$/, '');
  const base = readBasePath(linkBase, url);
  const root = `${whole}/`.startsWith(base) ? base : '/';
  return { root, path: whole.slice(root.length) || 'index' };
}

/** Return the path below which the site's pages are; ends with a slash. */
function readBasePath(linkBase: string | null, page: URL): string {
  const given = linkBase?.trim() || '/';
  return new URL(URL.canParse(given, page) ? given : '/', page).pathname.replace(/\/*$/, '/');
}

/** Resolve an address. @returns `null` for none that is loaded by HTTP: a link must not run a script */
export function readHttpAddress(address: string, base: string | URL): string | null {
  const url = URL.canParse(address, base) ? new URL(address, base) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}

/**
 * Load a page as Markdown.
 *
 * @throws MarkdownMissingError if there is none at the address, or more than 2 MB; any other error if it could not be reached
 */
export async function readPageMarkdown(address: string, signal: AbortSignal): Promise<string> {
  const response = await fetch(address, { headers: { accept: 'text/markdown, text/plain' }, signal });
  const type = response.headers.get('content-type') ?? '';
  if (response.status >= 500 || response.status === 429) throw new Error(`status ${response.status}`);
  if (!response.ok || /\bhtml\b/i.test(type)) throw new MarkdownMissingError();
  const bytes = await readBytes(response.body, MAX_BYTES);
  const text = bytes && new TextDecoder().decode(bytes);
  if (!text || HTML.test(text)) throw new MarkdownMissingError();
  return text;
}
