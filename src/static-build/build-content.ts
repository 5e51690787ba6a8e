import { rename } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createFolder } from '../service/storage/create-folder.ts';
import {
  buildGeneration,
  type GenerationOptions,
  type GenerationReport,
} from '../service/index/build-generation.ts';
import { openIndexContent, type IndexContent } from '../service/index/index-content.ts';
import { openIndexFile } from '../service/index/index-file.ts';
import { BuildRecord } from './build-record.ts';

/** Name of the file that a build reads, and the next one takes everything from that has not changed. */
const CONTENT_FILE = 'static.sqlite';

/** The content of a folder of documentation. */
export interface FolderContent extends Disposable {
  content: IndexContent;
  /** The file of the index. */
  file: string;
  report: GenerationReport;
}

/**
 * Read a folder of documentation like the service, but beside what a service has in `workDir`. Only changed files are read again. No page
 * is left out because the machine is slow, or has little memory: the same folder gives the same content.
 *
 * @throws Error when the folder or a page of it cannot be read, a package is missing, or `signal` is aborted
 */
export async function buildContent(
  options: Omit<GenerationOptions, 'before' | 'onSearchable'>,
): Promise<FolderContent> {
  const workDir = resolve(options.workDir);
  createFolder(workDir);
  const file = join(workDir, CONTENT_FILE);
  const before = openIndexFile(file);
  before?.close();
  await using built = await buildGeneration({
    ...options,
    before: before ? file : null,
    needsAllPages: true,
  });
  if (built.file !== null) {
    await BuildRecord.remove(workDir);
    await rename(built.file, file);
  }
  const content = openIndexContent(file);
  return { content, file, report: built.report, [Symbol.dispose]: () => content[Symbol.dispose]() };
}
