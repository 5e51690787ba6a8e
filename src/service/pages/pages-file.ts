import type { DatabaseSync, SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { DocsOutline, PageEntry } from '../../engine/pages/docs-pages.ts';
import type { IndexScope } from '../../engine/sections/index-facts.ts';
import { languagesOf, versionsOf } from '../../engine/sections/scopes.ts';
import type { Section } from '../../engine/sections/section.ts';
import { mainScope, type MainScopeOptions } from '../../engine/pages/main-scope.ts';
import { openIndexFile } from '../index/index-file.ts';
import { SELECT_SECTIONS, toSection } from '../index/section-row.ts';

/** Maximum number of titles of an outline. */
const MAX_TITLES = 60;

const SELECT_PAGES = 'SELECT id, path, title, description, version, language FROM pages';
const IN_SCOPE = 'WHERE version IS ? AND language IS ?';

/** The pages of an index file. */
export class PagesFile implements Disposable {
  readonly #database: DatabaseSync;

  /** @throws Error when the file is missing, damaged or of another version */
  constructor(path: string) {
    const database = openIndexFile(path);
    if (!database) throw new Error('The index is damaged, or another version of docs-assistant wrote it');
    this.#database = database;
  }

  /** Versions and languages, in the order of the pages. */
  get scopes(): IndexScope[] {
    return this.#all('SELECT * FROM scopes ORDER BY first') as unknown as IndexScope[];
  }

  /** Return the version and language for programs that ask for none: the main version of the site, where none is configured. */
  mainScope({ version, languages }: MainScopeOptions): IndexScope | null {
    const meta = (key: string) =>
      this.#all('SELECT value FROM meta WHERE key = ?', key)[0]?.['value'] as string | undefined;
    const main = meta('mainVersion');
    return mainScope(this.scopes, {
      version: version ?? (main && (JSON.parse(main) as string | null)),
      languages: [...languages, meta('mainLanguage')],
    });
  }

  outline(main: MainScopeOptions): DocsOutline {
    const { scopes } = this;
    const shown = this.mainScope(main);
    const topmost = `${SELECT_PAGES} ${IN_SCOPE}
      ORDER BY length(path) - length(replace(path, '/', '')), path <> '', id LIMIT ?`;
    const pages = shown ? this.#pages(topmost, shown.version, shown.language, MAX_TITLES) : [];
    return {
      title: pages.toSorted((a, b) => a.path.length - b.path.length)[0]?.title ?? '',
      pages: this.#all('SELECT count(*) AS count FROM pages')[0]!['count'] as number,
      versions: versionsOf(scopes),
      languages: languagesOf(scopes),
      titles: pages.map(({ title }) => title),
    };
  }

  list({ after = 0, limit }: { after?: number; limit: number }): PageEntry[] {
    return this.#pages(`${SELECT_PAGES} WHERE id > ? ORDER BY id LIMIT ?`, after, limit);
  }

  /** Return the pages of a version and a language, in order. */
  pagesOf({ version, language }: Pick<IndexScope, 'version' | 'language'>): PageEntry[] {
    return this.#pages(`${SELECT_PAGES} ${IN_SCOPE} ORDER BY id`, version, language);
  }

  /** Return the site paths of all pages, in order. */
  paths(): string[] {
    return this.#all('SELECT path FROM pages ORDER BY id').map(({ path }) => path as string);
  }

  /** Return the page with a site path, and its sections in order. */
  sections(path: string): { page: PageEntry; sections: Section[] } | null {
    const [page] = this.#pages(`${SELECT_PAGES} WHERE path = ?`, path);
    return page === undefined ? null : { page, sections: this.sectionsOf(page.number) };
  }

  /** Return the sections of a page, in order. */
  sectionsOf(page: number): Section[] {
    return this.#all(`${SELECT_SECTIONS} WHERE page = ? ORDER BY sections.id`, page).map(toSection);
  }

  [Symbol.dispose](): void {
    this.#database.close();
  }

  #pages(query: string, ...values: SQLInputValue[]): PageEntry[] {
    return this.#all(query, ...values).map(toPage);
  }

  #all(query: string, ...values: SQLInputValue[]): Record<string, SQLOutputValue>[] {
    return this.#database.prepare(query).all(...values);
  }
}

function toPage({ id, path, title, ...row }: Record<string, SQLOutputValue>): PageEntry {
  const optional = ['description', 'version', 'language'].filter((name) => row[name] !== null);
  return {
    number: id as number,
    path: path as string,
    title: title as string,
    ...Object.fromEntries(optional.map((name) => [name, row[name]])),
  };
}
