import { basename, dirname, extname, relative, resolve, sep } from 'node:path';
import type { OfflineFile } from '../static-build/offline-file.ts';
import { readWholeNumber, UsageError } from './read-option.ts';

/** Options of the service worker that `build` writes. */
export const OFFLINE_OPTIONS = {
  offline: { type: 'string' },
  'offline-elements': { type: 'string' },
  'offline-limit': { type: 'string' },
  'offline-pages': { type: 'boolean', default: false },
} as const;

/** Values of {@link OFFLINE_OPTIONS}. */
interface OfflineValues {
  offline?: string | undefined;
  'offline-elements'?: string | undefined;
  'offline-limit'?: string | undefined;
  'offline-pages'?: boolean | undefined;
}

const DEFAULT_ELEMENTS = 'cdn/docs-assistant.js';
const DEFAULT_MEGABYTES = 50;
const MAX_MEGABYTES = 1_000;
const MEGABYTE = 1_000_000;

/** Help for {@link OFFLINE_OPTIONS}. */
export const OFFLINE_HELP = `  --offline FILE         also write a service worker that keeps the index and the elements, so that search works without a network; in the
                         root folder of the site, such as ./dist/docs-offline.js
  --offline-elements A   address of the elements' script, relative to FILE's (default ${DEFAULT_ELEMENTS})
  --offline-limit MB     most that a browser keeps of an index and the elements (default ${DEFAULT_MEGABYTES})
  --offline-pages        keep visited pages, too, and what they load`;

/**
 * Read the options of the service worker.
 *
 * @param folders those of the indexes
 * @returns `null` when none is asked for
 * @throws UsageError
 */
export function readOffline(values: OfflineValues, folders: readonly string[]): OfflineFile | null {
  const { offline, 'offline-elements': elements = DEFAULT_ELEMENTS, 'offline-pages': pages = false } = values;
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
  const megabytes =
    limit === undefined ? DEFAULT_MEGABYTES : readWholeNumber('--offline-limit', limit, MAX_MEGABYTES, 1);
  const settings = {
    file: basename(path),
    indexes: indexes.map((folder) => `${folder.split('/').map(encodeURIComponent).join('/')}/`),
    elements,
    pages,
    limit: megabytes * MEGABYTE,
  };
  return { path, settings };
}
