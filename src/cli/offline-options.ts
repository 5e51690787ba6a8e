import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import type { OfflineFile } from '../static-build/offline-file.ts';
import type { OFFLINE, ValuesOf } from './options.ts';
import { UsageError } from './read-option.ts';

const DEFAULT_ELEMENTS = 'cdn/docs-assistant.js';
const DEFAULT_MEGABYTES = 50;
const MEGABYTE = 1_000_000;

/**
 * Read the options of the service worker.
 *
 * @param folders those of the indexes
 * @returns `null` when none is asked for
 * @throws UsageError
 */
export function readOffline(
  values: ValuesOf<(typeof OFFLINE)[number]>,
  folders: readonly string[],
): OfflineFile | null {
  const { offline, 'offline-elements': elements = DEFAULT_ELEMENTS, 'offline-pages': pages } = values;
  const limit = values['offline-limit'];
  if (offline === undefined) {
    if (pages || limit !== undefined || values['offline-elements'] !== undefined)
      throw new UsageError('--offline-elements, --offline-limit and --offline-pages need --offline FILE.');
    return null;
  }
  const path = resolve(offline);
  if (extname(path) !== '.js')
    throw new UsageError(`--offline ${offline} names no script: a browser needs a file that ends with .js.`);
  const indexes = folders.map((folder) => relative(dirname(path), folder).split(sep).join('/'));
  if (indexes.some((folder) => folder === '' || folder.startsWith('..')))
    throw new UsageError(
      '--offline has to be in a folder above --out, the root folder of the site: a service worker serves the pages below it alone.',
    );
  if (!URL.canParse(elements, 'http://site.invalid/'))
    throw new UsageError(`--offline-elements ${elements} is no address.`);
  const settings = {
    file: basename(path),
    indexes: indexes.map((folder) => `${folder.split('/').map(encodeURIComponent).join('/')}/`),
    elements,
    pages,
    limit: (limit ?? DEFAULT_MEGABYTES) * MEGABYTE,
  };
  return { path, settings };
}
