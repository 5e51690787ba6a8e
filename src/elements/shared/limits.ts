import type { LimitsOf } from './attribute.ts';
import type { siteAttributes } from './attributes.ts';

/** Words of the attributes of `<docs-assistant>` and `<docs-search>`. The first is the default. */
export const siteLimits: LimitsOf<typeof siteAttributes> = {
  theme: ['auto', 'light', 'dark'],
  storage: ['local', 'session', 'memory'],
  linkTarget: ['self', 'blank'],
};
