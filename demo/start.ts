/**
 * `npm start`: the service, the proxy in front of it and the site, on one port. `npm start -- ../some/folder` takes that
 * folder as the documentation.
 */
import { randomBytes } from 'node:crypto';
import { basename, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { closeOnSignal, serveHandler, type RunningServer } from 'docs-assistant/node';
import { createProxy } from 'docs-assistant/proxy';
import { createService, type IndexProgress, type Service, type ServiceOptions } from 'docs-assistant/service';
import { Documentation } from './documentation.ts';
import { createSite } from './site.ts';

export interface DemoOptions {
  /** Folder of Markdown. Default: the documentation of this project. */
  readonly folder?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Where the index is kept. Default `.docs-assistant` in the current folder. */
  readonly dataDir?: string;
  readonly model?: ServiceOptions['model'];
  readonly embeddings?: ServiceOptions['embeddings'];
  readonly onProgress?: (progress: IndexProgress) => void;
}

export interface Demo {
  readonly server: RunningServer;
  readonly service: Service;
  readonly documentation: Documentation;
  close(): Promise<void>;
}

const OWN_DOCS = fileURLToPath(new URL('docs', import.meta.url));
const PROXY_PATH = '/docs-api';

export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const folder = resolve(options.folder ?? OWN_DOCS);
  const isOwn = folder === OWN_DOCS;
  const domain = basename(folder).replace(/[^\w.~:@-]+/g, '-');
  // Made anew at each start: here service and proxy are one process, and nobody else asks.
  const keys = { assistant: randomBytes(24).toString('hex'), admin: randomBytes(24).toString('hex') };
  const documentation = await Documentation.read(folder);

  const service = await createService({
    projects: [{ dir: folder, domain }],
    dataDir: resolve(options.dataDir ?? '.docs-assistant', domain),
    keys,
    ...(options.model !== undefined && { model: options.model }),
    ...(options.embeddings !== undefined && { embeddings: options.embeddings }),
    onProgress: (_, progress) => options.onProgress?.(progress),
    onFailure: (error) => console.error(error),
  });
  const proxy = createProxy({
    // The service is called directly; the address is not looked up.
    upstream: 'http://service.invalid',
    fetch: (input, init) => service.fetch(new Request(input, init)),
    keys,
    domains: [domain],
    basePath: PROXY_PATH,
  });
  const site = createSite(documentation, {
    name: isOwn ? 'docs-assistant' : domain,
    domain,
    endpoint: PROXY_PATH,
    ...(isOwn && { preview: 'v1' }),
  });

  const server = await serveHandler(
    (request, connection) =>
      new URL(request.url).pathname.startsWith(`${PROXY_PATH}/`) ? proxy(request, connection) : site(request),
    { port: options.port ?? 0 },
  );
  return {
    server,
    service,
    documentation,
    async close() {
      await server.close();
      await service.close();
    },
  };
}

/** Milliseconds between two lines about the same thing where the output is no terminal. */
const PROGRESS_INTERVAL = 5000;

/** A line that is written over while the index is built, or one every few seconds where the output is no terminal. */
function createProgressLine(): (progress: IndexProgress) => void {
  let lastPhase = '';
  let lastTime = 0;
  return ({ phase, pages, vectors, model, modelNote, problems }) => {
    const texts = {
      reading: `Reading page ${pages.done} of ${pages.total}`,
      embedding: `Searchable by keyword; learning the meaning of section ${vectors.done} of ${vectors.total}`,
      ready: `Ready: ${pages.total} pages, searchable by keyword ${model === null ? `only (${modelNote})` : 'and meaning'}`,
      failed: 'The folder could not be read',
    };
    const isNew = phase !== lastPhase;
    if (process.stdout.isTTY)
      process.stdout.write(`\r\u001b[K${texts[phase]}${phase === 'ready' ? '\n' : ''}`);
    else if (isNew || Date.now() - lastTime > PROGRESS_INTERVAL) {
      lastTime = Date.now();
      console.log(texts[phase]);
    }
    if (isNew && phase === 'ready')
      for (const { file, message } of problems) console.warn(`${file}: ${message}`);
    lastPhase = phase;
  };
}

if (import.meta.main) {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { port: { type: 'string', default: '8787' } },
  });
  const { DOCS_MODEL_URL: url, DOCS_MODEL_NAME: name, DOCS_MODEL_KEY: key } = process.env;
  const demo = await startDemo({
    port: Number(values.port),
    ...(positionals[0] !== undefined && { folder: positionals[0] }),
    ...(url && name && { model: { url, name, ...(key && { key }) } }),
    onProgress: createProgressLine(),
  });
  console.log(`\n  ${demo.server.url}\n`);
  closeOnSignal(() => demo.close());
}
