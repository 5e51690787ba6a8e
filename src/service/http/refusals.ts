import { RequestRefusal } from '../../protocol/requests/read-request.ts';
import type { ServedProject } from './route.ts';

/** Return the refusal for anything the sender may not know of, so that it does not reveal whether it exists. */
export function notFound(): RequestRefusal {
  return new RequestRefusal('not-found', 'There is nothing at this address.');
}

/** @throws RequestRefusal `unavailable` for a project without any index */
export function checkAvailable({ search }: ServedProject): void {
  if (search.progress.phase === 'failed') {
    throw new RequestRefusal('unavailable', 'The documentation could not be read.');
  }
}
