import { access, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createFolder } from '../service/storage/create-folder.ts';
import { SITEMAP } from '../engine/pages/reading-names.ts';
import { encodePath } from '../engine/sections/site-path.ts';
import { readWrittenFiles, WRITTEN_LIST } from '../service/docs/written-files.ts';
import type { ReadingFiles } from '../service/pages/reading-files.ts';

/** Names of the sitemaps of generators. */
const OTHER_SITEMAPS = ['sitemap-index.xml', 'sitemap_index.xml', 'sitemap-0.xml'];
/** Maximum number of addresses of a sitemap, by its protocol. */
const MAX_MAPPED_PAGES = 50_000;

/** What was written. */
export interface ReadingFilesReport {
  /** Number of files. */
  files: number;
  /** Names of files that were there and are of something else. They stay as they are. */
  kept: readonly string[];
}

/**
 * Write the files for reading programs into the folder of a site, beside its pages. Files of earlier builds are replaced or removed;
 * a list in the folder names them. The same index gives the same bytes.
 *
 * @param options.root address of the site, for a sitemap where there is none. Default: unknown, and there is none
 * @param options.more texts of further files by their names
 * @throws Error when the folder cannot be written
 */
export async function writeReadingFiles(
  files: ReadingFiles,
  folder: string,
  { root, more = new Map() }: { root?: string | undefined; more?: ReadonlyMap<string, string> } = {},
): Promise<ReadingFilesReport> {
  const before = await readWrittenFiles(folder);
  const own = new Set<string>();
  const kept: string[] = [];
  for (const name of [...files.names(), ...more.keys()]) {
    if (before.has(name) || !(await exists(join(folder, name)))) own.add(name);
    else kept.push(name);
  }
  const isMapped = await Promise.all(
    [SITEMAP, ...OTHER_SITEMAPS].map(async (name) => !before.has(name) && (await exists(join(folder, name)))),
  );
  const sitemaps =
    root === undefined || isMapped.includes(true) ? new Map<string, string>() : sitemapsOf(files, root);
  for (const name of sitemaps.keys()) own.add(name);
  const list = join(folder, WRITTEN_LIST);
  // Names are listed before their files are there, so that a build that is killed leaves none behind that the next one does not know.
  await writeChanged(list, toJson([...own, ...before]));
  for (const name of own)
    await writeChanged(join(folder, name), sitemaps.get(name) ?? more.get(name) ?? files.read(name)!);
  for (const name of before) if (!own.has(name)) await rm(join(folder, name), { force: true });
  await writeChanged(list, toJson([...own]));
  return { files: own.size, kept };
}

/**
 * Return the sitemap by its name; of pages in several languages one for each, and their index, where the main one is English: programs
 * that choose a sitemap by its language choose that.
 */
function sitemapsOf(files: ReadingFiles, root: string): Map<string, string> {
  const addressesOf = (pages: Iterable<{ path: string }>) =>
    Array.from(pages, ({ path }) => root + encodePath(path));
  const languages = Map.groupBy(files.pages(), ({ language }) => language ?? 'x-default');
  const [main] = languages.keys();
  if (languages.size < 2 || !/^en\b/.test(main!))
    return new Map([[SITEMAP, writeSitemap('url', addressesOf(files.pages()))]]);
  const maps = Array.from(languages, ([language, pages]): [string, string] => [
    `sitemap-${language.toLowerCase()}.xml`,
    writeSitemap('url', addressesOf(pages)),
  ]);
  const index = maps.map(([name]) => root + name);
  return new Map([[SITEMAP, writeSitemap('sitemap', index)], ...maps]);
}

function writeSitemap(entry: 'url' | 'sitemap', addresses: readonly string[]): string {
  const list = entry === 'url' ? 'urlset' : 'sitemapindex';
  const lines = addresses
    .slice(0, MAX_MAPPED_PAGES)
    .map((address) => `  <${entry}><loc>${address.replaceAll('&', '&amp;')}</loc></${entry}>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join('')}</${list}>\n`;
}

function toJson(names: readonly string[]): string {
  return `${JSON.stringify([...new Set(names)].toSorted(), null, 2)}\n`;
}

/** Write a file, unless it is the same, so that its date does not change. */
async function writeChanged(path: string, text: string): Promise<void> {
  const before = await readFile(path, 'utf8').catch(() => null);
  if (before === text) return;
  createFolder(dirname(path));
  await writeFile(path, text);
}

async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
