import type { Attributes } from '../shared/attribute.ts';

export const pageFeedbackAttributes = {
  /** Address that ratings are posted to, for instance `/docs-api/feedback` of the proxy. Unset: ratings are only dispatched as events. */
  feedbackEndpoint: {},
  /** The domain identifier of the documentation. */
  domain: { value: '' },
  /** Mask e-mail addresses, keys, tokens and passwords that are recognizable by their form in what is sent. */
  mask: { type: Boolean },
  /** Where ratings are kept until the tab is closed; with `memory` nowhere. `local` and `session` are the same here. */
  storage: { words: ['local', 'session', 'memory'] },
} as const satisfies Attributes;
