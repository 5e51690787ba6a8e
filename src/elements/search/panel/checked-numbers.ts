import { DEFAULT_SEARCH_PAGE_SIZE, MAX_PAGE_SIZE } from '../../../protocol/api.ts';
import { DEFAULT_DEBOUNCE, DEFAULT_MIN_LENGTH } from '../../../state/search/search-session.ts';
import type { SearchContext } from '../context.ts';

/** Range and default of the numeric properties. */
const NUMBERS = {
  pageSize: [1, MAX_PAGE_SIZE, DEFAULT_SEARCH_PAGE_SIZE],
  minLength: [0, 100, DEFAULT_MIN_LENGTH],
  debounce: [0, 10_000, DEFAULT_DEBOUNCE],
} as const;

/** Read a numeric property of the host. An invalid value is reported once and replaced by the default. */
export function readNumber(
  { host, site }: Pick<SearchContext, 'host' | 'site'>,
  name: keyof typeof NUMBERS,
): number {
  const [min, max, fallback] = NUMBERS[name];
  const value = host[name];
  if (Number.isInteger(value) && value >= min && value <= max) return value;
  site.warnOnce(`${name} is no whole number from ${min} to ${max}.`);
  return fallback;
}
