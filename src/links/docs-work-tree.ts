import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import {
  describeAddress,
  readBranch,
  readGitAddress,
  readRepositoryFolder,
} from '../service/deploy/git-address.ts';
import { GitFailure, runGit } from '../service/deploy/run-git.ts';
import { SourceFailure } from '../service/deploy/docs-source.ts';

/** Source of the documentation of a job: a folder on this machine, or a repository to clone. */
export type WorkTreeSource = { dir: string } | { repository: string; branch?: string; folder?: string };

/** A private copy of the documentation for a job. */
export interface DocsWorkTree extends AsyncDisposable {
  /** Folder with the Markdown files. */
  dir: string;
  /** Whether changes can be committed: only inside a git work tree. */
  canCommit: boolean;
  /** Commit all changes of tracked files to a new branch. */
  commit(branch: string, message: string): Promise<void>;
  /** Push a branch to the source. @throws SourceFailure */
  push(branch: string): Promise<void>;
}

/** Author of commits. */
const AUTHOR = { name: 'docs-assistant', email: 'docs-assistant@localhost' };
const AUTHOR_ENVIRONMENT = {
  GIT_AUTHOR_NAME: AUTHOR.name,
  GIT_AUTHOR_EMAIL: AUTHOR.email,
  GIT_COMMITTER_NAME: AUTHOR.name,
  GIT_COMMITTER_EMAIL: AUTHOR.email,
};

/**
 * Check out the newest commit of a documentation into a folder of its own, so that uncommitted changes in the work tree are
 * neither read nor touched. A folder outside a work tree is read in place.
 *
 * @throws SourceFailure, TypeError when the repository or branch is invalid
 */
export async function openDocsWorkTree(source: WorkTreeSource, signal: AbortSignal): Promise<DocsWorkTree> {
  const tree = join(await mkdtemp(join(tmpdir(), 'docs-assistant-job-')), 'tree');
  const removeTree = () => rm(resolve(tree, '..'), { recursive: true, force: true });
  try {
    if ('repository' in source) {
      await clone(source, tree, signal);
      return {
        ...openTree(tree, readRepositoryFolder(source.folder ?? ''), signal),
        [Symbol.asyncDispose]: removeTree,
      };
    }
    const cwd = resolve(source.dir);
    const prefix = await runGit(['rev-parse', '--show-prefix'], { signal, cwd }).catch((error: unknown) => {
      if (error instanceof GitFailure || error instanceof SourceFailure) return null;
      throw error;
    });
    if (prefix === null) {
      await removeTree();
      return openFolder(cwd);
    }
    await runGit(['worktree', 'add', '--quiet', '--detach', '--', tree, 'HEAD'], { signal, cwd });
    return {
      ...openTree(tree, prefix.trim(), signal),
      async [Symbol.asyncDispose]() {
        // Without `signal`, because an aborted job has to clean up, too.
        await runGit(['worktree', 'remove', '--force', '--', tree], {
          signal: new AbortController().signal,
          cwd,
        });
        await removeTree();
      },
    };
  } catch (error) {
    await removeTree();
    throw error;
  }
}

async function clone(
  { repository, branch }: Extract<WorkTreeSource, { repository: string }>,
  tree: string,
  signal: AbortSignal,
): Promise<void> {
  const address = readGitAddress(repository);
  const branchArguments = branch === undefined ? [] : ['--branch', readBranch(branch)];
  try {
    await runGit(['clone', '--quiet', '--depth=1', '--no-tags', ...branchArguments, '--', address, tree], {
      signal,
    });
  } catch (error) {
    if (!(error instanceof GitFailure)) throw error;
    throw new SourceFailure(
      `Cannot clone ${describeAddress(address) ?? 'the repository'}: ${error.output || error.message}`,
      {
        cause: error,
      },
    );
  }
}

function openTree(
  tree: string,
  folder: string,
  signal: AbortSignal,
): Omit<DocsWorkTree, typeof Symbol.asyncDispose> {
  const inTree = { signal, cwd: tree };
  return {
    dir: join(tree, folder),
    canCommit: true,
    async commit(branch, message) {
      await runGit(['switch', '--quiet', '--create', readBranch(branch)], inTree);
      await runGit(
        ['-c', 'commit.gpgSign=false', 'commit', '--quiet', '--all', '--no-verify', '-m', message],
        {
          ...inTree,
          environment: AUTHOR_ENVIRONMENT,
        },
      );
    },
    async push(branch) {
      try {
        await runGit(
          ['push', '--quiet', '--no-verify', 'origin', `refs/heads/${branch}:refs/heads/${branch}`],
          inTree,
        );
      } catch (error) {
        if (!(error instanceof GitFailure)) throw error;
        throw new SourceFailure(
          `The branch could not be pushed to origin: ${error.output || error.message}`,
          {
            cause: error,
          },
        );
      }
    },
  };
}

function openFolder(dir: string): DocsWorkTree {
  const refuse = async (): Promise<never> => {
    throw new SourceFailure(`${dir} is in no git work tree.`);
  };
  return { dir, canCommit: false, commit: refuse, push: refuse, async [Symbol.asyncDispose]() {} };
}
