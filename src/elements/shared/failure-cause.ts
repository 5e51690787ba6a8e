import type { Failure, FailureCode } from '../../protocol/failures/failure.ts';

/** Cause of a failure as shown to readers: a code of the client, or the meaning of a status. */
export type FailureCause =
  | Exclude<FailureCode, 'http'>
  | 'challenge'
  | 'refused'
  | 'not-found'
  | 'request-too-large'
  | 'limited'
  | 'rejected'
  | 'unavailable'
  | 'server-error';

/** Causes of statuses that are more specific than their class. */
const STATUS_CAUSES: Readonly<Record<number, FailureCause>> = {
  401: 'refused',
  403: 'refused',
  404: 'not-found',
  // A proxy that does not open an endpoint.
  405: 'not-found',
  408: 'timeout',
  413: 'request-too-large',
  429: 'limited',
  502: 'unavailable',
  503: 'unavailable',
  504: 'timeout',
};

/** Find the cause of a failure. Each element has its own words for it. */
export function readFailureCause({ code, status = 0, serverCode }: Failure): FailureCause {
  if (code !== 'http') return code;
  // The site requires a captcha or the like first.
  if (serverCode === 'challenge-required') return 'challenge';
  return STATUS_CAUSES[status] ?? (status < 500 ? 'rejected' : 'server-error');
}
