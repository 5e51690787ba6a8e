import { rmSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { buildContent } from '../../src/static-build/build-content.ts';
import { writeStaticIndex } from '../../src/static-build/write-static-index.ts';
import { temporaryFolder } from '../service/docs-folder.ts';

const PREFIX = '/__index/';
const DOCS = fileURLToPath(new URL('../../demo/docs', import.meta.url));
let building: Promise<string> | undefined;

/**
 * The static index of the demo's documentation, at `/__index/` and in every folder below, as a static host serves it. Held back and refused as other files, by
 * `reply-server.ts`.
 *
 * @returns whether the address was one of these
 */
export async function handleStaticIndex(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  if (!pathname.startsWith(PREFIX)) return false;
  building ??= build();
  const name = pathname.split('/').at(-1)!;
  const body = /^[\w.-]+$/.test(name) ? await readFile(join(await building, name)).catch(() => null) : null;
  response.writeHead(body ? 200 : 404, { 'cache-control': 'no-store' }).end(body);
  return true;
}

async function build(): Promise<string> {
  const folder = await temporaryFolder();
  // The runner ends without telling its middleware.
  process.once('exit', () => rmSync(folder.path, { recursive: true }));
  const options = { dir: DOCS, workDir: join(folder.path, 'work'), embedder: null };
  using built = await buildContent({ ...options, signal: new AbortController().signal });
  const out = join(folder.path, 'out');
  await writeStaticIndex(built.content, {
    folder: out,
    generator: 'docs-assistant test',
    fallbackLanguage: 'en',
  });
  return out;
}
