import { DocsClient } from '../client/docs-client.ts';
import { fetchFromService } from './fetch-from-service.ts';
import { OPTIONS } from './options.ts';
import { UsageError, type OptionValues } from './read-option.ts';

/** Options of the commands that call a service. */
export const ENDPOINT_OPTIONS = {
  endpoint: OPTIONS.endpoint,
  project: { value: 'ID', about: 'the project' },
} as const;

/** Create the client for such a command. @throws UsageError */
export function openAdminClient({ endpoint, project }: OptionValues<typeof ENDPOINT_OPTIONS>): DocsClient {
  const key = process.env['DOCS_ADMIN_KEY'];
  if (!key) throw new UsageError('Set DOCS_ADMIN_KEY to the admin API key.');
  return new DocsClient({
    endpoint,
    fetch: fetchFromService,
    ...(project !== undefined && { projectId: project }),
    headers: { authorization: `Bearer ${key}` },
  });
}
