import { readdir, readFile } from 'node:fs/promises';
import { join, posix, sep } from 'node:path';
import { parse as parseYaml } from 'yaml';

/** A page of the documentation, as the list of pages knows it. */
export interface Page {
  /** Address on the site without leading slash, from its file or its frontmatter: the `path` that search results carry. */
  readonly path: string;
  /** Path of the file below the folder, with slashes. */
  readonly file: string;
  /** First parts of the path when they name a version and a language, else empty. */
  readonly version: string;
  readonly language: string;
  /** What follows version and language: the same page in another version or language has the same slug. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  /** Heading in the navigation under which the page stands. */
  readonly section: string;
  /** Place in the navigation; pages without one stand last. */
  readonly order: number;
}

const MARKDOWN_FILE = /\.mdx?$/i;
const FRONTMATTER = /^---\r?\n([^]*?)\r?\n---(?:\r?\n|$)/;

/** The pages of a folder of Markdown and MDX, in the order of the navigation. */
export class Documentation {
  readonly folder: string;
  readonly pages: readonly Page[];
  readonly #byPath: ReadonlyMap<string, Page>;
  /** By the path of the file, without its ending: links between files name that. */
  readonly #byFile: ReadonlyMap<string, Page>;

  private constructor(folder: string, pages: readonly Page[]) {
    this.folder = folder;
    this.pages = pages;
    this.#byPath = new Map(pages.map((page) => [toKey(page.path), page]));
    this.#byFile = new Map(pages.map((page) => [toSitePath(page.file), page]));
  }

  static async read(folder: string): Promise<Documentation> {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries
      .filter((entry) => entry.isFile() && MARKDOWN_FILE.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name).slice(join(folder, sep).length).split(sep).join('/'))
      .filter((file) => !file.split('/').some((part) => part.startsWith('.') || part === 'node_modules'));
    const pages = await Promise.all(
      files.map(async (file) => describePage(file, await readFile(join(folder, file), 'utf8'))),
    );
    return new Documentation(
      folder,
      pages.toSorted((a, b) => a.order - b.order || a.path.localeCompare(b.path)),
    );
  }

  /** Versions of the pages, newest first. */
  get versions(): readonly string[] {
    return unique(this.pages.map((page) => page.version)).toSorted((a, b) =>
      b.localeCompare(a, 'en', { numeric: true }),
    );
  }

  /** Languages of the pages; English first, since that is the one that is always complete. */
  get languages(): readonly string[] {
    return unique(this.pages.map((page) => page.language)).toSorted(
      (a, b) => Number(b === 'en') - Number(a === 'en') || a.localeCompare(b),
    );
  }

  find(path: string): Page | undefined {
    return this.#byPath.get(toKey(path));
  }

  read(page: Page): Promise<string> {
    return readFile(join(this.folder, page.file), 'utf8');
  }

  /** The same page in another version or language, else the first page there is in it. */
  counterpart(page: Page, version: string, language: string): Page | undefined {
    const there = this.pages.filter((other) => other.version === version && other.language === language);
    return (
      there.find((other) => other.slug === page.slug) ?? there.find((other) => other.slug === '') ?? there[0]
    );
  }

  /** Where a link in the file of `page` leads on the site; what names no page stays as it is. */
  resolveLink(page: Page, target: string): string {
    const [, path, rest] = /^([^?#]*)(.*)$/.exec(target) ?? [];
    if (!path || rest === undefined || /^[a-z][a-z\d+.-]*:|^\/\//i.test(target)) return target;
    const base = [page.version, page.language].filter(Boolean);
    const candidates = path.startsWith('/')
      ? [path, `/${base[0] ?? ''}${path}`, `/${base.join('/')}${path}`]
      : [posix.join('/', posix.dirname(page.file), path), posix.join('/', page.path, path)];
    const found = candidates
      .map(toSitePath)
      .map((candidate) => this.find(candidate) ?? this.#byFile.get(candidate))
      .find(Boolean);
    return found ? `/${found.path}${rest}` : target;
  }
}

function describePage(file: string, source: string): Page {
  const { title, description, section, order, ...frontmatter } = readFrontmatter(source);
  const folders = file.split('/').slice(0, -1);
  const version = isVersion(folders[0]) ? folders[0]! : '';
  const language = [folders[version === '' ? 0 : 1]].find(isLanguage) ?? '';
  const scope = [version, language].filter(Boolean);
  const path = givenPath(folders, scope.length, frontmatter) ?? toSitePath(file);
  const segments = toKey(path).split('/');
  const parts = scope.every((part, at) => segments[at] === part) ? segments.slice(scope.length) : segments;
  return {
    path,
    file,
    version,
    language,
    slug: parts.join('/'),
    title: readText(title) ?? /^# +(.+)$/m.exec(source)?.[1] ?? (toWords(parts.at(-1) ?? '') || 'Home'),
    description: readText(description) ?? '',
    section: readText(section) ?? toWords(parts.length > 1 ? parts[0]! : ''),
    order: typeof order === 'number' ? order : Number.MAX_SAFE_INTEGER,
  };
}

/** The address that frontmatter sets, by the rules of the service. */
function givenPath(
  folders: readonly string[],
  scopeDepth: number,
  { slug, permalink }: Record<string, unknown>,
): string | undefined {
  const given = permalink ?? slug;
  if (typeof given !== 'string' || given === '' || given.split('/').includes('..')) return undefined;
  const isWhole = permalink !== undefined || (!given.startsWith('/') && given.includes('/'));
  const parents = isWhole ? [] : given.startsWith('/') ? folders.slice(0, scopeDepth) : folders;
  const path = [...parents, ...given.split('/')].filter((part) => part !== '' && part !== '.').join('/');
  return path !== '' && given.endsWith('/') ? `${path}/` : withoutFolderPage(path);
}

function readFrontmatter(source: string): Record<string, unknown> {
  const [, yaml] = FRONTMATTER.exec(source) ?? [];
  try {
    const value: unknown = yaml === undefined ? null : parseYaml(yaml);
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function toSitePath(file: string): string {
  return withoutFolderPage(file.replace(MARKDOWN_FILE, '')).replace(/^\/+|\/+$/g, '');
}

/** What the spellings of an address have in common: frontmatter may set one with a slash or `.html` at its end. */
function toKey(path: string): string {
  return withoutFolderPage(path.replace(/^\/+|\/+$/g, '').replace(/\.html?$/i, ''));
}

function withoutFolderPage(path: string): string {
  return path.replace(/(?:^|\/)(?:index|readme)$/i, '');
}

function isVersion(part: string | undefined): boolean {
  return part !== undefined && /^(?:v?\d+(?:\.\w+)*|latest|next)$/i.test(part);
}

function isLanguage(part: string | undefined): boolean {
  return part !== undefined && /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(part);
}

function readText(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

function toWords(name: string): string {
  const words = name.replaceAll(/[-_]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values.filter(Boolean))];
}
