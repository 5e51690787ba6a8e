import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../protocol/api.ts';
import { DEFAULT_DEBOUNCE, DEFAULT_MIN_LENGTH } from '../../../state/search/search-session.ts';
import type { SearchContext } from '../context.ts';

/** Range and default of the numbers among the properties. */
const NUMBERS = {
  pageSize: [1, MAX_PAGE_SIZE, DEFAULT_SEARCH_PAGE_SIZE],
  minLength: [0, 100, DEFAULT_MIN_LENGTH],
  debounce: [0, 10_000, DEFAULT_DEBOUNCE],
} as const;

/** Read a number of the host; warn once of a value out of range, and use the default. */
export function readNumber(
  { host, site }: Pick<SearchContext, 'host' | 'site'>,
  name: keyof typeof NUMBERS,
): number {
  const [least, most, standard] = NUMBERS[name];
  const value = host[name];
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  site.warnOnce(`${name} is no whole number from ${least} to ${most}.`);
  return standard;
}
