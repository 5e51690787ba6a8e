import { choice, flag, optional, text } from '../shared/attribute-kinds.ts';

export const pageFeedbackAttributes = {
  /** Address that ratings are posted to, for instance `/docs-api/feedback` of the proxy. Unset: ratings are only dispatched as events. */
  feedbackEndpoint: optional,
  /** The domain identifier of the documentation. */
  domain: text(''),
  /** Mask e-mail addresses, keys, tokens and passwords that are recognizable by their form in what is sent. */
  mask: flag,
  /** Where ratings are kept until the tab is closed; with `memory` nowhere. `local` and `session` are the same here. */
  storage: choice('local', 'session', 'memory'),
};
