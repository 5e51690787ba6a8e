import { postFeedback, type PostedFeedback } from '../../../client/post-feedback.ts';
import type * as Mask from '../../../protocol/mask-secrets.ts';
import type { Lazy } from '../lazy.ts';

/** Where feedback goes. */
interface FeedbackTarget {
  /** Address that it is posted to; without one nothing is sent. */
  readonly feedbackEndpoint: string | undefined;
  readonly domain: string;
  /** Whether secrets are left out of the note. */
  readonly mask: boolean;
}

/** Posts feedback in the order in which it was given. */
export class FeedbackSender {
  readonly #mask: Lazy<typeof Mask>;
  /** Settles after the requests under way. */
  #sending: Promise<unknown> = Promise.resolve();

  /** @param mask the rules for secrets */
  constructor(mask: Lazy<typeof Mask>) {
    this.#mask = mask;
  }

  /** Post feedback, if the host names an endpoint. Never rejects. @returns `false` when it has not arrived */
  send(
    { feedbackEndpoint: endpoint, domain, mask }: FeedbackTarget,
    feedback: Omit<PostedFeedback, 'domain'>,
  ): Promise<boolean> {
    if (!endpoint) return Promise.resolve(true);
    const posted = this.#sending.then(async () => {
      const { note } = feedback;
      // Nothing is sent where secrets cannot be masked.
      const masked = mask ? (await this.#mask.load())?.maskSecrets(note) : note;
      if (masked === undefined) return false;
      return postFeedback(endpoint, { ...(domain && { domain }), ...feedback, note: masked });
    });
    this.#sending = posted;
    return posted;
  }
}
