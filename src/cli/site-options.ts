import type { SiteLimits } from '../proxy/budgets.ts';
import type { SITE, ValuesOf } from './options.ts';

/** The site whose pages are allowed, and their address of this program. */
export interface AllowedSite {
  /** Origins of the pages. Empty: any page on localhost, for testing. */
  readonly origins: readonly string[];
  /** Begins with a slash and does not end with one. */
  readonly basePath: string;
  /** Base address without a slash at its end; `null`: that of the site itself. */
  readonly publicUrl: string | null;
  readonly limits: Partial<SiteLimits>;
}

/** Origins of pages on this machine, at any port. */
export const LOCALHOST_ORIGINS: readonly string[] = ['http', 'https'].flatMap((scheme) =>
  ['localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}://${host}:*`),
);

/** Return the site that the options name. */
export function siteOf({
  site: origins = [],
  'base-path': basePath,
  'public-url': publicUrl,
  'questions-per-minute': messagesPerMinute,
  'questions-per-day': messagesPerDay,
  'questions-per-month': messagesPerMonth,
}: ValuesOf<(typeof SITE)[number]>): AllowedSite {
  const limits = { messagesPerMinute, messagesPerDay, messagesPerMonth };
  return { origins, basePath, publicUrl: publicUrl ?? null, limits };
}
