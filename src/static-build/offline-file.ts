import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { OfflineSettings } from '../static-index/offline/offline-settings.ts';

/** Beginning of the file, by which a later build knows it. */
const MARK = '/*! Written by docs-assistant build --offline. */';
/** The program of the service worker; when running from source, that of `npm run build`. */
const PROGRAM = fileURLToPath(
  new URL(
    `${import.meta.url.endsWith('.ts') ? '../../dist' : '..'}/static-index/offline/offline-script.js`,
    import.meta.url,
  ),
);

/** A service worker to write. */
export interface OfflineFile {
  path: string;
  settings: OfflineSettings;
}

/** Check, before any work, that the file may be written. @throws Error when it is something else */
export async function checkOfflineFile({ path }: OfflineFile): Promise<void> {
  const before = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return MARK;
    throw error;
  });
  if (!before.startsWith(MARK))
    throw new Error(
      `${path} is a script of something else, which --offline would replace. Name another file.`,
    );
}

/** Write the service worker. */
export async function writeOfflineFile({ path, settings }: OfflineFile): Promise<void> {
  const program = await readFile(PROGRAM, 'utf8');
  await writeFile(path, `${MARK}\nself.docsAssistantOffline = ${JSON.stringify(settings)};\n${program}`);
}
