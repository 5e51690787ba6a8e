import { RequestFailure } from '../protocol/failures/failure.ts';

/** What a status means, before what the server says. */
const MEANINGS = new Map<number | undefined, string>([
  [400, 'this is refused'],
  [401, 'the key is unknown or has expired, check DOCS_ADMIN_KEY'],
  [403, 'the key in DOCS_ADMIN_KEY may not do this, or not from this address'],
]);
/** Statuses of servers that have no such endpoint, or nothing of that name. */
const MISSING = [404, 405, 501];

/**
 * Make a request that only the hosted platform answers.
 *
 * @param missing what it means when nothing is there
 * @param limit what the platform allows
 * @throws RequestFailure whose message says what it means and what to do
 */
export async function callPlatform<T>(
  call: Promise<T>,
  { missing, limit }: { missing: string; limit: string },
): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RequestFailure)) throw error;
    const { code, status, message } = error;
    const isMissing = MISSING.includes(status ?? 0) || code === 'bad-content';
    const meaning = isMissing ? missing : status === 429 ? limit : MEANINGS.get(status);
    if (meaning === undefined) throw error;
    const said = `${meaning} (${status ?? code}: ${message.replace(/\.$/, '')}).`;
    throw new RequestFailure({ ...error.toJSON(), message: said }, { cause: error });
  }
}
