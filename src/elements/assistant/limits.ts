import { MAX_PAGE_SIZE } from '../../protocol/api.ts';
import type { LimitsOf } from '../shared/attribute.ts';
import type { siteAttributes } from '../shared/attributes.ts';
import { siteLimits } from '../shared/limits.ts';
import type { assistantAttributes } from './attributes.ts';

/** Words and ranges of the attributes. The first word is the default. */
export const assistantLimits: LimitsOf<typeof siteAttributes & typeof assistantAttributes> = {
  ...siteLimits,
  variant: ['popover', 'sidebar', 'dialog', 'inline'],
  retrievalPageSize: [1, MAX_PAGE_SIZE],
  historyDays: [1, 365],
};
