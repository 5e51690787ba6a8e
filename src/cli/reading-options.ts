import { resolve } from 'node:path';
import { checkReadingOptions } from '../service/docs/reading-options.ts';
import { checkDocsFolder } from '../service/docs/require-pages.ts';
import { localFolderOf, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { refuseBrowserSite } from './browser-site.ts';
import type { READING, ValuesOf } from './options.ts';
import { UsageError } from './read-option.ts';

/** How the folder of a project is read. */
export type ProjectReading = Pick<
  ProjectOptions,
  'addresses' | 'boost' | 'exclude' | 'html' | 'fallbackLanguage'
>;

/** Read the options on how a folder is read. @throws UsageError */
export function readReading(values: Partial<ValuesOf<(typeof READING)[number]>>): ProjectReading {
  const { exclude, boost, 'page-url': rule, sitemap, built, content, ignore } = values;
  const options = {
    ...(exclude !== undefined && { exclude }),
    ...(boost !== undefined && { boost: Object.fromEntries(boost.map(readBoost)) }),
    ...((rule ?? sitemap ?? built) !== undefined && {
      addresses: {
        rule,
        sitemap: sitemap?.map((place) => sitemapPlace('', place)),
        built,
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
  const fallbackLanguage = values['fallback-language'];
  return { ...options, ...(fallbackLanguage !== undefined && { fallbackLanguage }) };
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
