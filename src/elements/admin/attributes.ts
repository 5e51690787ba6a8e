import type { Attributes } from '../shared/attribute.ts';

/** Attributes of all elements for maintainers. */
export const adminAttributes = {
  /** Base address of a proxy whose admin routes are open to this page. Requests go to `{endpoint}/v1/...`. */
  endpoint: { value: '' },
  /** The documentation project. */
  projectId: { value: '' },
  /** Polling interval in milliseconds, up to 3,600,000; 0: only by `refresh()` and its button. Unset: the default of the element. */
  pollInterval: { type: Number, range: [0, 3_600_000] },
} as const satisfies Attributes;

export const jobsAttributes = {
  /** No tasks for the agent of the hosted platform: neither the button nor the list of those that were given here. */
  withoutTasks: { type: Boolean, value: false },
} as const satisfies Attributes;

export const deploymentAttributes = {
  /** The update to show. Unset: the latest one where the server tells it, else the last one that was shown in this browser. */
  statusId: {},
  /** No previews of a branch, which the hosted platform has. */
  withoutPreview: { type: Boolean, value: false },
  /** `badge` shows the state only. */
  variant: { words: ['full', 'badge'], reflect: true, useDefault: true },
} as const satisfies Attributes;

export const insightsAttributes = {
  /** Number of days that are counted, to today. Unset: the default of the service, which is 30. */
  days: { type: Number, range: [1, 3660] },
  /** Version that is counted. Unset: all. */
  version: {},
  /** Language that is counted. Unset: all. */
  language: {},
} as const satisfies Attributes;
