/**
 * Write the site of this documentation as files for any file server, with no service and no proxy behind it: `npm run build:static`.
 * The elements read the static index that `docs-assistant build` writes beside the pages.
 */
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Documentation } from './documentation.ts';
import { STAGE } from './playground/stage.ts';
import { createSite, FILE_FOLDERS } from './site.ts';

const DOCS = fileURLToPath(new URL('docs', import.meta.url));
const PLAYGROUND = 'playground';
/** Stands for the host, which the pages do not name. */
const ORIGIN = 'http://site.invalid';

/** Write all pages and the files that they load into a folder, which is emptied first. The index is written by another command. */
export async function buildStaticSite(folder: string): Promise<void> {
  const documentation = await Documentation.read(DOCS);
  const site = createSite(documentation, {
    name: 'docs-assistant',
    domain: 'docs',
    endpoint: '',
    index: '/docs-index/',
    preview: 'v1',
    playground: PLAYGROUND,
  });
  await rm(folder, { recursive: true, force: true });
  const write = async (address: string, file: string): Promise<void> => {
    const response = await site(new Request(ORIGIN + address));
    const next = response.headers.get('location');
    if (next !== null) return write(next, file);
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), new Uint8Array(await response.arrayBuffer()));
  };
  for (const { path, slug } of documentation.pages) {
    await write(`/${path}`, join(path, 'index.html'));
    if (slug === PLAYGROUND) await write(`/${path}/${STAGE}`, join(path, STAGE, 'index.html'));
  }
  await write('/', 'index.html');
  await write('/404', '404.html');
  for (const [address, source] of FILE_FOLDERS)
    await cp(source, join(folder, address), { recursive: true, filter: (name) => !name.endsWith('.map') });
}

if (import.meta.main) await buildStaticSite(process.argv[2]!);
