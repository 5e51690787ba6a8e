import { join, resolve } from 'node:path';
import { PagesFile } from '../service/pages/pages-file.ts';
import { ReadingFiles } from '../service/pages/reading-files.ts';
import { mainScopeOptions, siteUrlsOf, type ProjectOptions } from '../service/project-options.ts';
import { writeReadingFiles, type ReadingFilesReport } from '../static-build/write-reading-files.ts';
import { prepareOutFolder } from './data-folder.ts';

/** What was written where. */
export interface MarkdownReport extends ReadingFilesReport {
  folder: string;
}

/**
 * Write the files for reading programs.
 *
 * @param given the folder; of several projects, each has one in it that is named by its domain
 * @param project.index file of the index
 * @throws Error with the reason and a remedy, when the folder cannot be written
 */
export async function writeMarkdown(
  given: string,
  { project, index, isAlone }: { project: ProjectOptions; index: string; isAlone: boolean },
): Promise<MarkdownReport> {
  const folder = isAlone ? resolve(given) : join(resolve(given), project.domain);
  prepareOutFolder(folder, '--markdown');
  using pages = new PagesFile(index);
  const { createPlainParser } = await import('../service/docs/plain-parser.ts');
  const { stringify } = createPlainParser();
  const root = siteUrlsOf(project)[0]?.href;
  const files = new ReadingFiles(pages, { main: mainScopeOptions(project), root, stringify });
  return { folder, ...(await writeReadingFiles(files, folder)) };
}

/** Describe what was written, in a line. */
export function describeMarkdown({ folder, files, kept }: MarkdownReport): string {
  const others =
    kept.length === 0 ? '' : `; ${kept.length} are there already and stay as they are, the first ${kept[0]}`;
  return `${files} files for reading programs in ${folder}${others}\n`;
}
