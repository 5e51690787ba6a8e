/** Reasons why an address does not answer. */
const REASONS = new Map([
  ['ECONNREFUSED', 'nothing listens there'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up'],
  ['ECONNRESET', 'the connection broke'],
  ['UND_ERR_SOCKET', 'the connection broke'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it takes too long to connect'],
  ['ETIMEDOUT', 'it takes too long to connect'],
]);

/** Fetch, and say in the error who does not answer, and why: that of `fetch` says neither. */
export const fetchFromService: typeof fetch = async (input, init) => {
  try {
    return await fetch(input, init);
  } catch (error) {
    if (init?.signal?.aborted) throw error;
    const { origin } = new URL(input instanceof Request ? input.url : input);
    throw new TypeError(`${origin} does not answer: ${reasonOf(error)}. Is the service running there?`, {
      cause: error,
    });
  }
};

function reasonOf(error: unknown): string {
  const { cause = error } = error as { cause?: unknown };
  // With several addresses of a host, each has an error.
  const inner = cause instanceof AggregateError ? (cause.errors[0] as unknown) : cause;
  const { code = '', message = '' } = Object(inner) as { code?: string; message?: string };
  return REASONS.get(code) ?? (message || String(inner));
}
