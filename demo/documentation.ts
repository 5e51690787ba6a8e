import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  DEFAULT_DOCS_LIMITS,
  MAX_DESCRIPTION_LENGTH,
  MAX_HEADING_LENGTH,
} from '../src/service/docs/docs-limits.ts';
import { readExplicitPaths } from '../src/service/docs/explicit-paths.ts';
import { FRONTMATTER, readFrontmatter } from '../src/service/docs/frontmatter.ts';
import { listDocsFiles, type DocsFile } from '../src/service/docs/list-docs-files.ts';
import { createMarkdownParser } from '../src/service/docs/markdown-parser.ts';
import { createPageAddresses, type PageAddresses } from '../src/service/docs/page-addresses.ts';
import { isMarkdownPath } from '../src/service/docs/page-path.ts';
import { pageKey } from '../src/engine/sections/site-path.ts';
import { detectScopeNames, pathScope, type ScopeNames } from '../src/service/docs/page-scope.ts';
import { readScope, readShortText, titleOfFile } from '../src/service/docs/read-page.ts';
import { resolveDocsLink } from '../src/service/docs/resolve-docs-link.ts';

/** A page of the documentation, as the list of pages knows it. */
export interface Page {
  /** Address on the site without leading slash, from its file or its frontmatter: the `path` that search results carry. */
  readonly path: string;
  /** Path of the file below the folder, with slashes. */
  readonly file: string;
  /** Empty for a page that has none. */
  readonly version: string;
  readonly language: string;
  /** Path below version and language: the same page in another version or language has the same slug. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Heading in the navigation above the page. */
  readonly section: string;
  /** Place in the navigation. Pages without one come last. */
  readonly order: number;
}

const parser = createMarkdownParser();
/** Stands for the host of the site. */
const SITE = 'http://site.invalid';

/** The pages of a folder of Markdown and MDX, in the order of the navigation, at the addresses that the service gives them. */
export class Documentation {
  readonly folder: string;
  readonly pages: readonly Page[];
  readonly #byPath: ReadonlyMap<string, Page>;
  readonly #addresses: PageAddresses;

  private constructor(folder: string, pages: readonly Page[], addresses: PageAddresses) {
    this.folder = folder;
    this.pages = pages;
    this.#byPath = new Map(pages.map((page) => [pageKey(page.path), page]));
    this.#addresses = addresses;
  }

  static async read(folder: string): Promise<Documentation> {
    const listing = await listDocsFiles(folder, DEFAULT_DOCS_LIMITS);
    const files = listing.files.filter(({ file }) => isMarkdownPath(file));
    const names = files.map(({ file }) => file);
    const scopes = detectScopeNames(names);
    const explicit = await readExplicitPaths(files, scopes);
    const addresses = createPageAddresses(names, { explicit }, scopes);
    const pages = await Promise.all(files.map((file) => describePage(file, addresses, scopes)));
    const shown = pages.filter((page) => page !== null);
    const inOrder = shown.toSorted((a, b) => a.order - b.order || a.path.localeCompare(b.path));
    return new Documentation(folder, inOrder, addresses);
  }

  /** Versions of the pages, newest first. */
  get versions(): readonly string[] {
    return unique(this.pages.map((page) => page.version)).toSorted((a, b) =>
      b.localeCompare(a, 'en', { numeric: true }),
    );
  }

  /** Languages of the pages. English comes first, because it is the one that is always complete. */
  get languages(): readonly string[] {
    return unique(this.pages.map((page) => page.language)).toSorted(
      (a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b),
    );
  }

  /** Find a page by any spelling of its address: with or without slashes around, ending and `index`. */
  find(path: string): Page | undefined {
    return this.#byPath.get(pageKey(path));
  }

  read(page: Page): Promise<string> {
    return readFile(join(this.folder, page.file), 'utf8');
  }

  /** Return the same page in another version or language, else the first page there is in it. */
  counterpart(page: Page, version: string, language: string): Page | undefined {
    const there = this.pages.filter((other) => other.version === version && other.language === language);
    return (
      there.find((other) => other.slug === page.slug) ?? there.find((other) => other.slug === '') ?? there[0]
    );
  }

  /** Return the address on the site of a link in the file of `page`. */
  resolveLink(page: Page, target: string): string {
    if (target.startsWith('#')) return target;
    const { version, language } = page;
    const reference = resolveDocsLink(target, page, {
      addressOf: (path) => this.#addresses.addressOf(path) ?? this.find(path)?.path,
      // A link from the root may leave out the version, or version and language.
      pathAt: (address) =>
        ['', version, `${version}/${language}`]
          .map((scope) => this.find(scope + address)?.path)
          .find((path) => path !== undefined),
    });
    if (reference === undefined) return target;
    const { origin, pathname, search, hash, href } = new URL(reference, SITE);
    return origin === SITE ? pathname + search + hash : href;
  }
}

/** @returns `null` for a draft */
async function describePage(
  { file, absolute }: DocsFile,
  addresses: PageAddresses,
  scopes: ScopeNames,
): Promise<Page | null> {
  const source = await readFile(absolute, 'utf8');
  const [head = ''] = FRONTMATTER.exec(source) ?? [];
  const frontmatter = readFrontmatter(parser.parseMarkdown(head), parser, () => {});
  if (frontmatter['draft'] === true) return null;
  const { depth, scope } = pathScope(file, scopes);
  const { version = '', language = '' } = scope;
  const path = addresses.pathOf(file);
  const slug = withoutFolders(pageKey(path), file.split('/').slice(0, depth));
  const { title, description, section, order } = frontmatter;
  const parent = slug.includes('/') ? slug.split('/', 1)[0]! : null;
  return {
    path,
    file,
    version,
    language,
    ...readScope(frontmatter),
    slug,
    title: readShortText(title, MAX_HEADING_LENGTH) ?? /^# +(.+)$/m.exec(source)?.[1] ?? titleOfFile(slug),
    description: readShortText(description, MAX_DESCRIPTION_LENGTH) ?? '',
    section: readShortText(section, MAX_HEADING_LENGTH) ?? (parent === null ? '' : titleOfFile(parent)),
    order: typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER,
  };
}

/** Cut folders off the beginning of a path that begins with them. */
function withoutFolders(path: string, folders: readonly string[]): string {
  const segments = path.split('/');
  const isBelow = folders.every((folder, at) => segments[at] === folder);
  return isBelow ? segments.slice(folders.length).join('/') : path;
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter(Boolean))];
}
