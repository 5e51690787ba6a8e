import { RequestFailure } from '../protocol/failures/failure.ts';
import { isRecord, readErrorMessage } from '../protocol/record.ts';
import { readRetryAfter } from '../protocol/failures/retry-after.ts';
import { readJson } from './read-json.ts';

/** Maximum length of an error body that is read, in UTF-16 units. */
const MAX_ERROR_BODY = 64_000;
/** Maximum length of a message and code that are kept of it. */
const MAX_MESSAGE = 500;
/** Statuses below 500 after which the same request may succeed later: timeout, too early, too many. */
const RETRYABLE_STATUS = [408, 425, 429];

/** Turn a response other than 2xx into a failure. The body may be of any kind; its message is for developers. */
export async function readHttpFailure(response: Response, signal: AbortSignal): Promise<RequestFailure> {
  const { status, headers } = response;
  const body = await readJson(response, MAX_ERROR_BODY, signal).catch(() => null);
  signal.throwIfAborted();
  const message = readErrorMessage(body) ?? `The server answered with status ${status}.`;
  const serverCode = isRecord(body) ? body.code : null;
  const retryAfter = readRetryAfter(headers.get('retry-after') ?? headers.get('ratelimit-reset'));
  return new RequestFailure({
    code: 'http',
    status,
    retryable: status >= 500 || RETRYABLE_STATUS.includes(status),
    message: message.slice(0, MAX_MESSAGE),
    ...(typeof serverCode === 'string' && { serverCode: serverCode.slice(0, MAX_MESSAGE) }),
    ...(retryAfter !== null && { retryAfter }),
  });
}
