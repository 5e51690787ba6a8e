import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';
import { startDevServer } from '@web/dev-server';
import { createRequestListener, type Handler } from '../../src/node/request-listener.ts';
import { putIntoPage } from '../../src/preview/elements-markup.ts';
import { createSourceConfig } from '../support/source-config.ts';

/** What the development server answers: the sources, the packages that they import, and what its own script needs. */
const SOURCE =
  /^\/(?:(?:src|test|node_modules)\/.+\.\w+|cdn\/[\w-]+\.js|__web-dev-server__[\w-]+\.js)(?:\?|$)/;
/** Imported by a page. Not an address with code inside, as the one of the library, which the policy of the pages refuses. */
const RELOAD = '/test/dev/reload.js';

/** Folders that pages load from. */
const WATCHED = ['src', 'test/support', 'test/dev', 'demo/assets'];

export interface SourceServerOptions {
  readonly port: number;
  /** Files and folders besides the sources that are watched. */
  readonly files?: readonly string[];
  /** Answers before anything else. */
  readonly first?: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
}

/**
 * Serve pages with the elements from their sources, transformed when they are asked for. The pages are loaded again whenever a file
 * is saved.
 *
 * @returns once the port is open
 */
export async function serveWithSources(
  handler: Handler,
  { port, files = [], first = async () => false }: SourceServerOptions,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer();
  /** How many times files have been saved. A page knows the number that it was served with. */
  let changes = 0;
  const { plugins, ...config } = createSourceConfig();
  const sources = await startDevServer({
    config: {
      ...config,
      // A server of its own would listen on all addresses of this machine.
      middlewareMode: { server },
      // The watcher of served files starts anew for a request that ends after it was closed, and keeps the process.
      disableFileWatcher: true,
      chokidarOptions: { ignoreInitial: true },
      plugins: [
        ...plugins,
        {
          name: 'bundle-source',
          serve({ path }) {
            const [, bundle] = /^\/cdn\/([\w-]+)\.js$/.exec(path) ?? [];
            if (bundle === undefined) return undefined;
            return `import '/src/${bundle === 'docs-assistant' ? 'index' : bundle}.ts';`;
          },
        },
        {
          name: 'reload',
          injectWebSocket: true,
          serverStart({ fileWatcher, webSockets }) {
            const tellPages = () => webSockets!.sendImport(RELOAD, [changes]);
            fileWatcher.add([...WATCHED.map((name) => join(config.rootDir, name)), ...files]);
            fileWatcher.on('all', () => {
              changes += 1;
              tellPages();
            });
            // A page that was served before a change may connect after it.
            webSockets!.webSocketServer.on('connection', tellPages);
          },
        },
      ],
    },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
    logStartMessage: false,
  });
  const serveSource = sources.koaApp.callback();
  const servePage = createRequestListener(async (request, connection) =>
    connect(await handler(request, connection), changes),
  );
  server.on('request', (request, response) => {
    void first(request, response).then((isAnswered) => {
      if (isAnswered) return;
      void (SOURCE.test(request.url ?? '') ? serveSource : servePage)(request, response);
    });
  });
  const connections = new Set<Socket>();
  server.on('connection', (connection: Socket) => {
    connections.add(connection);
    connection.once('close', () => connections.delete(connection));
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      await sources.stop();
      server.close();
      // Those of pages stay open otherwise, waiting for what has changed.
      for (const connection of connections) connection.destroy();
    },
  };
}

/** Connect a page to the development server, which tells it to load itself again. */
async function connect(response: Response, changes: number): Promise<Response> {
  if (!response.headers.get('content-type')?.startsWith('text/html')) return response;
  const script = `<script type="module" src="/__web-dev-server__web-socket.js" data-changes="${changes}"></script>`;
  return new Response(putIntoPage(await response.bytes(), script), response);
}
