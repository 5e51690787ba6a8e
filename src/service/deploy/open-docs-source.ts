import type { ProjectSource } from '../project-options.ts';
import type { DocsSource } from './docs-source.ts';
import { createFolderSource } from './folder-source.ts';
import { createGitSource } from './git-source.ts';

/**
 * Create the source of a project's documentation. Nothing is read yet.
 *
 * @param dataDir folder of the project, for the mirror of a git source
 * @throws TypeError when repository, branch or folder is invalid
 */
export function openDocsSource(source: ProjectSource, dataDir: string): DocsSource {
  return 'repository' in source ? createGitSource(source, dataDir) : createFolderSource(source.folder);
}
