import { setTimeout as wait } from 'node:timers/promises';
import { DocsClient } from '../client/docs-client.ts';
import type { DocsFilter } from '../protocol/api.ts';
import { fetchFromService } from './fetch-from-service.ts';
import { openFolderService, type FolderService } from './folder-service.ts';
import { MODEL_HELP, MODEL_OPTIONS, type ModelValues } from './model-options.ts';
import { readDirectory } from './settings.ts';
import { readBaseAddress, UsageError } from './read-option.ts';

/** Options of the commands that ask a documentation: a folder on this machine, or a service. */
export const DOCUMENTATION_OPTIONS = {
  ...MODEL_OPTIONS,
  dir: { type: 'string' },
  endpoint: { type: 'string' },
  domain: { type: 'string' },
  version: { type: 'string' },
  language: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** Help for {@link DOCUMENTATION_OPTIONS}. */
export const DOCUMENTATION_HELP = `  --dir DIR              folder of Markdown, MDX or built HTML, whose index is kept in the user's cache folder
  --endpoint URL         or base address of a service or of its routes for pages, without /v1
  --domain NAME          with --endpoint: domain identifier of the documentation
  --version NAME         only this version of the documentation
  --language TAG         only this language
${MODEL_HELP}`;

/** Values of {@link DOCUMENTATION_OPTIONS}. */
export interface DocumentationValues extends ModelValues {
  dir?: string | undefined;
  endpoint?: string | undefined;
  domain?: string | undefined;
  version?: string | undefined;
  language?: string | undefined;
}

/** A documentation that can be asked. */
export interface Documentation {
  client: DocsClient;
  /** `null`: every version and language. */
  filter: DocsFilter | null;
  close(): Promise<void>;
}

/** Milliseconds between two looks at the update of a folder. */
const POLL_MILLISECONDS = 250;

/** Join the words of a question, so that they need no quotes. @throws UsageError when there are none */
export function readQuestion(positionals: readonly string[], name: string): string {
  const question = positionals.join(' ').trim();
  if (question === '') throw new UsageError(`Write the ${name}.`);
  return question;
}

/** Open the documentation that the options name. @throws UsageError */
export async function openDocumentation(values: DocumentationValues): Promise<Documentation> {
  const { version, language } = values;
  const filter =
    version === undefined && language === undefined
      ? null
      : { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
  return { filter, ...(values.dir === undefined ? openEndpoint(values) : await openFolder(values)) };
}

function openEndpoint({ endpoint, domain }: DocumentationValues): Omit<Documentation, 'filter'> {
  if (endpoint === undefined) throw new UsageError('Name the documentation with --dir or --endpoint.');
  const base = readBaseAddress('--endpoint', endpoint);
  if (!domain) throw new UsageError('--endpoint requires --domain, the identifier of the documentation.');
  const key = process.env['DOCS_ASSISTANT_KEY'];
  const client = new DocsClient({
    endpoint: base,
    domain,
    fetch: fetchFromService,
    ...(key && { headers: { authorization: `Bearer ${key}` } }),
  });
  return { client, close: () => Promise.resolve() };
}

async function openFolder(values: DocumentationValues): Promise<Omit<Documentation, 'filter'>> {
  if (values.endpoint !== undefined || values.domain !== undefined) {
    throw new UsageError('Use --dir, or --endpoint with --domain, not both.');
  }
  const dir = readDirectory([values.dir ?? '']);
  const folder = await openFolderService({ dir, values });
  try {
    await folder.service.ready;
    await finishUpdate(clientOf(folder, 'admin'));
    return { client: clientOf(folder, 'assistant'), close: folder.close };
  } catch (error) {
    await folder.close();
    throw error;
  }
}

/** Return a client of the service over a folder. */
export function clientOf(
  { service, domain, keys }: FolderService,
  kind: keyof FolderService['keys'],
): DocsClient {
  return new DocsClient({
    // A placeholder that is never resolved.
    endpoint: 'http://service.invalid',
    domain,
    projectId: domain,
    headers: { authorization: `Bearer ${keys[kind]}` },
    fetch: (input, init) => service.fetch(new Request(input, init)),
  });
}

/** Wait until the index has the files as they are now, because one of an earlier start goes into service at once. */
async function finishUpdate(client: DocsClient): Promise<void> {
  const { statusId } = await client.startUpdate();
  for (;;) {
    const { status, endedAt, summary } = await client.getUpdate(statusId);
    if (status === 'failure') throw new Error(summary ?? 'The folder could not be read.');
    if (endedAt) return;
    await wait(POLL_MILLISECONDS);
  }
}
