import type { ProjectSource } from '../project-options.ts';
import { type DocsSource, SourceFailure, type DocsState } from './docs-source.ts';
import { createGitSource } from './git-source.ts';
import { resolve } from 'node:path';
import { compareCommits, isCommitId, readCommit } from './read-commit.ts';
import { GitFailure, runGit } from './run-git.ts';

/**
 * Create the source of a project's documentation. Nothing is read yet.
 *
 * @param dataDir folder of the project, for the mirror of a git source
 * @throws TypeError when repository, branch or folder is invalid
 */
export function openDocsSource(source: ProjectSource, dataDir: string): DocsSource {
  return 'repository' in source ? createGitSource(source, dataDir) : createFolderSource(source.folder);
}

/**
 * Create a source from a folder on this machine, which is read in place. Inside a git work tree it has the commit that is checked
 * out.
 */
function createFolderSource(folder: string): DocsSource {
  const dir = resolve(folder);

  async function readWorkTree(signal: AbortSignal): Promise<Pick<DocsState, 'commit' | 'author'>> {
    try {
      // Both by one command, because each is a process. The name of a detached head is `HEAD`.
      const asked = ['rev-parse', 'HEAD^{commit}', '--symbolic-full-name', 'HEAD'];
      const [head = '', ref = ''] = (await runGit(asked, { signal, cwd: dir })).split('\n');
      return await readCommit(head, ref, { signal, cwd: dir });
    } catch (error) {
      // No work tree, one of another user, one without a commit, or no git at all.
      if (error instanceof GitFailure || error instanceof SourceFailure)
        return { commit: null, author: null };
      throw error;
    }
  }

  return {
    description: `the folder ${dir}`,
    folder: dir,
    async readHead() {
      return null;
    },
    async fetch(signal) {
      return { dir, ...(await readWorkTree(signal)), async [Symbol.asyncDispose]() {} };
    },
    async compare(before, after, signal) {
      const options = { signal, cwd: dir };
      try {
        if (before !== null && !isCommitId(before)) return null;
        const prefix = (await runGit(['rev-parse', '--show-prefix'], options)).replace(/\/?\n$/, '');
        const root = (await runGit(['rev-parse', '--show-toplevel'], options)).replace(/\n$/, '');
        return await compareCommits(before, after, prefix, { signal, cwd: root });
      } catch (error) {
        if (error instanceof GitFailure) return null;
        throw error;
      }
    },
  };
}
