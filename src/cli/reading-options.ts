import { resolve } from 'node:path';
import { checkReadingOptions, type ReadingOptions } from '../service/docs/reading-options.ts';
import { checkDocsFolder } from '../service/docs/require-pages.ts';
import { localFolderOf, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { refuseBrowserSite } from './browser-site.ts';
import { UsageError } from './read-option.ts';

/** Options of the commands that read a folder. */
export const READING_OPTIONS = {
  exclude: { type: 'string', multiple: true },
  boost: { type: 'string', multiple: true },
  'page-url': { type: 'string' },
  sitemap: { type: 'string', multiple: true },
  built: { type: 'string' },
  content: { type: 'string' },
  ignore: { type: 'string', multiple: true },
} as const;

/** Help for {@link READING_OPTIONS}. */
export const READING_HELP = `  --exclude GLOB         files and folders to leave out, such as drafts or "blog/20*"; may be repeated
  --boost GLOB=FACTOR    rank pages higher or lower, by 0.1 to 10, such as blog=0.5; may be repeated
  --page-url RULE        addresses of Markdown pages: path, html or slash, optionally with ",lowercase", or a template such
                         as "{version}/{path}.html" (default path: guides/intro)
  --sitemap FILE|URL     take the addresses of Markdown pages from the sitemap of the site; may be repeated
  --built DIR            or from the folder of the built site
  --content SELECTOR     elements with the text of an HTML page (default: recognised)
  --ignore SELECTOR      elements of HTML pages to leave out; may be repeated`;

/** Values of {@link READING_OPTIONS}. */
export interface ReadingValues {
  exclude?: string[] | undefined;
  boost?: string[] | undefined;
  'page-url'?: string | undefined;
  sitemap?: string[] | undefined;
  built?: string | undefined;
  content?: string | undefined;
  ignore?: string[] | undefined;
}

/** Read {@link READING_OPTIONS}. @throws UsageError */
export function readReading(
  values: ReadingValues,
): Pick<ReadingOptions, 'addresses' | 'boost' | 'exclude' | 'html'> {
  const { exclude, boost, 'page-url': rule, sitemap, built, content, ignore } = values;
  const options = {
    ...(exclude !== undefined && { exclude }),
    ...(boost !== undefined && { boost: Object.fromEntries(boost.map(readBoost)) }),
    ...((rule ?? sitemap ?? built) !== undefined && {
      addresses: {
        rule,
        sitemap: sitemap?.map((place) => sitemapPlace('', place)),
        built: built === undefined ? undefined : resolve(built),
      },
    }),
    ...((content ?? ignore) !== undefined && { html: { content, ignore } }),
  };
  try {
    checkReadingOptions(options);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new UsageError(`${error.message.replace('docs-assistant service: ', '')}.`);
  }
  return options;
}

/** @throws UsageError */
function readBoost(written: string): [glob: string, factor: number] {
  const [, glob, factor] = /^(.+)=(\d+(?:\.\d+)?|\.\d+)$/s.exec(written) ?? [];
  if (glob === undefined) {
    throw new UsageError(
      `--boost "${written.slice(0, 100)}": write a pattern and a factor, such as blog=0.5 or "guides/start.md=2".`,
    );
  }
  return [glob, Number(factor)];
}

/** Return a file relative to a folder, or an address as it is. */
export function sitemapPlace(folder: string, sitemap: string): string {
  return /^[a-z][a-z0-9+.-]+:/i.test(sitemap) ? sitemap : resolve(folder, sitemap);
}

/** @throws Error with a remedy, when the folder of a project contains no page, or pages at addresses that cannot be linked */
export async function checkProjectFolders(projects: readonly ProjectOptions[]): Promise<void> {
  for (const project of projects) {
    const folder = localFolderOf(sourceOf(project));
    if (folder === null) continue;
    await checkDocsFolder(folder);
    if (project.addresses === undefined) await refuseBrowserSite(folder);
  }
}
