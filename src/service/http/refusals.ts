import { RequestRefusal } from '../../protocol/requests/read-request.ts';
import type { ServedProject } from './route.ts';

/** For whatever the sender may not know of, be it there or not. */
export function notFound(): RequestRefusal {
  return new RequestRefusal('not-found', 'There is nothing at this address.');
}

/** @throws RequestRefusal `unavailable` for a project that there is nothing to answer from */
export function checkAvailable({ engine }: ServedProject): void {
  if (engine.progress.phase === 'failed') {
    throw new RequestRefusal('unavailable', 'The documentation could not be read.');
  }
}
