import { DocsClient } from '../client/docs-client.ts';
import { fetchFromService } from './fetch-from-service.ts';
import { readBaseAddress, UsageError } from './read-option.ts';

/** Options of the commands that call a service. */
export const ENDPOINT_OPTIONS = {
  endpoint: { type: 'string', default: 'http://127.0.0.1:8787' },
  project: { type: 'string' },
} as const;

/** Create the client for such a command. @throws UsageError */
export function openAdminClient({ endpoint, project }: { endpoint: string; project?: string }): DocsClient {
  const base = readBaseAddress('--endpoint', endpoint);
  const key = process.env['DOCS_ADMIN_KEY'];
  if (!key) throw new UsageError('Set DOCS_ADMIN_KEY to the admin API key.');
  return new DocsClient({
    endpoint: base,
    fetch: fetchFromService,
    ...(project !== undefined && { projectId: project }),
    headers: { authorization: `Bearer ${key}` },
  });
}
