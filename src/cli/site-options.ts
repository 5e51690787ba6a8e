import type { SiteLimits } from '../proxy/budgets.ts';
import { readBasePath, readOrigin, readPublicUrl, readWholeNumber } from './read-option.ts';

/** Options of the commands that answer a site. */
export const SITE_OPTIONS = {
  site: { type: 'string', multiple: true },
  'base-path': { type: 'string', default: '/docs-api' },
  'public-url': { type: 'string' },
  'questions-per-minute': { type: 'string' },
  'questions-per-day': { type: 'string' },
  'questions-per-month': { type: 'string' },
} as const;

/** Help for {@link SITE_OPTIONS}. */
export const SITE_HELP = `  --site ORIGIN          site whose pages are allowed: https://docs.example.com; may be repeated
                         (default: any page on localhost, for testing)
  --base-path PATH       path of the routes for pages (default /docs-api)
  --public-url URL       address of this program for browsers, if it is not that of the site
  --questions-per-minute N, --questions-per-day N, --questions-per-month N
                         questions of all visitors together (default 300, 1000, 10000)`;

/** Values of {@link SITE_OPTIONS}. */
export interface SiteValues {
  readonly site?: readonly string[] | undefined;
  readonly 'base-path': string;
  readonly 'public-url'?: string | undefined;
  readonly 'questions-per-minute'?: string | undefined;
  readonly 'questions-per-day'?: string | undefined;
  readonly 'questions-per-month'?: string | undefined;
}

/** The site whose pages are allowed, and their address of this program. */
export interface Site {
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

/** Largest budget. */
const MAX_BUDGET = 999_999_999;

/** Read {@link SITE_OPTIONS}. @throws UsageError */
export function readSite(values: SiteValues): Site {
  const limitOf = (option: 'questions-per-minute' | 'questions-per-day' | 'questions-per-month') => {
    const value = values[option];
    return value === undefined ? undefined : readWholeNumber(`--${option}`, value, MAX_BUDGET);
  };
  const messagesPerMinute = limitOf('questions-per-minute');
  const messagesPerDay = limitOf('questions-per-day');
  const messagesPerMonth = limitOf('questions-per-month');
  return {
    origins: (values.site ?? []).map((site) => readOrigin('--site', site)),
    basePath: readBasePath(values['base-path']),
    publicUrl: values['public-url'] === undefined ? null : readPublicUrl(values['public-url']),
    limits: {
      ...(messagesPerMinute !== undefined && { messagesPerMinute }),
      ...(messagesPerDay !== undefined && { messagesPerDay }),
      ...(messagesPerMonth !== undefined && { messagesPerMonth }),
    },
  };
}
