import { rmSync } from 'node:fs';
import { cp, readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { buildContent } from '../../src/static-build/build-content.ts';
import { FORMAT } from '../../src/static-index/format/limits.ts';
import { writeStaticIndex } from '../../src/static-build/write-static-index.ts';
import { ORBIT, temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';

/** A file as a host sends it. */
interface SentFile {
  status?: number;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
}

/** What hosts do with files. */
const FAULTS = {
  missing: () => ({ status: 404, body: 'Not found' }),
  failing: () => ({ status: 500 }),
  HTML: () => ({ headers: { 'content-type': 'text/html' }, body: '<!doctype html><title>Not found</title>' }),
  /** Unpacked by the browser. */
  'sent as packed': (body) => ({ headers: { 'content-encoding': 'gzip' }, body }),
  /** Unpacked once by the browser. */
  'packed again': (body) => ({ headers: { 'content-encoding': 'gzip' }, body: gzipSync(body) }),
  'packed twice': (body) => ({ body: gzipSync(body) }),
  'of another version': (body) => {
    const manifest = JSON.parse(new TextDecoder().decode(body)) as object;
    return { body: JSON.stringify({ ...manifest, format: FORMAT + 1 }) };
  },
} satisfies Record<string, (body: Uint8Array) => SentFile>;

/** What is in a folder of a host, and how it is sent. */
export interface HostedIndex {
  /** Whose index it is: that of the demo, that of a photo library in two versions and four languages, or a page with entities. Default `demo`. */
  readonly docs?: 'demo' | 'orbit' | 'entities';
  /** What happens to the files whose names begin so. */
  readonly faults?: Readonly<Record<string, keyof typeof FAULTS>>;
}

const PREFIX = '/__index/';
const DEMO = fileURLToPath(new URL('../../demo/docs', import.meta.url));
/** Characters that Markdown names, which a parser must not look up by the HTML of the page. */
const ENTITIES = '# Copyright\n\nThe copyright of the kiln manual is owned by &copy; Potters &amp; Sons.\n';
/** A page in Chinese, which the photo library does not have. */
const CHINESE = '---\ntitle: 备份\n---\n\n硬盘会坏。请把照片的副本保存到另一个磁盘。\n';
const DOCS = {
  demo: () => Promise.resolve(DEMO),
  async orbit({ path, write }: TemporaryFolder) {
    await cp(ORBIT, join(path, 'docs'), { recursive: true });
    await write({ 'docs/v2/zh/guides/backup.md': CHINESE });
    return join(path, 'docs');
  },
  async entities({ path, write }: TemporaryFolder) {
    await write({ 'docs/en/copyright.md': ENTITIES });
    return join(path, 'docs');
  },
};
const building = new Map<keyof typeof DOCS, Promise<string>>();
/** By the folders' addresses. */
const hosted = new Map<string, HostedIndex>();

/**
 * The static index of the demo's documentation, at `/__index/` and in every folder below, as a static host serves it. Held back and refused as other files, by
 * `reply-server.ts`. `PUT` of a folder says what else it has, and how.
 *
 * @returns whether the address was one of these
 */
export async function handleStaticIndex(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<boolean> {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  if (!pathname.startsWith(PREFIX)) return false;
  const [, folder = '', name = ''] = /^(.*\/)(.*)$/.exec(pathname)!;
  if (request.method === 'PUT') {
    hosted.set(folder, (await json(request)) as HostedIndex);
    response.writeHead(204).end();
    return true;
  }
  const { status = 200, headers, body } = await readHosted(hosted.get(folder) ?? {}, name);
  response.writeHead(status, { 'cache-control': 'no-store', ...headers }).end(body);
  return true;
}

async function readHosted({ docs = 'demo', faults = {} }: HostedIndex, name: string): Promise<SentFile> {
  let index = building.get(docs);
  if (!index) building.set(docs, (index = build(docs)));
  const folder = await index;
  const body = /^[\w.-]+$/.test(name) ? await readFile(join(folder, name)).catch(() => null) : null;
  const [, fault = null] = Object.entries(faults).find(([beginning]) => name.startsWith(beginning)) ?? [];
  if (fault === 'HTML') return FAULTS.HTML();
  if (body === null) return FAULTS.missing();
  return fault === null ? { body } : FAULTS[fault](body);
}

async function build(docs: keyof typeof DOCS): Promise<string> {
  const folder = await temporaryFolder();
  // The runner ends without telling its middleware.
  process.once('exit', () => rmSync(folder.path, { recursive: true }));
  const dir = await DOCS[docs](folder);
  const options = { dir, workDir: join(folder.path, 'work'), embedder: null };
  using built = await buildContent({ ...options, signal: new AbortController().signal });
  const out = join(folder.path, 'out');
  await writeStaticIndex(built.content, {
    folder: out,
    generator: 'docs-assistant test',
    fallbackLanguage: 'en',
  });
  return out;
}
