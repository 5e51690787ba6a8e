import type { Root } from 'mdast';
import type { PageEntry } from '../../engine/pages/docs-pages.ts';
import type { MainScopeOptions } from '../../engine/pages/main-scope.ts';
import { pageMarkdown, rewriteLinks } from '../../engine/pages/page-markdown.ts';
import {
  LLMS_FULL_TXT,
  LLMS_TXT,
  listedFile,
  markdownFile,
  scopeFolder,
  SKILLS_FOLDER,
  SKILLS_INDEX,
} from '../../engine/pages/reading-names.ts';
import { readLanguage } from '../../engine/sections/scope-names.ts';
import type { VersionAndLanguage } from '../../engine/sections/scopes.ts';
import { decodePath, encodePath, pageKey, relativeReference } from '../../engine/sections/site-path.ts';
import {
  divideIntoSections,
  frontPage,
  writeLlmsTxt,
  writeSectionList,
  type LlmsSection,
} from './llms-txt.ts';
import { describeSkill, writeSkill, writeSkillIndex } from './agent-skill.ts';
import type { PagesFile } from './pages-file.ts';

/** Maximum number of bytes of `llms-full.txt`: over a million tokens, more than models read. It ends before the page that is too much, and says so. */
const MAX_FULL_BYTES = 5_000_000;
/** Number of folders in which that of a language is, and the length of its name in UTF-16 units. */
const MAX_SCOPE_DEPTH = 4;
const MAX_TAG_LENGTH = 16;
/** A path of the site: no scheme, no host, no path from the root, no fragment alone. */
const SITE_PATH = /^(?![a-z][a-z0-9+.-]*:|\/|#|\?)([^?#]*)([^]*)$/i;

export interface ReadingFilesOptions {
  /** The version and language of the list at the root. */
  main: MainScopeOptions;
  /** Address of the root of the files, which ends with a slash. Default: unknown, and links are relative to their file. */
  root?: string | undefined;
  /** Whether a page also has a file at the whole of its address (`intro.html.md`), as servers find without one. Default `false`. */
  hasListedFiles?: boolean;
  /** Whether a service answers questions at these addresses. Default `false`. */
  answersQuestions?: boolean;
  /** Writes Markdown. */
  stringify(root: Root): string;
  /** Maximum number of bytes of `llms-full.txt`. Default 5,000,000. */
  fullBytes?: number | undefined;
}

/**
 * The files for programs that read a documentation, by their names: `llms.txt` and `llms-full.txt` of the main version and language,
 * those of the others in folders (`v2/de/llms.txt`), those of the sections of many pages (`guides/llms.txt`), the skill of the documentation for agents with its index, and each page as Markdown (`guides/intro.md`), which also has the address of the page (`guides/intro`).
 */
export class ReadingFiles {
  readonly #pages: PagesFile;
  readonly #options: ReadingFilesOptions;
  /** Site paths by their normalised form. */
  readonly #paths: ReadonlyMap<string, string>;
  readonly #byLowerCase: ReadonlyMap<string, string>;
  /** Versions and languages by the folders of their lists; those of the main ones are also at the root. */
  readonly #scopes = new Map<string, VersionAndLanguage>();

  constructor(pages: PagesFile, options: ReadingFilesOptions) {
    this.#pages = pages;
    this.#options = options;
    this.#paths = new Map(pages.paths().map((path) => [pageKey(path), path]));
    this.#byLowerCase = new Map(Array.from(this.#paths, ([key, path]) => [key.toLowerCase(), path]));
    const { scopes } = pages;
    const folders = languageFolders(
      scopes.flatMap(({ language }) => language ?? []),
      this.#paths.values(),
    );
    const main = pages.mainScope(options.main);
    if (main) this.#scopes.set('', main);
    for (const scope of scopes) {
      const folder = scopeFolder(scope, folders);
      if (folder !== null && !this.#scopes.has(folder)) this.#scopes.set(folder, scope);
    }
  }

  /** Names of all files: pages first. */
  *names(): Iterable<string> {
    for (const path of this.#paths.values()) {
      const file = markdownFile(path);
      if (file !== null) yield file;
      const listed = listedFile(path);
      if (this.#options.hasListedFiles && listed !== null && listed !== file) yield listed;
    }
    for (const [at, scope] of this.#scopes) {
      for (const name of [LLMS_TXT, LLMS_FULL_TXT]) yield within(at, name);
      for (const { folder } of this.#sectionsOf(at, scope))
        if (folder !== null) yield within(within(at, folder), LLMS_TXT);
    }
    const found = this.#skill();
    if (found !== null) yield* [found.skill.file, SKILLS_INDEX];
  }

  /** Return the skill of the main version and language. */
  #skill() {
    const scope = this.#scopes.get('');
    if (scope === undefined) return null;
    const pages = this.#pagesOf(scope);
    const sections = this.#sectionsOf('', scope);
    const skill = describeSkill({ front: frontPage(pages), sections });
    const list = this.#link(skill.file, LLMS_TXT);
    return { skill, sections, list };
  }

  /** Return a file of the skill for agents. */
  #readSkill(name: string): string | null {
    const found = this.#skill();
    if (found === null) return null;
    const { skill, sections, list } = found;
    const { answersQuestions = false, stringify } = this.#options;
    const source = {
      front: skill.front,
      sections,
      addressOf: (page: PageEntry) => this.#addressOf(skill.file, page),
      list,
      search: answersQuestions ? `${list}?ask=QUESTION` : null,
    };
    const text = () => writeSkill(skill, source, stringify);
    if (name === skill.file) return text();
    return name === SKILLS_INDEX ? writeSkillIndex(skill, text()) : null;
  }

  /** Return the pages that have a file, with the list of each. */
  *pages(): Iterable<PageEntry & { list: string }> {
    const seen = new Set<string>();
    for (const [at, scope] of this.#scopes) {
      for (const page of this.#pagesOf(scope)) {
        if (seen.has(page.path)) continue;
        seen.add(page.path);
        yield { ...page, list: within(at, LLMS_TXT) };
      }
    }
  }

  /** Return the text of a file. @returns `null` for a name that is none of them */
  read(name: string): string | null {
    if (name.startsWith(`${SKILLS_FOLDER}/`)) return this.#readSkill(name);
    const slash = name.lastIndexOf('/');
    const file = name.slice(slash + 1);
    if (file !== LLMS_TXT && file !== LLMS_FULL_TXT) return this.#readPage(name);
    const folder = name.slice(0, Math.max(0, slash));
    const scope = this.#scopes.get(folder);
    if (scope === undefined) return file === LLMS_TXT ? this.#readSection(name, folder) : null;
    return file === LLMS_TXT ? this.#readList(name, folder, scope) : this.#readFull(name, scope);
  }

  #readPage(name: string): string | null {
    const path = this.#paths.get(pageKey(name.endsWith('.md') ? name.slice(0, -'.md'.length) : name));
    const found = path === undefined ? null : this.#pages.sections(path);
    if (found === null) return null;
    const list = encodePath(this.#listOf(found.page));
    return this.#write(
      name,
      found.page,
      `> All pages of this documentation are listed in [llms.txt](${list}).`,
    );
  }

  /** Return the list that has a page: of its version and language, the one at the root if that has it. */
  #listOf(page: PageEntry): string {
    const [at = ''] =
      Array.from(this.#scopes).find(
        ([, { version, language }]) =>
          (page.version ?? version) === version && (page.language ?? language) === language,
      ) ?? [];
    return within(at, LLMS_TXT);
  }

  #readList(name: string, folder: string, scope: VersionAndLanguage): string {
    const others = Array.from(this.#scopes).filter(
      ([at, { version, language }]) =>
        at !== '' && at !== folder && (version !== scope.version || language !== scope.language),
    );
    const tree = writeLlmsTxt({
      scope,
      pages: this.#pagesOf(scope),
      sections: this.#sectionsOf(folder, scope),
      full: this.#link(name, within(folder, LLMS_FULL_TXT)),
      addressOf: (page) => this.#addressOf(name, page),
      listOf: (section) => this.#link(name, within(within(folder, section), LLMS_TXT)),
      others: others.map(([at, { language }]) => ({
        name: decodePath(at),
        address: this.#link(name, within(at, LLMS_TXT)),
        isForeign: language !== scope.language,
      })),
    });
    return this.#options.stringify(tree);
  }

  #readSection(name: string, folder: string): string | null {
    for (const [at, scope] of this.#scopes) {
      if (at !== '' && !folder.startsWith(`${at}/`)) continue;
      const section = this.#sectionsOf(at, scope).find((one) => within(at, one.folder ?? '') === folder);
      if (section === undefined || section.folder === null) continue;
      const tree = writeSectionList(section, {
        addressOf: (page) => this.#addressOf(name, page),
        all: this.#link(name, within(at, LLMS_TXT)),
        about: frontPage(this.#pagesOf(scope))?.title ?? '',
      });
      return this.#options.stringify(tree);
    }
    return null;
  }

  #sectionsOf(at: string, scope: VersionAndLanguage): LlmsSection[] {
    const name = within(at, LLMS_TXT);
    return divideIntoSections(
      this.#pagesOf(scope),
      { scope, addressOf: (page) => this.#addressOf(name, page) },
      (folder) => this.#scopes.has(within(at, folder)),
    );
  }

  #addressOf(from: string, { path }: PageEntry): string {
    return this.#link(from, listedFile(path)!);
  }

  #readFull(name: string, scope: VersionAndLanguage): string {
    const pages = this.#pagesOf(scope);
    const { fullBytes = MAX_FULL_BYTES } = this.#options;
    const parts = [`# ${frontPage(pages)?.title ?? ''}\n`];
    let bytes = Buffer.byteLength(parts[0]!);
    for (const [at, page] of pages.entries()) {
      const part = `\n---\n\nSource: ${this.#addressOf(name, page)}\n\n${this.#write(name, page)}`;
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
  #write(name: string, { number }: PageEntry, note?: string): string {
    const { root } = this.#options;
    return rewriteLinks(pageMarkdown(this.#pages.sectionsOf(number), note), (address) => {
      // From the root of the host.
      if (root !== undefined && address.startsWith('/')) return URL.parse(address, root)?.href ?? address;
      const [, path, rest = ''] = SITE_PATH.exec(address) ?? [];
      if (path === undefined) return address;
      const decoded = decodePath(path.replace(/^\.\//, ''));
      const known = this.#findPage(decoded);
      const file = known === undefined ? null : markdownFile(known);
      return this.#link(name, file ?? decoded) + rest;
    });
  }

  /** Return the site path of the page that a link leads to. */
  #findPage(path: string): string | undefined {
    const key = pageKey(path);
    const known = this.#paths.get(key);
    if (known !== undefined || !/\.mdx?$/i.test(path)) return known;
    // Generators that leave a link between Markdown files as it is change case, or the folder that it begins in.
    const lower = key.toLowerCase();
    return this.#byLowerCase.get(lower) ?? this.#byLowerCase.get(lower.replace(/[^/]*\/(?=[^/]*$)/, ''));
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

/** Return the names of languages as the folders of the site have them. */
function languageFolders(languages: readonly string[], paths: Iterable<string>): Map<string, string> {
  const wanted = new Set(languages);
  const tags = new Map<string, string | undefined>();
  const folders = new Map<string, string>();
  for (const path of paths) {
    for (const folder of path.split('/', MAX_SCOPE_DEPTH)) {
      if (tags.has(folder)) continue;
      const language = folder.length > MAX_TAG_LENGTH ? undefined : readLanguage(folder);
      tags.set(folder, language);
      if (language !== undefined && wanted.has(language) && !folders.has(language))
        folders.set(language, folder);
    }
  }
  return folders;
}

function within(folder: string, name: string): string {
  return folder === '' ? name : `${folder}/${name}`;
}
