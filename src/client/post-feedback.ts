/** How long a request may take, in milliseconds. */
const TIMEOUT = 15_000;

/** The rating of an answer or a page, as it is posted; `rating` is `null` for one that was taken back. */
export interface PostedFeedback {
  readonly domain?: string;
  /** `null` for a page. */
  readonly messageId: string | null;
  /** Address of the page that is rated. */
  readonly page?: string;
  readonly rating: 'positive' | 'negative' | null;
  readonly reasons: readonly string[];
  readonly note: string;
}

/** Post a rating as JSON. Never rejects. @returns whether the endpoint accepted it, within 15 seconds */
export async function postFeedback(endpoint: string, feedback: PostedFeedback): Promise<boolean> {
  try {
    const { ok } = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(feedback),
      // The request outlives a page that is left at once.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT),
    });
    return ok;
  } catch {
    return false;
  }
}
