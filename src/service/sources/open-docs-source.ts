import type { ProjectSource } from '../project-options.ts';
import type { DocsSource } from './docs-source.ts';
import { createFolderSource } from './folder-source.ts';
import { createGitSource } from './git-source.ts';

/**
 * Opens where the documentation of a project comes from. Nothing is read yet.
 *
 * @param dataDir folder of the project: a git source keeps its mirror there
 * @throws TypeError when repository, branch or folder cannot be meant
 */
export function openDocsSource(source: ProjectSource, dataDir: string): DocsSource {
  return 'repository' in source ? createGitSource(source, dataDir) : createFolderSource(source.folder);
}
