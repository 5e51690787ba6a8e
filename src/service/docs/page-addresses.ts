import { readAddressRule } from './addresses/address-rule.ts';
import { matchSiteAddresses, type SiteAddresses } from './addresses/site-addresses.ts';
import { isMarkdownPath, withoutEnding } from './page-path.ts';
import { pageKey } from '../../engine/sections/site-path.ts';
import { detectSiteScopeNames, pathScope, type PageScope, type ScopeNames } from './page-scope.ts';
import type { LinkTargets } from './resolve-link.ts';

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
  /** Return the version and language in the folder of a page on the site; empty without addresses of the site. */
  scopeOf(file: string, explicit?: string): PageScope;
}

/**
 * Join the rule of a site with what is known of its real addresses, which come first.
 *
 * @param options.rule see `readAddressRule`
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
    rule?: string | undefined;
    known?: readonly string[] | null;
    explicit?: ReadonlyMap<string, string>;
    names?: { versions?: readonly string[] | undefined; languages?: readonly string[] | undefined };
  },
  scopes: ScopeNames,
  defaults: PageScope = {},
): PageAddresses {
  const ruled = readAddressRule(rule);
  const site = known && matchSiteAddresses(files, known, explicitPaths);
  const detected = detectSiteScopeNames(site?.folders ?? []);
  const siteScopes = {
    versions: names.versions ? new Set(names.versions) : detected.versions,
    languages: names.languages ? new Set(names.languages) : detected.languages,
  };
  const byKey = new Map(files.map((file) => [pageKey(file), file]));
  const pathOf = (file: string, explicit = explicitPaths.get(file)): string => {
    const real = site?.addressOf(file, explicit);
    if (real !== undefined) return real;
    if (explicit !== undefined) return explicit;
    const { depth: _, folders, ...scope } = pathScope(file, scopes);
    return ruled({ path: withoutEnding(file), folders, scope: { ...defaults, ...scope } });
  };
  return {
    site,
    pathOf,
    scopeOf(file, explicit = explicitPaths.get(file)) {
      const { version, language } = pathScope(site?.folderOf(file, explicit) ?? '', siteScopes);
      return { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
    },
    addressOf(path) {
      const file = isMarkdownPath(path) ? path : byKey.get(pageKey(path));
      return file === undefined ? undefined : pathOf(file);
    },
    pathAt(address) {
      if (site === null || !`${address}/`.startsWith(site.base)) return undefined;
      const path = address.slice(site.base.length);
      return site.has(path) ? path : undefined;
    },
  };
}
