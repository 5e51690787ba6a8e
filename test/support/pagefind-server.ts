import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { buildStaticSite } from '../../demo/build-static.ts';
import { temporaryFolder } from '../service/docs-folder.ts';

const PREFIX = '/__pagefind/';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

/** The command of Pagefind, which has a limit of time. What its library asks of a service of its own has none. */
const COMMAND = fileURLToPath(new URL('runner/bin.cjs', import.meta.resolve('pagefind')));
/** Milliseconds until it must have ended. */
const TIMEOUT = 120_000;

let building: Promise<string> | undefined;

/**
 * The site of the demo's documentation below `/__pagefind/`, with the index that Pagefind has made of it in `/__pagefind/pagefind/`. Held back
 * and refused as other files, by `reply-server.ts`.
 *
 * @returns whether the address was one of these
 */
export async function handlePagefind(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  if (!pathname.startsWith(PREFIX)) return false;
  building ??= build().catch((error: unknown) => {
    // Tests that are run again build again.
    building = undefined;
    throw error;
  });
  const folder = await building;
  const file = pathname.slice(PREFIX.length).replace(/(^|\/)$/, '$1index.html');
  const body = await readFile(join(folder, file)).catch(() => null);
  response.writeHead(body ? 200 : 404, {
    'content-type': TYPES[extname(file)] ?? 'application/octet-stream',
    'cache-control': 'no-store',
  });
  response.end(body);
  return true;
}

async function build(): Promise<string> {
  const { path } = await temporaryFolder();
  // The runner ends without telling its middleware.
  process.once('exit', () => rmSync(path, { recursive: true }));
  await buildStaticSite(path);
  for await (const file of glob('**/*.html', { cwd: path })) {
    const html = await readFile(join(path, file), 'utf8');
    const marked = html
      .replace('name="docsearch:version"', '$& data-pagefind-filter="version[content]"')
      .replace('<main', '$& data-pagefind-body');
    await writeFile(join(path, file), marked);
  }
  await promisify(execFile)(process.execPath, [COMMAND, '--site', path], { timeout: TIMEOUT });
  return path;
}
