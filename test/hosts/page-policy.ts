import { createHash } from 'node:crypto';
import { selectAll } from 'hast-util-select';
import { toString } from 'hast-util-to-string';
import rehypeParse from 'rehype-parse';
import { unified } from 'unified';

/** What the policy of an app allows beyond that of the elements. */
export interface PolicyNeeds {
  /**
   * Policies of Trusted Types that the framework creates; `null`: it writes HTML without one, so that Trusted Types cannot be
   * required. Default none.
   */
  readonly trustedTypes?: readonly string[] | null;
  /** Sources of further directives. */
  readonly directives?: Readonly<Record<string, string>>;
}

/** Path to which browsers send what a policy has refused. */
export const REPORTS = '/policy-reports';

/**
 * Write the strictest Content-Security-Policy of a page: that of the documentation about the elements, with the hashes of the
 * inline scripts and style sheets that the framework has written into the page.
 */
export function writePolicy(html: string, { trustedTypes = [], directives = {} }: PolicyNeeds): string {
  const tree = unified().use(rehypeParse).parse(html);
  const hashes = (selector: string): string =>
    selectAll(selector, tree)
      .map((element) => ` 'sha256-${createHash('sha256').update(toString(element)).digest('base64')}'`)
      .join('');
  const policy: Record<string, string> = {
    'default-src': "'none'",
    'script-src': `'self'${hashes('script:not([src], [type="application/json"])')}`,
    'style-src': `'self'${hashes('style')}`,
    'connect-src': "'self'",
    'img-src': "'self'",
    'base-uri': "'self'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...(trustedTypes && {
      'require-trusted-types-for': "'script'",
      'trusted-types': ['lit-html', ...trustedTypes].join(' '),
    }),
    ...directives,
    'report-uri': REPORTS,
  };
  return Object.entries(policy)
    .map((entry) => entry.join(' '))
    .join('; ');
}
