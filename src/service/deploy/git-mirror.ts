import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createFolder } from '../storage/create-folder.ts';
import { fetchFailure } from './fetch-failure.ts';
import { isCommitId } from './read-commit.ts';
import { runGit, type GitOptions } from './run-git.ts';

/** Maximum number of packs; with more, they are packed into one. Each fetch adds two or three. */
const MAX_PACK_FILES = 60;
/** Milliseconds between two checks of the size of a running fetch. */
const SIZE_CHECK_MILLISECONDS = 250;

/** A bare repository in the data folder: the newest commit of a branch, without history. */
export class GitMirror {
  readonly #repository: string;
  readonly #description: string;
  readonly #path: string;
  readonly #maxBytes: number;

  /**
   * @param repository address to fetch from
   * @param description of the source, for errors
   * @param maxBytes maximum number of bytes that are fetched and kept
   */
  constructor(repository: string, description: string, path: string, maxBytes: number) {
    this.#repository = repository;
    this.#description = description;
    this.#path = path;
    this.#maxBytes = maxBytes;
  }

  /** Return the options that run a git command in the mirror. */
  options(signal: AbortSignal): GitOptions {
    return { signal, gitDir: this.#path };
  }

  /** @throws GitFailure, SourceFailure when the repository is too large */
  async fetch(refspec: string, signal: AbortSignal): Promise<void> {
    createFolder(this.#path, 0o700);
    await runGit(['init', '--quiet', '--bare', '--template=', '--', this.#path], { signal });
    const tooLarge = new AbortController();
    const timer = setInterval(() => {
      this.#checkSize().catch((error: unknown) => tooLarge.abort(error));
    }, SIZE_CHECK_MILLISECONDS);
    const flags = [
      '--quiet',
      '--depth=1',
      '--no-tags',
      '--update-shallow',
      '--no-write-fetch-head',
      '--no-auto-maintenance',
    ];
    try {
      await runGit(
        ['-c', 'fetch.unpackLimit=1', 'fetch', ...flags, '--', this.#repository, refspec],
        this.options(AbortSignal.any([signal, tooLarge.signal])),
      );
      await this.#checkSize();
    } finally {
      clearInterval(timer);
    }
  }

  /** Pack the mirror if it has many packs. */
  async pack(signal: AbortSignal): Promise<void> {
    if ((await this.#listPacks()).length <= MAX_PACK_FILES) return;
    await runGit(['gc', '--quiet', '--prune=now', '--force'], this.options(signal));
  }

  /**
   * Return whether the mirror has a commit, after fetching it if necessary: a mirror that was made anew lacks earlier commits,
   * and most servers send a commit by its id.
   */
  async has(commit: string, signal: AbortSignal): Promise<boolean> {
    if (!isCommitId(commit)) return false;
    try {
      await runGit(['cat-file', '-e', `${commit}^{commit}`], this.options(signal)).catch(() =>
        this.fetch(commit, signal),
      );
      return true;
    } catch {
      signal.throwIfAborted();
      return false;
    }
  }

  async remove(): Promise<void> {
    await rm(this.#path, { recursive: true, force: true });
  }

  /** Remove a mirror that is too large. @throws SourceFailure */
  async #checkSize(): Promise<void> {
    if ((await this.#packBytes()) <= this.#maxBytes) return;
    await this.remove();
    throw fetchFailure(
      this.#description,
      `it has more than ${this.#maxBytes} bytes. Keep the documentation in a repository of its own.`,
    );
  }

  async #listPacks(): Promise<string[]> {
    const packs = join(this.#path, 'objects', 'pack');
    return (await readdir(packs).catch(() => [])).map((name) => join(packs, name));
  }

  /** Return the bytes fetched so far, those of a running fetch included. */
  async #packBytes(): Promise<number> {
    const sizes = (await this.#listPacks()).map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    );
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }
}
