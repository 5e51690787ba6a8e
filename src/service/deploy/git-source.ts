import { rm } from 'node:fs/promises';
import { isAbsolute, join, resolve } from 'node:path';
import type { GitSource } from '../project-options.ts';
import { checkOutDocs, type CheckoutOptions } from './check-out-docs.ts';
import type { ChangedFiles, DeploymentHead, DocsSource, DocsState } from './docs-source.ts';
import { explainFetchFailure, fetchFailure } from './fetch-failure.ts';
import { describeAddress, readBranch, readGitAddress, readRepositoryFolder } from './git-address.ts';
import { GitMirror } from './git-mirror.ts';
import { compareCommits, isCommitId, readCommit } from './read-commit.ts';
import { GitFailure, runGit } from './run-git.ts';

/** Limits of a repository. An update that exceeds one fails. */
interface GitLimits {
  /** Bytes that are fetched and kept. Only the newest commit of the branch is fetched. Default 2 GiB. */
  repositoryBytes: number;
  /** Bytes of all pages together. Default 1 GiB. */
  docsBytes: number;
}

const DEFAULT_GIT_LIMITS: GitLimits = {
  repositoryBytes: 2 * 1024 * 1024 * 1024,
  docsBytes: 1024 * 1024 * 1024,
};
/** Ref of the mirror for the commit that was fetched last. */
const FETCHED = 'refs/docs-assistant/fetched';
/** Timeout for reading the head of a branch, in milliseconds. It is short because callers of the API wait for it. */
const HEAD_MILLISECONDS = 10_000;

/**
 * Create a source from a git repository. Its newest commit is mirrored into the data folder, without history and without a work
 * tree; each state is checked out into a folder of its own, so that no reader ever sees two commits at once.
 *
 * @throws TypeError when repository, branch or folder is invalid
 */
export function createGitSource(
  source: GitSource,
  dataDir: string,
  limits: GitLimits = DEFAULT_GIT_LIMITS,
): DocsSource {
  return new RepositorySource(source, dataDir, limits);
}

class RepositorySource implements DocsSource {
  readonly description: string;
  readonly folder: string | null;
  readonly #repository: string;
  /** `null` for the main branch of the repository. */
  readonly #branch: string | null;
  readonly #mirror: GitMirror;
  readonly #checkout: CheckoutOptions;

  constructor(source: GitSource, dataDir: string, limits: GitLimits) {
    this.#repository = readGitAddress(source.repository);
    this.folder = isAbsolute(this.#repository) ? this.#repository : null;
    this.#branch = source.branch === undefined ? null : readBranch(source.branch);
    const branch = this.#branch === null ? 'the main branch' : `branch ${this.#branch}`;
    this.description = `${branch} of ${describeAddress(this.#repository) ?? 'the repository'}`;
    this.#checkout = {
      folder: readRepositoryFolder(source.folder ?? ''),
      checkouts: resolve(dataDir, 'checkouts'),
      maxBytes: limits.docsBytes,
      description: this.description,
    };
    const path = resolve(dataDir, 'repository.git');
    this.#mirror = new GitMirror(this.#repository, this.description, path, limits.repositoryBytes);
  }

  async readHead(signal: AbortSignal): Promise<DeploymentHead> {
    const name = this.#branch === null ? 'HEAD' : `refs/heads/${this.#branch}`;
    const text = await runGit(['ls-remote', '--quiet', '--symref', '--', this.#repository, name], {
      signal,
      milliseconds: HEAD_MILLISECONDS,
    }).catch((error: unknown) => {
      throw this.#explain(error) ?? this.#wrap(error);
    });
    const branch = this.#branch ?? /^ref: refs\/heads\/(.+)\tHEAD$/m.exec(text)?.[1];
    const commit = /^([0-9a-f]+)\t/m.exec(text)?.[1] ?? '';
    if (branch !== undefined && isCommitId(commit)) return { branch: readBranch(branch), commit };
    throw fetchFailure(
      this.description,
      this.#branch === null
        ? 'it has no main branch, or is empty. Name the branch to deploy.'
        : 'it has no branch of that name. Name one it has.',
    );
  }

  async fetch(signal: AbortSignal): Promise<DocsState> {
    // Remove what a crash has left behind. No other process has a checkout here, because it would need the lease.
    await rm(this.#checkout.checkouts, { recursive: true, force: true });
    const branch = this.#branch ?? (await this.readHead(signal)).branch;
    try {
      return await this.#fetchBranch(branch, signal);
    } catch (error) {
      if (!(error instanceof GitFailure)) throw error;
    }
    // Make the mirror anew: a crash may have damaged it or left it locked, and repairing it is not worth it.
    await this.#mirror.remove();
    return await this.#fetchBranch(branch, signal).catch((error: unknown) => {
      throw this.#wrap(error);
    });
  }

  async compare(before: string | null, after: string, signal: AbortSignal): Promise<ChangedFiles | null> {
    if (before !== null && !(await this.#mirror.has(before, signal))) return null;
    return await compareCommits(before, after, this.#checkout.folder, this.#mirror.options(signal));
  }

  /** @throws GitFailure when the mirror may be the cause, SourceFailure when the remote repository is */
  async #fetchBranch(branch: string, signal: AbortSignal): Promise<DocsState> {
    await this.#mirror.pack(signal);
    await this.#mirror.fetch(`+refs/heads/${branch}:${FETCHED}`, signal).catch((error: unknown) => {
      throw this.#explain(error) ?? error;
    });
    const options = this.#mirror.options(signal);
    const id = (await runGit(['rev-parse', '--verify', `${FETCHED}^{commit}`], options)).trim();
    const commit = await readCommit(id, `refs/heads/${branch}`, options);
    const checkout = await checkOutDocs(id, options, this.#checkout);
    return {
      dir: join(checkout, this.#checkout.folder),
      ...commit,
      async [Symbol.asyncDispose]() {
        await rm(checkout, { recursive: true, force: true });
      },
    };
  }

  #explain(error: unknown): unknown {
    return error instanceof GitFailure ? explainFetchFailure(this.description, error) : null;
  }

  #wrap(error: unknown): unknown {
    return error instanceof GitFailure ? fetchFailure(this.description, error.message, error) : error;
  }
}
