import { readLanguage } from '../../../engine/sections/scope-names.ts';
import { readConfigFile } from './config-file.ts';
import type { SiteLayout } from './layout.ts';

/** A folder that only Docusaurus has, with what is before it. */
const OWN_FOLDER =
  /^((?:[^/]+\/)*?)(?:i18n\/[^/]+\/docusaurus-plugin-content-(?:docs|blog|pages)|(?:[^/]+_)?versioned_docs\/version-[^/]+)/;
const TRANSLATED = /^i18n\/([^/]+)\/docusaurus-plugin-content-(docs|blog|pages)(?:-([^/]+))?\/(.+)$/;
const TRANSLATED_DOCS = /^i18n\/[^/]+\/docusaurus-plugin-content-docs-([^/]+)\//;
const VERSIONED = /^(?:([^/]+)_)?versioned_docs\/version-([^/]+)\/(.+)$/;
const VERSION_FOLDER = /^(?:current|version-([^/]+))\/(.+)$/;
const OWN_LANGUAGE = /^(docs|blog|src\/pages)\/(.+)$/;
/** Number that sets the order of pages, not that of a date or a version. */
const ORDER = /^\d+\s*[-_.]+\s*(?=[^-_.\s\d])/;
/** Date of a post: `2024-05-01-news.md`, `2024/05/01/news.md`. */
const DATE = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[-/]/;
const SCRIPTS = ['js', 'ts', 'mjs', 'cjs', 'mts', 'cts'];

/** A page by the folders of its file. */
interface DocusaurusPage {
  kind: string;
  /** Id of the plugin that it is of; empty for that of the preset. */
  id: string;
  /** Missing: the current one. */
  version?: string | undefined;
  /** Missing: the default one. */
  language?: string | undefined;
  /** Path below the folder of the plugin. */
  rest: string;
}

/** Versions of a plugin for documentation. */
interface PluginVersions {
  /** Version without a folder on the site; `current`: that which is not released. */
  last: string;
  hasVersions: boolean;
}

/**
 * Read the layout of a project of Docusaurus, also in a folder of a larger one: `docs`, `versioned_docs/version-X`,
 * `i18n/LANGUAGE/docusaurus-plugin-content-docs/current` or `version-X`, `blog` and `src/pages`.
 */
export async function readDocusaurusLayout(
  folder: string,
  files: readonly string[],
): Promise<SiteLayout | null> {
  const owned = files.map((file) => OWN_FOLDER.exec(file)?.[1]).find((before) => before !== undefined);
  const site = owned ?? '';
  const config = await readConfigFile(
    folder,
    SCRIPTS.map((ending) => `${site}docusaurus.config.${ending}`),
  );
  if (config === null && owned === undefined) return null;
  const text = config?.text ?? '';
  // The documentation of a repository often stands beside the folder of its site.
  const isBeside = site !== '' && !files.some((file) => file.startsWith(`${site}docs/`));
  const inSite = new Map<string, string>();
  for (const file of files) {
    if (file.startsWith(site)) inSite.set(file, file.slice(site.length));
    else if (isBeside && file.startsWith('docs/')) inSite.set(file, file);
  }
  const instances = new Set(
    Array.from(inSite.values(), (file) => VERSIONED.exec(file)?.[1] ?? TRANSLATED_DOCS.exec(file)?.[1]),
  );
  const pages = new Map<string, DocusaurusPage>();
  for (const [file, own] of inSite) {
    const page = readPage(own, instances);
    if (page !== null) pages.set(file, page);
  }
  const versions = await readVersions({ folder, site, text }, [...pages.values()]);
  const languages = new Set([...pages.values()].flatMap(({ language }) => language ?? []));
  const defaultLanguage = languages.size === 0 ? undefined : quoted('defaultLocale', text);
  const docsFolder = /\bdocs:\s*\{[^{}]*?\brouteBasePath:\s*['"`]([^'"`]*)/.exec(text)?.[1];
  const isOrdered = !/\bnumberPrefixParser:\s*false\b/.test(text);
  return {
    defaultLanguage,
    placeOf(file) {
      const page = pages.get(file);
      if (page === undefined) return null;
      const { kind, id, language = defaultLanguage, rest } = page;
      const { last, hasVersions } = versions.get(id) ?? { last: 'current', hasVersions: false };
      const version = kind === 'docs' && hasVersions ? (page.version ?? 'current') : undefined;
      const shown = version === undefined || version === last ? '' : version === 'current' ? 'next' : version;
      const base = kind === 'pages' ? '' : id || (kind === 'docs' ? (docsFolder ?? kind) : kind);
      const root = [language === defaultLanguage ? '' : language, base, shown]
        .flatMap((part) => part?.split('/') ?? [])
        .filter((part) => part !== '');
      return {
        path: [...root, kind === 'blog' ? rest.replace(DATE, '$1/$2/$3/') : shownPath(rest, isOrdered)].join(
          '/',
        ),
        root: root.join('/'),
        // The slug of a post stands below the blog, not below its date.
        ...(kind === 'blog' && { slugFolder: root.join('/') }),
        ...(version !== undefined && { version }),
        ...(language !== undefined && { language: readLanguage(language) ?? language }),
      };
    },
  };
}

/** @param instances ids of further plugins for documentation, which are the names of their folders, too */
function readPage(file: string, instances: ReadonlySet<string | undefined>): DocusaurusPage | null {
  const [, language, kind, id = '', below] = TRANSLATED.exec(file) ?? [];
  if (kind !== undefined && kind !== 'docs') return { language, kind, id, rest: below! };
  if (kind !== undefined) {
    const [, version, rest] = VERSION_FOLDER.exec(below!) ?? [];
    return rest === undefined ? null : { language, kind, id, version, rest };
  }
  const versioned = VERSIONED.exec(file);
  if (versioned !== null)
    return { kind: 'docs', id: versioned[1] ?? '', version: versioned[2], rest: versioned[3]! };
  const [, folder, rest] = OWN_LANGUAGE.exec(file) ?? [];
  if (rest !== undefined) return { kind: folder!.replace('src/', ''), id: '', rest };
  const [first = '', ...others] = file.split('/');
  return instances.has(first) && others.length > 0
    ? { kind: 'docs', id: first, rest: others.join('/') }
    : null;
}

/** Read the versions of the plugins: those of their lists, of which the first is the last that was released. */
async function readVersions(
  { folder, site, text }: { folder: string; site: string; text: string },
  pages: readonly DocusaurusPage[],
): Promise<Map<string, PluginVersions>> {
  const versions = new Map<string, PluginVersions>();
  for (const [id, own] of Map.groupBy(pages, (page) => page.id)) {
    const hasVersions = own.some(({ version }) => version !== undefined);
    const list = await readConfigFile(folder, [`${site}${id === '' ? '' : `${id}_`}versions.json`]);
    const configured = id === '' ? quoted('lastVersion', text) : undefined;
    versions.set(id, { hasVersions, last: configured ?? firstOf(list?.text) ?? 'current' });
  }
  return versions;
}

function firstOf(list: string | undefined): string | undefined {
  try {
    const names: unknown = JSON.parse(list ?? '');
    return Array.isArray(names) && typeof names[0] === 'string' ? names[0] : undefined;
  } catch {
    return undefined;
  }
}

/** Return the first text that a program assigns to a name. */
function quoted(name: string, text: string): string | undefined {
  return new RegExp(`\\b${name}:\\s*['"\`]([^'"\`]+)`).exec(text)?.[1];
}

/** Return a path without the numbers of its order, if they are one; a page that is called like its folder is that of the folder. */
function shownPath(path: string, isOrdered: boolean): string {
  const segments = path.split('/').map((segment) => (isOrdered ? segment.replace(ORDER, '') : segment));
  const [name = '', ending = ''] = /^(.*?)(\.[a-z]+)$/i.exec(segments.at(-1)!)?.slice(1) ?? [];
  const isFolderPage = segments.length > 1 && name.toLowerCase() === segments.at(-2)!.toLowerCase();
  return isFolderPage ? [...segments.slice(0, -1), `index${ending}`].join('/') : segments.join('/');
}
