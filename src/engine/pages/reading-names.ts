import { pageKey } from '../sections/site-path.ts';
import type { VersionAndLanguage } from '../sections/scopes.ts';

/** The list of pages for programs, and the text of all of them. */
export const LLMS_TXT = 'llms.txt';
export const LLMS_FULL_TXT = 'llms-full.txt';
/** Addresses of all pages, which `build` writes for a site that has none. */
export const SITEMAP = 'sitemap.xml';

/** Folder of the skills of agents, and their index. */
export const SKILLS_FOLDER = '.well-known/agent-skills';
export const SKILLS_INDEX = `${SKILLS_FOLDER}/index.json`;

/** The card of the server for agents, and the catalog that names it. */
export const MCP_CARD = '.well-known/mcp/server-card.json';
export const MCP_CATALOG = '.well-known/ai-catalog.json';
const WELL_KNOWN: readonly string[] = [SKILLS_INDEX, MCP_CARD, MCP_CATALOG];

/** What is no name of a file on every system, or leads out of a folder. */
const NO_NAME = /^\.{0,2}$|[\0\\]/;
/** Maximum length of a name of a file without its ending, in bytes of UTF-8: systems take 255. */
const MAX_NAME_BYTES = 240;

/** Return the file of a page as Markdown: `guides/intro.md`, `index.md` for the front page. @returns `null` for a path that is none */
export function markdownFile(path: string): string | null {
  const key = pageKey(path);
  return key === '' ? 'index.md' : key.split('/').every(isName) ? `${key}.md` : null;
}

/**
 * Return the file that lists name for a page: at a page with an ending, that of its whole address, as llmstxt.org has it
 * (`guides/intro.html.md`), so that programs find the address of the page, too.
 */
export function listedFile(path: string): string | null {
  const file = markdownFile(path);
  return file !== null && /\.html?$/i.test(path) ? `${path}.md` : file;
}

/**
 * Return the folder of the list of a version and a language: `v2/de`.
 *
 * @param folders names of languages as the folders of the site have them: `zh-cn` of `zh-CN`
 * @returns `null` for a name that is none
 */
export function scopeFolder(
  { version, language }: VersionAndLanguage,
  folders: ReadonlyMap<string, string>,
): string | null {
  const own = language == null ? language : (folders.get(language) ?? language);
  const names = [version, own].flatMap((name) => (name == null ? [] : [encodeURIComponent(name)]));
  return names.every(isName) ? names.join('/') : null;
}

/** Return whether a value is the name of a file for reading programs, which leads out of no folder. */
export function isReadingName(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    (WELL_KNOWN.includes(value) ||
      /(?:\.md|(?:^|\/)llms(?:-full)?\.txt|^sitemap(?:-[\w-]{2,64})?\.xml)$/.test(value)) &&
    value.split('/').every(isName)
  );
}

function isName(name: string): boolean {
  return !NO_NAME.test(name) && new TextEncoder().encode(name).length <= MAX_NAME_BYTES;
}
