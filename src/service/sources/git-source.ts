import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isDocsFile } from '../docs/list-docs-files.ts';
import type { GitSource } from '../project-options.ts';
import { SourceFailure, type DeploymentHead, type DocsSource, type DocsState } from './docs-source.ts';
import { readBranch, readGitAddress, readRepositoryFolder } from './git-address.ts';
import { compareCommits, isCommitId, readCommit } from './read-commit.ts';
import { GitFailure, runGit, withoutCredentials, type GitOptions } from './run-git.ts';

/** How much of a repository is taken. More is a failed update. */
interface GitLimits {
  /** Bytes that are fetched and kept. Only the newest commit of the branch is fetched. Default 2 GiB. */
  repositoryBytes: number;
  /** Bytes of all Markdown files together. Default 1 GiB. */
  docsBytes: number;
}

const DEFAULT_GIT_LIMITS: GitLimits = {
  repositoryBytes: 2 * 1024 * 1024 * 1024,
  docsBytes: 1024 * 1024 * 1024,
};
/** File mode of a symbolic link in git. */
const SYMBOLIC_LINK = '120000';
/** Every fetch leaves two or three more; from so many on they are packed together. */
const MAX_PACK_FILES = 60;
/** Where the mirror keeps what was fetched last. */
const FETCHED = 'refs/docs-assistant/fetched';
/** How long it may take to ask for the head of a branch, in milliseconds: somebody waits for the answer. */
const HEAD_MILLISECONDS = 10_000;
/** How often the size of a fetch under way is looked at, in milliseconds. */
const SIZE_CHECK_MILLISECONDS = 250;

/** What is the matter at the other end, and what to do. Whatever is not here may be the mirror's fault. */
const REMOTE_PROBLEMS: readonly (readonly [pattern: RegExp, reason: string])[] = [
  [/couldn't find remote ref|remote ref does not exist/, 'it has no branch of that name. Name one it has'],
  [
    /could not read (?:Username|Password)|Authentication failed|Permission denied|HTTP 40[13]|error: 40[13]/,
    'it does not let this machine in. Give it a deploy key (ssh) or a credential helper (https)',
  ],
  [
    /Host key verification failed/,
    'its host is not known. Add the key of the host to the known_hosts file of the user that runs the service',
  ],
  [
    /dubious ownership/,
    'it belongs to another user. Allow it: git config --global --add safe.directory <the path>',
  ],
  [
    /Could not resolve host|unable to access|Connection (?:refused|timed out|closed|reset)|Network is unreachable|No route/,
    'its host cannot be reached. Check address and network, then try again',
  ],
  [
    /does not appear to be a git repository|[Rr]epository .*not found|does not exist/,
    'there is no repository at that address, or this machine may not see it. Check the address',
  ],
  [/transport '\w+' not allowed/, 'its protocol is not allowed. Use https, ssh or a path'],
];

/**
 * A git repository. Its newest commit is mirrored into the data folder, without history and without a work tree; each state is
 * written into a folder of its own, so that reading never sees two commits at once.
 *
 * @throws TypeError when repository, branch or folder cannot be meant
 */
export function createGitSource(
  source: GitSource,
  dataDir: string,
  limits: GitLimits = DEFAULT_GIT_LIMITS,
): DocsSource {
  const repository = readGitAddress(source.repository);
  const ownBranch = source.branch === undefined ? null : readBranch(source.branch);
  const folder = readRepositoryFolder(source.folder ?? '');
  const mirror = resolve(dataDir, 'repository.git');
  const checkouts = resolve(dataDir, 'checkouts');
  const description = `${ownBranch === null ? 'the main branch' : `branch ${ownBranch}`} of ${withoutCredentials(repository)}`;

  const inMirror = (signal: AbortSignal): GitOptions => ({ signal, gitDir: mirror });

  /** What the other end is to blame for, with what to do; `null` for anything else. */
  function explain(error: GitFailure): SourceFailure | null {
    const reason = REMOTE_PROBLEMS.find(([pattern]) => pattern.test(error.output))?.[1];
    return reason === undefined ? null : cannotFetch(`${reason}. (git: ${error.output})`, error);
  }

  function cannotFetch(reason: string, cause?: unknown): SourceFailure {
    return new SourceFailure(`Cannot fetch ${description}: ${reason}`, { cause });
  }

  async function fetchBranch(signal: AbortSignal, refspec: string): Promise<void> {
    await mkdir(mirror, { recursive: true, mode: 0o700 });
    await runGit(['init', '--quiet', '--bare', '--template=', '--', mirror], { signal });
    const tooLarge = new AbortController();
    const checkSize = async () => {
      if ((await packBytes(mirror)) <= limits.repositoryBytes) return;
      await rm(mirror, { recursive: true, force: true });
      throw cannotFetch(
        `it has more than ${limits.repositoryBytes} bytes. Keep the documentation in a repository of its own.`,
      );
    };
    const clock = setInterval(() => {
      checkSize().catch((error: unknown) => tooLarge.abort(error));
    }, SIZE_CHECK_MILLISECONDS);
    try {
      await runGit(
        [
          ...['-c', 'fetch.unpackLimit=1', 'fetch', '--quiet', '--depth=1', '--no-tags', '--update-shallow'],
          ...['--no-write-fetch-head', '--no-auto-maintenance', '--', repository, refspec],
        ],
        inMirror(AbortSignal.any([signal, tooLarge.signal])),
      );
      await checkSize();
    } finally {
      clearInterval(clock);
    }
  }

  async function bringState(branch: string, signal: AbortSignal): Promise<DocsState> {
    if ((await listPacks(mirror)).length > MAX_PACK_FILES) {
      await runGit(['gc', '--quiet', '--prune=now', '--force'], inMirror(signal));
    }
    await fetchBranch(signal, `+refs/heads/${branch}:${FETCHED}`).catch((error: unknown) => {
      throw error instanceof GitFailure ? (explain(error) ?? error) : error;
    });
    const id = (await runGit(['rev-parse', '--verify', `${FETCHED}^{commit}`], inMirror(signal))).trim();
    const told = await readCommit(id, `refs/heads/${branch}`, inMirror(signal));
    const checkout = await checkOut(id, signal);
    return {
      dir: join(checkout, folder),
      ...told,
      async [Symbol.asyncDispose]() {
        await rm(checkout, { recursive: true, force: true });
      },
    };
  }

  async function checkOut(commit: string, signal: AbortSignal): Promise<string> {
    const files = await listDocsPaths(commit, signal);
    await mkdir(checkouts, { recursive: true, mode: 0o700 });
    const target = await mkdtemp(join(checkouts, 'commit-'));
    const workTree: GitOptions = {
      ...inMirror(signal),
      cwd: target,
      environment: {
        GIT_INDEX_FILE: join(target, '.index'),
        GIT_WORK_TREE: target,
        GIT_LFS_SKIP_SMUDGE: '1',
      },
    };
    try {
      await runGit(['read-tree', commit], workTree);
      await runGit(['checkout-index', '--quiet', '-z', '--stdin'], {
        ...workTree,
        input: files.map((file) => `${file}\0`).join(''),
      });
      return target;
    } catch (error) {
      await rm(target, { recursive: true, force: true });
      throw error;
    }
  }

  /**
   * Files of pages, and the links that may lead to some. Where there is one file at least, the folder is one: a link in its place
   * would lead anywhere on this machine.
   */
  async function listDocsPaths(commit: string, signal: AbortSignal): Promise<string[]> {
    const text = await runGit(
      ['ls-tree', '-r', '-l', '-z', '--full-tree', commit, ...(folder === '' ? [] : ['--', folder])],
      { ...inMirror(signal), environment: { GIT_LITERAL_PATHSPECS: '1' } },
    );
    const files: string[] = [];
    const links: string[] = [];
    let bytes = 0;
    for (const entry of text.split('\0')) {
      const [, mode, size, path] = /^(\d+) blob \w+ +(\d+)\t(.*)$/s.exec(entry) ?? [];
      if (path === undefined) continue;
      if (mode === SYMBOLIC_LINK) links.push(path);
      else if (isDocsFile(path)) {
        files.push(path);
        bytes += Number(size);
      }
    }
    if (files.length === 0) {
      const place = folder === '' ? '' : ` in the folder "${folder}"`;
      throw new SourceFailure(
        `There are no Markdown, MDX or HTML files${place} on ${description}. Set "folder" to where the documentation is.`,
      );
    }
    if (bytes > limits.docsBytes) {
      throw new SourceFailure(
        `The files of pages on ${description} have ${bytes} bytes together; at most ${limits.docsBytes} are taken. Narrow "folder".`,
      );
    }
    return [...files, ...links];
  }

  async function readHead(signal: AbortSignal): Promise<DeploymentHead> {
    const name = ownBranch === null ? 'HEAD' : `refs/heads/${ownBranch}`;
    const text = await runGit(['ls-remote', '--quiet', '--symref', '--', repository, name], {
      signal,
      milliseconds: HEAD_MILLISECONDS,
    }).catch((error: unknown) => {
      throw error instanceof GitFailure ? (explain(error) ?? cannotFetch(error.message, error)) : error;
    });
    const branch = ownBranch ?? /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1];
    const commit = /^([0-9a-f]+)\t/m.exec(text)?.[1] ?? '';
    if (branch !== undefined && isCommitId(commit)) return { branch: readBranch(branch), commit };
    throw cannotFetch(
      ownBranch === null
        ? 'it names none, or is empty. Name the branch to deploy.'
        : 'it has no branch of that name. Name one it has.',
    );
  }

  return {
    description,
    readHead,
    async fetch(signal): Promise<DocsState> {
      // What a crash has left behind: nobody else updates this project meanwhile.
      await rm(checkouts, { recursive: true, force: true });
      const branch = ownBranch ?? (await readHead(signal)).branch;
      try {
        return await bringState(branch, signal);
      } catch (error) {
        if (!(error instanceof GitFailure)) throw error;
      }
      // A mirror that a crash has damaged, or left locked, is not worth mending: it is made anew.
      await rm(mirror, { recursive: true, force: true });
      return await bringState(branch, signal).catch((error: unknown) => {
        throw error instanceof GitFailure ? cannotFetch(error.message, error) : error;
      });
    },
    async compare(before, after, signal) {
      if (before !== null && !(await isAtHand(before, signal))) return null;
      return await compareCommits(before, after, folder, inMirror(signal));
    },
  };

  /** A mirror that was made anew lacks what was deployed before: most servers give out a commit by its name. */
  async function isAtHand(commit: string, signal: AbortSignal): Promise<boolean> {
    if (!isCommitId(commit)) return false;
    try {
      await runGit(['cat-file', '-e', `${commit}^{commit}`], inMirror(signal)).catch(() =>
        fetchBranch(signal, commit),
      );
      return true;
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }
}

async function listPacks(mirror: string): Promise<string[]> {
  const packs = join(mirror, 'objects', 'pack');
  return (await readdir(packs).catch(() => [])).map((name) => join(packs, name));
}

/** Bytes of what was fetched, also of what is arriving. */
async function packBytes(mirror: string): Promise<number> {
  const sizes = (await listPacks(mirror)).map((path) =>
    stat(path).then(
      ({ size }) => size,
      () => 0,
    ),
  );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
