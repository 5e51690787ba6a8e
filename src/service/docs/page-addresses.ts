import { readAddressRule } from './addresses/address-rule.ts';
import { bareVersions, foldersOf } from './addresses/site-scopes.ts';
import { matchSiteAddresses, type SiteAddresses } from './addresses/site-addresses.ts';
import { readLanguage, versionNumber } from '../../engine/sections/scope-names.ts';
import { isMarkdownPath, withoutEnding } from './page-path.ts';
import { pageKey } from '../../engine/sections/site-path.ts';
import { detectSiteScopeNames, pathScope, type PageScope, type ScopeNames } from './page-scope.ts';
import { joinPath, type LinkTargets } from './resolve-docs-link.ts';

/** Site paths of Markdown files. */
export interface PageAddresses extends LinkTargets {
  /** The addresses of the site itself, if known. */
  readonly site: SiteAddresses | null;
  /**
   * Return the site path of a file.
   *
   * @param explicit path in the frontmatter of the file, used as written unless the site has another. Default: the one read
   * before
   */
  pathOf(file: string, explicit?: string): string;
  /** Return whether several addresses of the site fit a file. */
  isAmbiguous(file: string): boolean;
  /** Return the version and language in the folder of a page on the site; empty without addresses of the site. */
  scopeOf(file: string, explicit?: string): PageScope;
}

interface ConfiguredNames {
  versions?: readonly string[] | undefined;
  languages?: readonly string[] | undefined;
}

/**
 * Join the rule of a site with what is known of its real addresses, which come first.
 *
 * @param options.rule see `readAddressRule`; `null`: addresses are the names of the files
 * @param options.known addresses of the site's pages; `null`: unknown
 * @param options.explicit paths in frontmatter, by file
 * @param options.names configured versions and languages. Default: recognised in the folders of the site
 * @throws TypeError when the rule is invalid
 */
export function createPageAddresses(
  files: readonly string[],
  {
    rule = 'path',
    known = null,
    explicit: explicitPaths = new Map(),
    names = {},
  }: {
    rule?: string | null | undefined;
    known?: readonly string[] | null;
    explicit?: ReadonlyMap<string, string>;
    names?: ConfiguredNames;
  },
  scopes: ScopeNames,
  defaults: PageScope = {},
): PageAddresses {
  const ruled = rule === null ? null : readAddressRule(rule);
  const placeOf = (file: string) => scopes.places?.get(file)?.path ?? file;
  const site =
    known &&
    matchSiteAddresses(
      files.map(placeOf),
      known,
      new Map(Array.from(explicitPaths, ([file, path]) => [placeOf(file), path])),
    );
  const siteScope = site && createSiteScope(site, files.map(placeOf), names);
  const byKey = new Map(files.map((file) => [pageKey(file), file]));
  const byPlace = new Map(Array.from(scopes.places ?? [], ([file, { path }]) => [pageKey(path), file]));
  const pathOf = (file: string, explicit = explicitPaths.get(file)): string => {
    const real = site?.addressOf(placeOf(file), explicit);
    if (real !== undefined) return real;
    if (explicit !== undefined) return explicit;
    if (ruled === null) return file;
    const { path, folders, scope } = pathScope(file, scopes);
    return ruled({ path: withoutEnding(path), folders, scope: { ...defaults, ...scope } });
  };
  return {
    site,
    pathOf,
    isAmbiguous: (file) => site?.ambiguous.has(placeOf(file)) ?? false,
    scopeOf(file, explicit = explicitPaths.get(file)) {
      return siteScope === null ? {} : siteScope(placeOf(file), explicit);
    },
    addressOf(path) {
      const file = isMarkdownPath(path) ? path : byKey.get(pageKey(path));
      return file === undefined ? undefined : pathOf(file);
    },
    addressBeside(file, target) {
      const place = scopes.places?.get(file);
      const found = place && byPlace.get(pageKey(joinPath(place.path, target)));
      return found && pathOf(found);
    },
    pathAt(address) {
      if (site === null || !`${address}/`.startsWith(site.base)) return undefined;
      const path = address.slice(site.base.length);
      return site.has(path) ? path : undefined;
    },
  };
}

/** Return the function that reads version and language of a page from the folders of the site. */
function createSiteScope(
  site: SiteAddresses,
  files: readonly string[],
  names: ConfiguredNames,
): (file: string, explicit: string | undefined) => PageScope {
  const detected = detectSiteScopeNames(site.folders);
  const bare = bareVersions(foldersOf(files), foldersOf(site.folders));
  const siteScopes = {
    versions: new Set(names.versions ?? [...detected.versions, ...bare]),
    languages: new Set(names.languages ?? detected.languages),
  };
  return (file, explicit) => {
    // Docusaurus shows the last version, and the default language, in no folder of their own.
    const own = {
      version: names.versions ? undefined : /(?:^|\/)version-(\d[^/]*)\//.exec(file)?.[1],
      language: names.languages ? undefined : readLanguage(/(?:^|\/)i18n\/([^/]+)\//.exec(file)?.[1]),
    };
    const { scope: shown } = pathScope(site.folderOf(file, explicit) ?? '', siteScopes);
    const folders = site.addressOf(file, explicit)?.split('/').slice(0, -1);
    const number = own.version && versionNumber(own.version);
    const spelled = folders?.find((name) => versionNumber(name) === number);
    const version = shown.version ?? spelled ?? own.version;
    const language = shown.language ?? own.language;
    return { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
  };
}
