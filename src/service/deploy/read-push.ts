import { createHmac } from 'node:crypto';
import { isRecord } from '../../protocol/record.ts';
import { digestOf, isSameDigest } from '../keys/digest.ts';

/** A push, as a git host reports it. */
export interface Push {
  /** The branch that was pushed to. */
  branch: string;
  /** The user who pushed. */
  author: string | null;
}

/** Maximum length of a name of the user who pushed, in UTF-16 units. */
const MAX_AUTHOR_LENGTH = 200;

/** Format of `X-Hub-Signature-256`. */
const SIGNATURE = /^sha256=[\da-f]{64}$/;

/**
 * Return whether a webhook call may be authentic, by its headers alone, so that the body of any other call need not be read. They
 * must have a signature in the correct format (GitHub, Gitea, Forgejo: `X-Hub-Signature-256`), or the secret itself (GitLab:
 * `X-Gitlab-Token`). The result for a signature does not depend on the secret, so that it does not reveal whether the project
 * exists.
 */
export function mayBeSigned(headers: Headers, secret: string | undefined): boolean {
  const signature = headers.get('x-hub-signature-256');
  if (signature !== null) return SIGNATURE.test(signature);
  const token = headers.get('x-gitlab-token');
  return token !== null && Boolean(secret) && isEqual(token, secret!);
}

/** Return whether a call that passed {@link mayBeSigned} is authentic. Compares in constant time. */
export function isSigned(headers: Headers, body: Uint8Array, secret: string | undefined): boolean {
  if (!secret) return false;
  const signature = headers.get('x-hub-signature-256');
  if (signature === null) return mayBeSigned(headers, secret);
  return isEqual(signature, `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
}

function isEqual(a: string, b: string): boolean {
  return isSameDigest(digestOf(a), digestOf(b));
}

/**
 * Read the body of a webhook call.
 *
 * @returns `null` if it is not a push to a branch: another event, a tag, a branch that was removed
 * @throws SyntaxError when the body is not that of a git host
 */
export function readPush(headers: Headers, body: Uint8Array): Push | null {
  const event =
    headers.get('x-github-event') ?? headers.get('x-gitea-event') ?? headers.get('x-gitlab-event');
  if (event !== 'push' && event !== 'Push Hook') return null;
  const text = new TextDecoder().decode(body);
  const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
  const payload: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
  if (!isRecord(payload) || typeof payload.ref !== 'string') throw new SyntaxError('The body is not a push.');
  const branch = /^refs\/heads\/(.+)$/s.exec(payload.ref)?.[1];
  const isRemoved = typeof payload.after === 'string' && /^0+$/.test(payload.after);
  if (branch === undefined || isRemoved) return null;
  const pusher = isRecord(payload.pusher) ? payload.pusher : {};
  const author = [payload.user_name, pusher.name, pusher.username, pusher.login].find(
    (name) => typeof name === 'string' && name !== '',
  );
  return { branch, author: (author as string | undefined)?.slice(0, MAX_AUTHOR_LENGTH) ?? null };
}
