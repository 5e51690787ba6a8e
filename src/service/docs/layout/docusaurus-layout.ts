import { readLanguage } from '../../../engine/sections/scope-names.ts';
import { constantsOf, objectsAfter, objectsIn, readConfigFile, withoutComments } from './config-file.ts';
import type { FilePlace } from '../page-scope.ts';
import type { SiteLayout } from './layout.ts';

/** A folder that only Docusaurus has, with what is before it. */
const OWN_FOLDER =
  /^((?:[^/]+\/)*?)(?:i18n\/[^/]+\/docusaurus-plugin-content-(?:docs|blog|pages)|(?:[^/]+_)?versioned_docs\/version-[^/]+)/;
const TRANSLATED = /^i18n\/([^/]+)\/docusaurus-plugin-content-(docs|blog|pages)(?:-([^/]+))?\/(.+)$/;
const TRANSLATED_DOCS = /^i18n\/[^/]+\/docusaurus-plugin-content-docs-([^/]+)\//;
const VERSIONED = /^(?:([^/]+)_)?versioned_docs\/version-([^/]+)\/(.+)$/;
const VERSION_FOLDER = /^(?:current|version-([^/]+))\/(.+)$/;
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
  /** Whether the site has a version. */
  has(version: string): boolean;
}

/** What the configuration of a plugin has, as far as it is written as a constant. */
interface PluginOptions {
  fields: ReadonlyMap<string, string>;
  /** Folders of versions on the site, by their names. */
  paths: ReadonlyMap<string, string>;
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
  const text = withoutComments(config?.text ?? '');
  // The documentation of a repository often stands beside the folder of its site.
  const isBeside = site !== '' && !files.some((file) => file.startsWith(`${site}docs/`));
  const inSite = new Map<string, string>();
  for (const file of files) {
    if (file.startsWith(site)) inSite.set(file, file.slice(site.length));
    else if (isBeside && file.startsWith('docs/')) inSite.set(file, file);
  }
  const plugins = readPlugins(text);
  const locales = readLocales(text);
  const folders = foldersOf(plugins, [...inSite.values()]);
  const pages = new Map<string, DocusaurusPage>();
  for (const [file, own] of inSite) {
    const page = readPage(own, folders);
    if (page !== null)
      pages.set(file, { ...page, language: locales.get(page.language ?? '') ?? page.language });
  }
  const versions = await readVersions({ folder, site, plugins }, [...pages.values()]);
  const languages = new Set([...pages.values()].flatMap(({ language }) => language ?? []));
  const defaultLanguage = languages.size === 0 ? undefined : quoted('defaultLocale', text);
  const isOrdered = !/\bnumberPrefixParser:\s*false\b/.test(text);
  const isMdx = !/\bformat:\s*["'`](?:detect|md)\b/.test(text);
  return {
    defaultLanguage,
    placeOf(file) {
      const page = pages.get(file);
      if (page === undefined) return null;
      const options = plugins.get(`${page.kind} ${page.id}`) ?? NO_OPTIONS;
      const own = versions.get(page.id) ?? NO_VERSIONS;
      const place = placePage(page, options, own, { defaultLanguage, isOrdered });
      return isMdx ? { ...place, isMdx } : place;
    },
  };
}

function placePage(
  { kind, id, rest, ...page }: DocusaurusPage,
  { fields, paths }: PluginOptions,
  { last, hasVersions, has }: PluginVersions,
  { defaultLanguage, isOrdered }: { defaultLanguage: string | undefined; isOrdered: boolean },
): FilePlace {
  const language = page.language ?? defaultLanguage;
  const isDocs = kind === 'docs';
  const version = isDocs && hasVersions ? (page.version ?? 'current') : undefined;
  const shown = version === undefined || version === last ? '' : version === 'current' ? 'next' : version;
  const root = [
    language === defaultLanguage ? '' : language,
    fields.get('routeBasePath') ?? (kind === 'pages' ? '' : id || kind),
    isDocs ? (paths.get(page.version ?? 'current') ?? shown) : '',
  ]
    .flatMap((part) => part?.split('/') ?? [])
    .filter((part) => part !== '');
  const own = kind === 'blog' ? rest.replace(DATE, '$1/$2/$3/') : shownPath(rest, isOrdered);
  const isShown = !isDocs || has(page.version ?? 'current');
  return {
    path: [...root, own].join('/'),
    root: root.join('/'),
    generator: 'docusaurus',
    ...(/(?:^|\/)(?:index|readme)\.[a-z]+$/i.test(own) && { isFolderPage: true }),
    // The slug of a post stands below the blog, not below its date.
    ...(kind === 'blog' && { slugFolder: root.join('/') }),
    ...(version !== undefined && { version }),
    ...(!isShown && { leftOut: 'its site does not have this version' }),
    ...(language !== undefined && { language: readLanguage(language) ?? language }),
  };
}

type PluginFolders = ReadonlyMap<string, Pick<DocusaurusPage, 'kind' | 'id'>>;

/** Return the folders of the plugins, which are those of the default language and the current version. */
function foldersOf(plugins: ReadonlyMap<string, PluginOptions>, files: readonly string[]): PluginFolders {
  const folders = new Map<string, Pick<DocusaurusPage, 'kind' | 'id'>>();
  for (const file of files) {
    const id = VERSIONED.exec(file)?.[1] ?? TRANSLATED_DOCS.exec(file)?.[1];
    if (id !== undefined) folders.set(id, { kind: 'docs', id });
  }
  for (const [name, { fields }] of plugins) {
    const [kind = '', id = ''] = name.split(' ');
    const path = fields.get('path') ?? (id || (kind === 'pages' ? 'src/pages' : kind));
    folders.set(path.replace(/^(?:\.?\/)+|\/+$/g, ''), { kind, id });
  }
  return folders;
}

/** Return the languages whose translations are in a folder of another name (`localeConfigs`), by that name. */
function readLocales(text: string): ReadonlyMap<string, string> {
  const configs = objectsAfter(text, /\blocaleConfigs\s*:/).flatMap((object) => [...objectsIn(object)]);
  return new Map(
    configs.map(([language, object]) => [constantsOf(object).get('path') ?? language, language]),
  );
}

const NO_VERSIONS: PluginVersions = { last: 'current', hasVersions: false, has: () => true };
const NO_OPTIONS: PluginOptions = { fields: new Map(), paths: new Map() };
/** Plugins for pages, with the names they have in a preset. */
const PLUGIN = /@docusaurus\/plugin-content-(docs|blog|pages)["'`]\s*,/;
/** Options of a plugin, which the theme has not under the same name. */
const OWN_OPTION =
  /\b(?:path|routeBasePath|sidebarPath|editUrl|lastVersion|versions|includeCurrentVersion|onlyIncludeVersions|disableVersioning|numberPrefixParser|showReadingTime)\s*:/;

/** Read the options of the plugins for pages, by kind and id: those of the preset and those beside it. */
function readPlugins(text: string): Map<string, PluginOptions> {
  const plugins = new Map<string, PluginOptions>();
  for (const kind of ['docs', 'blog', 'pages']) {
    const objects = objectsAfter(text, new RegExp(String.raw`(?<![\w.])["']?${kind}["']?\s*:`));
    const own = objects.find((object) => OWN_OPTION.test(object)) ?? '';
    plugins.set(`${kind} `, optionsOf(own));
    for (const object of objectsAfter(text, new RegExp(PLUGIN.source.replace('(docs|blog|pages)', kind)))) {
      const options = optionsOf(object);
      const id = options.fields.get('id') ?? 'default';
      plugins.set(`${kind} ${id === 'default' ? '' : id}`, options);
    }
  }
  return plugins;
}

function optionsOf(object: string): PluginOptions {
  const [versions = ''] = objectsAfter(object, /\bversions\s*:/);
  const paths = new Map<string, string>();
  for (const [name, own] of objectsIn(versions)) {
    const path = constantsOf(own).get('path');
    if (path !== undefined) paths.set(name, path);
  }
  return { fields: constantsOf(object), paths };
}

function readPage(file: string, folders: PluginFolders): DocusaurusPage | null {
  const [, language, kind, id = '', below] = TRANSLATED.exec(file) ?? [];
  if (kind !== undefined && kind !== 'docs') return { language, kind, id, rest: below! };
  if (kind !== undefined) {
    const [, version, rest] = VERSION_FOLDER.exec(below!) ?? [];
    return rest === undefined ? null : { language, kind, id, version, rest };
  }
  const versioned = VERSIONED.exec(file);
  if (versioned !== null)
    return { kind: 'docs', id: versioned[1] ?? '', version: versioned[2], rest: versioned[3]! };
  const folder = [...folders.keys()]
    .filter((name) => file.startsWith(`${name}/`))
    .toSorted((a, b) => b.length - a.length)[0];
  return folder === undefined ? null : { ...folders.get(folder)!, rest: file.slice(folder.length + 1) };
}

/** Read the versions of the plugins: those of their lists, of which the first is the last that was released. */
async function readVersions(
  { folder, site, plugins }: { folder: string; site: string; plugins: ReadonlyMap<string, PluginOptions> },
  pages: readonly DocusaurusPage[],
): Promise<Map<string, PluginVersions>> {
  const versions = new Map<string, PluginVersions>();
  const docs = pages.filter(({ kind }) => kind === 'docs');
  for (const [id, own] of Map.groupBy(docs, (page) => page.id)) {
    const { fields } = plugins.get(`docs ${id}`) ?? NO_OPTIONS;
    const only = fields.get('onlyIncludeVersions')?.match(/[\w.-]+/g);
    const isVersioned = fields.get('disableVersioning') !== 'true';
    const hasCurrent = fields.get('includeCurrentVersion') !== 'false';
    const has = (version: string) =>
      (version === 'current' ? hasCurrent : isVersioned) && (only?.includes(version) ?? true);
    const file = await readConfigFile(folder, [`${site}${id === '' ? '' : `${id}_`}versions.json`]);
    const last = fields.get('lastVersion') ?? namesIn(file?.text).find(has) ?? 'current';
    versions.set(id, {
      hasVersions: isVersioned && own.some(({ version }) => version !== undefined),
      last,
      has,
    });
  }
  return versions;
}

function namesIn(list: string | undefined): string[] {
  try {
    const names: unknown = JSON.parse(list ?? '');
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
  } catch {
    return [];
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
