import type { Root } from 'mdast';
import type { PageEntry } from '../../engine/pages/docs-pages.ts';
import type { MainScopeOptions } from '../../engine/pages/main-scope.ts';
import { pageMarkdown, rewriteLinks } from '../../engine/pages/page-markdown.ts';
import { LLMS_FULL_TXT, LLMS_TXT, markdownFile, scopeFolder } from '../../engine/pages/reading-names.ts';
import type { VersionAndLanguage } from '../../engine/sections/scopes.ts';
import { decodePath, encodePath, pageKey, relativeReference } from '../../engine/sections/site-path.ts';
import { frontPage, writeLlmsTxt } from './llms-txt.ts';
import type { PagesFile } from './pages-file.ts';

/** Maximum number of bytes of `llms-full.txt`: over a million tokens, more than models read. It ends before the page that is too much, and says so. */
const MAX_FULL_BYTES = 5_000_000;
/** A path of the site: no scheme, no host, no path from the root, no fragment alone. */
const SITE_PATH = /^(?![a-z][a-z0-9+.-]*:|\/|#|\?)([^?#]*)([^]*)$/i;

export interface ReadingFilesOptions {
  /** The version and language of the list at the root. */
  main: MainScopeOptions;
  /** Address of the root of the files, which ends with a slash. Default: unknown, and links are relative to their file. */
  root?: string | undefined;
  /** Writes Markdown. */
  stringify(root: Root): string;
  /** Maximum number of bytes of `llms-full.txt`. Default 5,000,000. */
  fullBytes?: number | undefined;
}

/**
 * The files for programs that read a documentation, by their names: `llms.txt` and `llms-full.txt` of the main version and language,
 * those of the others in folders (`v2/de/llms.txt`), and each page as Markdown (`guides/intro.md`), which also has the address of the page (`guides/intro`).
 */
export class ReadingFiles {
  readonly #pages: PagesFile;
  readonly #options: ReadingFilesOptions;
  /** Site paths by their normalised form. */
  readonly #paths: ReadonlyMap<string, string>;
  /** Versions and languages by the folders of their lists; those of the main ones are also at the root. */
  readonly #scopes = new Map<string, VersionAndLanguage>();

  constructor(pages: PagesFile, options: ReadingFilesOptions) {
    this.#pages = pages;
    this.#options = options;
    this.#paths = new Map(pages.paths().map((path) => [pageKey(path), path]));
    const { scopes } = pages;
    const main = pages.mainScope(options.main);
    if (main) this.#scopes.set('', main);
    for (const scope of scopes) {
      const folder = scopeFolder(scope);
      if (folder !== null && !this.#scopes.has(folder)) this.#scopes.set(folder, scope);
    }
  }

  /** Names of all files: pages first. */
  *names(): Iterable<string> {
    for (const path of this.#paths.values()) {
      const file = markdownFile(path);
      if (file !== null) yield file;
    }
    for (const folder of this.#scopes.keys())
      for (const name of [LLMS_TXT, LLMS_FULL_TXT]) yield within(folder, name);
  }

  /** Return the text of a file. @returns `null` for a name that is none of them */
  read(name: string): string | null {
    const slash = name.lastIndexOf('/');
    const file = name.slice(slash + 1);
    if (file !== LLMS_TXT && file !== LLMS_FULL_TXT) return this.#readPage(name);
    const folder = name.slice(0, Math.max(0, slash));
    const scope = this.#scopes.get(folder);
    if (scope === undefined) return null;
    return file === LLMS_TXT ? this.#readList(name, folder, scope) : this.#readFull(name, scope);
  }

  #readPage(name: string): string | null {
    const path = this.#paths.get(pageKey(name.endsWith('.md') ? name.slice(0, -'.md'.length) : name));
    const found = path === undefined ? null : this.#pages.sections(path);
    return found && this.#write(name, found.page);
  }

  #readList(name: string, folder: string, scope: VersionAndLanguage): string {
    const others = Array.from(this.#scopes).filter(
      ([at, { version, language }]) =>
        at !== '' && at !== folder && (version !== scope.version || language !== scope.language),
    );
    const tree = writeLlmsTxt({
      scope,
      pages: this.#pagesOf(scope),
      full: this.#link(name, within(folder, LLMS_FULL_TXT)),
      addressOf: ({ path }) => this.#link(name, markdownFile(path)!),
      others: others.map(([at]) => ({
        name: decodePath(at),
        address: this.#link(name, within(at, LLMS_TXT)),
      })),
    });
    return this.#options.stringify(tree);
  }

  #readFull(name: string, scope: VersionAndLanguage): string {
    const pages = this.#pagesOf(scope);
    const { fullBytes = MAX_FULL_BYTES } = this.#options;
    const parts = [`# ${frontPage(pages)?.title ?? ''}\n`];
    let bytes = Buffer.byteLength(parts[0]!);
    for (const [at, page] of pages.entries()) {
      const part = `\n---\n\nSource: ${this.#link(name, markdownFile(page.path)!)}\n\n${this.#write(name, page)}`;
      bytes += Buffer.byteLength(part);
      if (bytes > fullBytes) {
        parts.push(
          `\n---\n\n${pages.length - at} more pages are left out: this file has at most ${fullBytes} bytes. ${LLMS_TXT} lists all of them.\n`,
        );
        break;
      }
      parts.push(part);
    }
    return parts.join('');
  }

  /** Return the pages of a version and a language, and those without. A page whose path is no name of a file has none. */
  #pagesOf({ version, language }: VersionAndLanguage): PageEntry[] {
    return this.#pages.scopes
      .filter((scope) => (scope.version ?? version) === version && (scope.language ?? language) === language)
      .flatMap((scope) => this.#pages.pagesOf(scope))
      .filter(({ path }) => markdownFile(path) !== null);
  }

  /** Write a page for a file, with links from there. */
  #write(name: string, { number }: PageEntry): string {
    return rewriteLinks(pageMarkdown(this.#pages.sectionsOf(number)), (address) => {
      const [, path, rest = ''] = SITE_PATH.exec(address) ?? [];
      if (path === undefined) return address;
      const decoded = decodePath(path.replace(/^\.\//, ''));
      const known = this.#paths.get(pageKey(decoded));
      const file = known === undefined ? null : markdownFile(known);
      return this.#link(name, file ?? decoded) + rest;
    });
  }

  /** Return the address of a file for another one. */
  #link(from: string, to: string): string {
    const { root } = this.#options;
    const path = encodePath(to);
    if (root !== undefined) return root + path;
    const depth = from.split('/').length - 1;
    return depth === 0 ? relativeReference(path) : '../'.repeat(depth) + path;
  }
}

function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
