import type { ChangedFiles, DocsState } from './docs-source.ts';
import { runGit, type GitOptions } from './run-git.ts';

/** Maximum length of a commit message and author in UTF-16 units; the rest is cut. */
const MAX_MESSAGE_LENGTH = 4_000;
const MAX_AUTHOR_LENGTH = 200;
const COMMIT_ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** Return whether a text is the full id of a commit, so that git cannot read it as an option or an expression. */
export function isCommitId(text: string): boolean {
  return COMMIT_ID.test(text);
}

/** Read the id, author and message of a commit. */
export async function readCommit(
  id: string,
  ref: string,
  options: GitOptions,
): Promise<Pick<DocsState, 'commit' | 'author'>> {
  const text = await runGit(['log', '-1', '--format=%H%x00%an%x00%B', id, '--'], options);
  const [sha = '', author = '', message = ''] = text.split('\0');
  return {
    commit: { sha, ref, message: message.trim().slice(0, MAX_MESSAGE_LENGTH) },
    author: author.slice(0, MAX_AUTHOR_LENGTH) || null,
  };
}

/**
 * List the files that were added, changed and removed between two commits in one folder. A file that moved is one removed and one
 * added.
 *
 * @param before `null`: everything was added
 */
export async function compareCommits(
  before: string | null,
  after: string,
  folder: string,
  options: GitOptions,
): Promise<ChangedFiles> {
  const paths = folder === '' ? [] : ['--', folder];
  const literal = { ...options, environment: { ...options.environment, GIT_LITERAL_PATHSPECS: '1' } };
  const changes: ChangedFiles = { added: [], modified: [], removed: [] };
  if (before === null) {
    const names = await runGit(
      ['ls-tree', '-r', '-z', '--full-tree', '--name-only', after, ...paths],
      literal,
    );
    changes.added = names.split('\0').slice(0, -1);
    return changes;
  }
  const text = await runGit(
    ['diff-tree', '-r', '-z', '--no-renames', '--name-status', before, after, ...paths],
    literal,
  );
  const fields = text.split('\0');
  for (let at = 0; at + 1 < fields.length; at += 2) {
    const [status, path] = [fields[at]!, fields[at + 1]!];
    changes[status === 'A' ? 'added' : status === 'D' ? 'removed' : 'modified'].push(path);
  }
  return changes;
}
