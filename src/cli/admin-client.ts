import { DocsClient } from '../client/docs-client.ts';
import { UsageError } from './usage-error.ts';

/** Options of the commands that speak to a service. */
export const ENDPOINT_OPTIONS = {
  endpoint: { type: 'string', default: 'http://127.0.0.1:8787' },
  project: { type: 'string' },
} as const;

/** The client that such a command speaks with. @throws UsageError */
export function openAdminClient({ endpoint, project }: { endpoint: string; project?: string }): DocsClient {
  if (!URL.canParse(endpoint)) throw new UsageError('--endpoint takes an address.');
  const key = process.env['DOCS_ADMIN_KEY'];
  if (!key) throw new UsageError('Give the admin API key in DOCS_ADMIN_KEY.');
  return new DocsClient({
    endpoint,
    ...(project !== undefined && { projectId: project }),
    headers: { authorization: `Bearer ${key}` },
  });
}

/** What a service sends must not steer the terminal. */
export function cleanLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
