import { open } from 'node:fs/promises';
import { DEFAULT_DOCS_LIMITS } from '../service/docs/docs-limits.ts';
import { listDocsFiles } from '../service/docs/list-docs-files.ts';
import { localFolderOf, sourceOf, type ProjectOptions } from '../service/project-options.ts';
import { detectLanguage } from '../engine/language/detect-language.ts';

/** Files of a folder that are looked at, spread over it. */
const SAMPLE = 100;
/** Bytes that are read of each. */
const BYTES = 6_000;
/** What is not prose: frontmatter, fenced code, scripts, styles, tags and links. */
const NO_PROSE =
  /^---[\s\S]*?\n---|```[\s\S]*?(?:```|$)|<(script|style)\b[\s\S]*?<\/\1>|<[^>]*>|\]\([^)]*\)/gi;

/**
 * Return the share of the pages of some documentations that are not in English, 0 to 1, by their words. Pages whose language is not
 * known are left out. Of a git repository, which is not here yet, the default language counts as one page.
 */
export async function nonEnglishShare(projects: readonly ProjectOptions[]): Promise<number> {
  const languages: string[] = [];
  for (const project of projects) {
    const folder = localFolderOf(sourceOf(project));
    if (folder !== null) languages.push(...(await languagesIn(folder)));
    else if (project.defaultLanguage !== undefined) languages.push(project.defaultLanguage);
  }
  const others = languages.filter((language) => !/^en\b/i.test(language));
  return languages.length === 0 ? 0 : others.length / languages.length;
}

async function languagesIn(folder: string): Promise<string[]> {
  const listing = await listDocsFiles(folder, DEFAULT_DOCS_LIMITS).catch(() => ({ files: [] }));
  const { files } = listing;
  const count = Math.min(SAMPLE, files.length);
  const languages: string[] = [];
  for (let at = 0; at < count; at++) {
    const { absolute } = files[Math.floor((at * files.length) / count)]!;
    const language = detectLanguage((await readBeginning(absolute)).replace(NO_PROSE, ' '));
    if (language !== undefined) languages.push(language);
  }
  return languages;
}

async function readBeginning(path: string): Promise<string> {
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(BYTES), 0, BYTES, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
