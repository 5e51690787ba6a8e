import { setTimeout as wait } from 'node:timers/promises';
import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { DocsClient } from '../client/docs-client.ts';
import type { DocsPages } from '../engine/pages/docs-pages.ts';
import type { DocsFilter } from '../protocol/api.ts';
import type { AnswerSource, SearchSource } from '../protocol/sources.ts';
import { createStaticSource } from '../static-index/reading/static-source.ts';
import { fetchFromService } from './fetch-from-service.ts';
import { openFolderService, type FolderService } from './folder-service.ts';
import { MODEL, OPTIONS } from './options.ts';
import { readReading } from './reading-options.ts';
import { readDirectory } from './settings.ts';
import { pick, readBaseAddress, UsageError, type OptionTable, type OptionValues } from './read-option.ts';

/** Options of the commands that ask a documentation: a folder on this machine, a static index, or a service. */
export const DOCUMENTATION_OPTIONS = {
  dir: OPTIONS.dir,
  endpoint: {
    value: 'URL',
    about: 'or base address of a service or of its routes for pages, without /v1',
    read: readBaseAddress,
  },
  domain: { value: 'NAME', about: 'with --endpoint: domain identifier of the documentation' },
  index: { value: 'PLACE', about: 'or folder, or address, of the files that build has written' },
  ...pick(OPTIONS, 'version', 'language', 'fallback-language', ...MODEL),
} as const satisfies OptionTable;

type DocumentationValues = OptionValues<typeof DOCUMENTATION_OPTIONS>;

/** Variables of the same. */
export const SERVICE_KEY = {
  DOCS_ASSISTANT_KEY: { about: 'API key for --endpoint; routes for pages need none' },
};

/** A documentation that can be asked. */
export interface Documentation {
  client: SearchSource & AnswerSource;
  /** The pages of a folder; of others they are not known. */
  pages?: DocsPages;
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
  // A reader such as `head` closes the pipe when it has enough.
  process.stdout.once('error', ({ code }: NodeJS.ErrnoException) => process.exit(code === 'EPIPE' ? 0 : 1));
  const { version, language } = values;
  const filter =
    version === undefined && language === undefined
      ? null
      : { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
  if ([values.dir, values.endpoint, values.index].filter((place) => place !== undefined).length > 1)
    throw new UsageError('Use --dir, --index, or --endpoint with --domain, not both.');
  if (values.domain !== undefined && values.endpoint === undefined)
    throw new UsageError('--domain requires --endpoint.');
  if (values['fallback-language'] !== undefined && values.endpoint !== undefined)
    throw new UsageError('--fallback-language requires --dir or --index: a service has its own.');
  if (values.dir !== undefined) return { filter, ...(await openFolder(values, values.dir)) };
  return { filter, ...(values.index === undefined ? openEndpoint(values) : openIndex(values, values.index)) };
}

/** Open the files of a static index, as a page does. */
function openIndex(values: DocumentationValues, place: string): Omit<Documentation, 'filter'> {
  const fallbackLanguage = values['fallback-language'];
  const close = () => Promise.resolve();
  if (/^https?:/.test(place))
    return {
      client: createStaticSource({ index: place, fetch: fetchFromService, fallbackLanguage }),
      close,
    };
  const folder = readDirectory([place]);
  return {
    client: createStaticSource({
      // A placeholder that is never resolved.
      index: 'http://index.invalid/',
      fallbackLanguage,
      async fetch(address) {
        const name = new URL(address instanceof Request ? address.url : address).pathname.split('/').at(-1)!;
        const bytes = await readFile(resolve(folder, decodeURIComponent(name))).catch(() => null);
        return new Response(bytes && Uint8Array.from(bytes), { status: bytes ? 200 : 404 });
      },
    }),
    close,
  };
}

function openEndpoint(values: DocumentationValues): Omit<Documentation, 'filter'> {
  const { endpoint, domain } = values;
  if (endpoint === undefined)
    throw new UsageError('Name the documentation with --dir, --index or --endpoint.');
  if (!domain) throw new UsageError('--endpoint requires --domain, the identifier of the documentation.');
  const key = process.env['DOCS_ASSISTANT_KEY'];
  const client = new DocsClient({
    endpoint,
    domain,
    fetch: fetchFromService,
    ...(key && { headers: { authorization: `Bearer ${key}` } }),
  });
  return { client, close: () => Promise.resolve() };
}

async function openFolder(
  values: DocumentationValues,
  given: string,
): Promise<Omit<Documentation, 'filter'>> {
  const dir = readDirectory([given]);
  const folder = await openFolderService({ dir, values, reading: readReading(values) });
  try {
    await folder.service.ready;
    await finishUpdate(clientOf(folder, 'admin'));
    const pages = folder.service.pagesOf(folder.domain)!;
    return { client: clientOf(folder, 'assistant'), pages, close: folder.close };
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
