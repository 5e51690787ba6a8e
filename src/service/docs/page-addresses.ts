import { readAddressRule } from './addresses/address-rule.ts';
import { matchSiteAddresses, type SiteAddresses } from './addresses/site-addresses.ts';
import { withoutEnding } from './page-path.ts';
import { pathScope, type PageScope, type ScopeNames } from './page-scope.ts';

/** Tells the site paths of Markdown files. */
export interface PageAddresses {
  /** What the site itself says, if it was asked. */
  readonly site: SiteAddresses | null;
  /**
   * Return the site path of a file.
   *
   * @param explicit Path that the file's frontmatter sets: kept as it is written, unless the site says otherwise
   */
  pathOf(file: string, explicit?: string): string;
}

/**
 * Joins the rule of a site with what is known of its real addresses, which come first.
 *
 * @param rule See `readAddressRule`
 * @param known Addresses of the site's pages; `null`: unknown
 * @throws TypeError when the rule is none
 */
export function createPageAddresses(
  files: readonly string[],
  { rule = 'path', known = null }: { rule?: string | undefined; known?: readonly string[] | null },
  scopes: ScopeNames,
  defaults: PageScope = {},
): PageAddresses {
  const ruled = readAddressRule(rule);
  const site = known && matchSiteAddresses(files, known);
  return {
    site,
    pathOf(file, explicit) {
      const real = site?.addressOf(file, explicit);
      if (real !== undefined) return real;
      if (explicit !== undefined) return explicit;
      const { depth: _, folders, ...scope } = pathScope(file, scopes);
      return ruled({ path: withoutEnding(file), folders, scope: { ...defaults, ...scope } });
    },
  };
}
