import { DEFAULT_DOCS_LIMITS } from './docs-limits.ts';
import { listDocsFiles, type DocsListing } from './list-docs-files.ts';

/** Extensions of formats that only their generators can read. */
const SOURCE_ENDINGS = ['.rst', '.adoc', '.asciidoc', '.org', '.textile', '.ipynb', '.typ', '.tex', '.pod'];

/** @throws Error with a remedy, when a folder contains no page */
export async function checkDocsFolder(folder: string): Promise<void> {
  requirePages(folder, await listDocsFiles(folder, DEFAULT_DOCS_LIMITS));
}

/** @throws Error with a remedy, when a folder contains no page */
export function requirePages(folder: string, { files, problems, others }: DocsListing): void {
  if (files.length > 0) return;
  const [problem] = problems;
  const sources = SOURCE_ENDINGS.map((ending) => ({ ending, count: others.get(ending) ?? 0 }));
  const [first] = sources.filter(({ count }) => count > 0).toSorted((a, b) => b.count - a.count);
  if (first !== undefined) {
    throw new Error(
      `The folder ${folder} holds ${first.count} ${first.ending} ${first.count === 1 ? 'file' : 'files'}, which are read from the built HTML: build the site and name its output folder, for instance docs-assistant serve ./_build/html`,
    );
  }
  if (problem !== undefined) {
    throw new Error(
      `The folder ${folder} holds no file that can be read: ${problem.file === '' ? '' : `${problem.file}: `}${problem.message}`,
    );
  }
  const holds = others.size === 0 ? 'is empty' : 'holds no Markdown, MDX or HTML files';
  throw new Error(
    `The folder ${folder} ${holds}: name the folder that the pages of the documentation are in, or that the site is built into`,
  );
}
