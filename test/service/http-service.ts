import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DocsClient, type AnswerEvent, type AssistantRequest, type DocsFilter } from '../../src/client.ts';
import { serveHandler } from '../../src/node.ts';
import { createService, type Service, type ServiceOptions } from '../../src/service.ts';

export const DOCS = fileURLToPath(new URL('fixtures-http', import.meta.url));
export const ASSISTANT_KEY = 'assistant-key-0b51';
export const ADMIN_KEY = 'admin-key-c6e2';
export const ENGLISH: DocsFilter = { version: 'v2', language: 'en' };

export interface RunningService extends AsyncDisposable {
  url: string;
  service: Service;
  dataDir: string;
  /** What visitors were told of in general terms only. */
  failures: unknown[];
  client: DocsClient;
  /** A request with a JSON body and, unless it is told otherwise, the assistant key. */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** The service over the fixture, searched by words only, behind a real port. */
export async function startService(options: Partial<ServiceOptions> = {}): Promise<RunningService> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'docs-assistant-')));
  const failures: unknown[] = [];
  const service = await createService({
    projects: [{ dir: DOCS, domain: 'lighthouse', projectId: 'project-1' }],
    dataDir,
    keys: { assistant: ASSISTANT_KEY, admin: ADMIN_KEY },
    embeddings: null,
    onFailure: (error) => failures.push(error),
    ...options,
  });
  const server = await serveHandler(service.fetch, { closeWithin: 1000 });
  const authorization = `Bearer ${ASSISTANT_KEY}`;
  return {
    url: server.url,
    service,
    dataDir,
    failures,
    client: new DocsClient({ endpoint: server.url, domain: 'lighthouse', headers: { authorization } }),
    post: (path, body, headers) =>
      fetch(server.url + path, {
        method: 'POST',
        body: typeof body === 'string' ? body : JSON.stringify(body),
        headers: { 'content-type': 'application/json', authorization, ...headers },
      }),
    async [Symbol.asyncDispose]() {
      await server.close();
      await service.close();
      if (options.dataDir === undefined) await rm(dataDir, { recursive: true });
    },
  };
}

/** The body of a question. */
export function question(text: string, more: Partial<AssistantRequest> = {}): AssistantRequest {
  const message = { id: 'm1', role: 'user', content: text, parts: [{ type: 'text', text }] };
  return { fp: 'visitor-1', messages: [message], filter: ENGLISH, ...more };
}

/** All events of a reply. */
export async function collect(batches: AsyncIterable<readonly AnswerEvent[]>): Promise<AnswerEvent[]> {
  const events: AnswerEvent[] = [];
  for await (const batch of batches) events.push(...batch);
  return events;
}

/** The text that events add up to. */
export function textOf(events: readonly AnswerEvent[]): string {
  return events.map((event) => (event.type === 'text' ? event.delta : '')).join('');
}

/** The first event of a type. */
export function find<Type extends AnswerEvent['type']>(
  events: readonly AnswerEvent[],
  type: Type,
): Extract<AnswerEvent, { type: Type }> | undefined {
  return events.find((event): event is Extract<AnswerEvent, { type: Type }> => event.type === type);
}
