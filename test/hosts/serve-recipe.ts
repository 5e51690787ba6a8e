import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveHandler } from '../../src/node.ts';
import { createBuiltSite } from '../../src/preview/built-site.ts';
import { startCommand } from '../cli/command.ts';

/** A site as its readers see it. */
export interface ServedSite extends AsyncDisposable {
  /** Address of the front page. */
  readonly url: string;
}

/** Serve a folder as a web server does that passes `/docs-api/` and `/cdn/` on to `docs-assistant serve`. */
export async function serveRecipe(folder: string): Promise<ServedSite> {
  await using stack = new AsyncDisposableStack();
  const site = createBuiltSite({ folder, base: '/', markup: '' });
  let service = '';
  const server = await serveHandler(
    (request, connection) =>
      /^\/(?:docs-api|cdn)\//.test(new URL(request.url).pathname)
        ? passOn(request, service)
        : site(request, connection),
    { closeWithin: 0 },
  );
  stack.defer(() => server.close());
  const data = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  stack.defer(() => rm(data, { recursive: true }));
  const args = ['serve', folder, '--domain', 'docs', '--site', server.url, '--port', '0', '--no-model'];
  const program = stack.use(startCommand([...args, '--data', data]));
  [service] = await Promise.all([program.url, program.told('"phase":"ready"')]);
  const held = stack.move();
  return { url: `${server.url}/`, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function passOn(request: Request, service: string): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  const passed = new Request(service + pathname + search, request);
  // The answer is passed on byte for byte, and not decoded on the way.
  passed.headers.set('accept-encoding', 'identity');
  return fetch(passed);
}
