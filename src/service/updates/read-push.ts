import { createHmac } from 'node:crypto';
import { isRecord } from '../../protocol/record.ts';
import { digestOf, isSameDigest } from '../keys/digest.ts';

/** A push that a git host told of. */
export interface Push {
  /** Branch that was pushed to. */
  branch: string;
  /** Who pushed. */
  author: string | null;
}

/** Longest name of who pushed that is kept, in UTF-16 units. */
const MAX_AUTHOR_LENGTH = 200;

/** What `X-Hub-Signature-256` is, whatever the body. */
const SIGNATURE = /^sha256=[\da-f]{64}$/;

/**
 * Whether the headers of a webhook call leave it possible that it comes from whoever knows the secret: a signature that has the
 * form of one (GitHub, Gitea, Forgejo: `X-Hub-Signature-256`), or the secret itself (GitLab: `X-Gitlab-Token`). Where they do
 * not, the body need not be read. A signature is not judged here, be there a secret or not: that tells nobody of a project.
 */
export function mayBeSigned(headers: Headers, secret: string | undefined): boolean {
  const signature = headers.get('x-hub-signature-256');
  if (signature !== null) return SIGNATURE.test(signature);
  const token = headers.get('x-gitlab-token');
  return token !== null && Boolean(secret) && isEqual(token, secret!);
}

/** Whether the body of a call that {@link mayBeSigned} has let pass is what its signature is for. Compared in constant time. */
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
 * Reads what a git host sends about a push.
 *
 * @returns `null` for what is no push to a branch: another event, a tag, a branch that was removed
 * @throws SyntaxError when the body is not what a git host sends
 */
export function readPush(headers: Headers, body: Uint8Array): Push | null {
  const event =
    headers.get('x-github-event') ?? headers.get('x-gitea-event') ?? headers.get('x-gitlab-event');
  if (event !== 'push' && event !== 'Push Hook') return null;
  const text = new TextDecoder().decode(body);
  const isForm = headers.get('content-type')?.startsWith('application/x-www-form-urlencoded');
  const payload: unknown = JSON.parse(isForm ? (new URLSearchParams(text).get('payload') ?? '') : text);
  if (!isRecord(payload) || typeof payload.ref !== 'string') throw new SyntaxError('The body is no push.');
  const branch = /^refs\/heads\/(.+)$/s.exec(payload.ref)?.[1];
  const isRemoved = typeof payload.after === 'string' && /^0+$/.test(payload.after);
  if (branch === undefined || isRemoved) return null;
  const pusher = isRecord(payload.pusher) ? payload.pusher : {};
  const author = [payload.user_name, pusher.name, pusher.username, pusher.login].find(
    (name) => typeof name === 'string' && name !== '',
  );
  return { branch, author: (author as string | undefined)?.slice(0, MAX_AUTHOR_LENGTH) ?? null };
}
