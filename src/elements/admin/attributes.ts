import { choice, optional, text, whole } from '../shared/attribute-kinds.ts';

/** Attributes of all elements for maintainers. */
export const adminAttributes = {
  /** Base address of a proxy whose admin routes are open to this page. Requests go to `{endpoint}/v1/...`. */
  endpoint: text(''),
  /** The documentation project. */
  projectId: text(''),
  /** Polling interval in milliseconds, up to 3,600,000; 0: only by `refresh()` and its button. Unset: the default of the element. */
  pollInterval: whole(0, 3_600_000),
};

export const deploymentAttributes = {
  /** The update to show. Unset: the last one that was shown in this browser. */
  statusId: optional,
  /** `badge` shows the state only. */
  variant: { ...choice('full', 'badge'), reflect: true, useDefault: true },
};

export const insightsAttributes = {
  /** Number of days that are counted, to today. Unset: the default of the service, which is 30. */
  days: whole(1, 3660),
  /** Version that is counted. Unset: all. */
  version: optional,
  /** Language that is counted. Unset: all. */
  language: optional,
};
