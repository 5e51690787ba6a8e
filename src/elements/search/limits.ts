import { MAX_PAGE_SIZE } from '../../protocol/api.ts';
import type { LimitsOf } from '../shared/attribute.ts';
import type { siteAttributes } from '../shared/attributes.ts';
import { siteLimits } from '../shared/limits.ts';
import type { searchAttributes } from './attributes.ts';

/** Words and ranges of the attributes. The first word is the default. */
export const searchLimits: LimitsOf<typeof siteAttributes & typeof searchAttributes> = {
  ...siteLimits,
  variant: ['inline', 'dialog'],
  pageSize: [1, MAX_PAGE_SIZE],
  minLength: [0, 100],
  debounce: [0, 10_000],
};
