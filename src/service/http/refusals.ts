import { RequestRefusal } from '../../protocol/requests/read-request.ts';
import type { EndpointParameters } from '../../protocol/endpoints.ts';
import type { ServedProject } from './route.ts';

/**
 * Return the refusal for anything the sender may not know of, so that it does not reveal whether it exists.
 *
 * @param asked what was asked for, as the sender called it. Default: only the address is wrong
 */
export function notFound(asked?: string): RequestRefusal {
  const message = asked === undefined ? 'There is nothing at this address.' : `There is no ${asked}.`;
  return new RequestRefusal('not-found', message);
}

/** Maximum number of projects that a refusal lists. */
const MAX_LISTED = 10;

/**
 * Return the refusal for a project that the key does not open: the same whether there is one or not.
 *
 * @param projects those that the key opens, which its holder may know
 */
export function unknownProject(
  { domain, projectId }: EndpointParameters,
  projects: readonly ServedProject[],
): RequestRefusal {
  const known = projects.map((project) => (domain === undefined ? project.projectId : project.domain));
  const listed = known.slice(0, MAX_LISTED).join(', ');
  const more = known.length > MAX_LISTED ? `, and ${known.length - MAX_LISTED} more` : '';
  const asked = domain === undefined ? `project "${projectId}"` : `domain "${domain}"`;
  return new RequestRefusal('not-found', `This key opens no ${asked}. It opens: ${listed}${more}.`);
}

/** @throws RequestRefusal `unavailable` for a project without any index */
export function checkAvailable({ search }: ServedProject): void {
  if (search.progress.phase === 'failed') {
    throw new RequestRefusal('unavailable', 'The documentation could not be read.');
  }
}
