import type { Commit } from '../../protocol/api.ts';

/** The documentation of a project as it was at one moment. */
export interface DocsState extends AsyncDisposable {
  /** Folder with the Markdown files. That of a git source is its own and does not change until it is disposed of. */
  dir: string;
  /** `null` for a folder that is in no git work tree. */
  commit: Omit<Commit, 'filesChanged'> | null;
  author: string | null;
}

/** Where a deployment branch is at. */
export interface DeploymentHead {
  /** Name of the branch, without `refs/heads/`. */
  branch: string;
  commit: string;
}

/** Where the documentation of a project comes from. */
export interface DocsSource {
  /** In words, for logs: a folder, or a repository and its branch. Without user name and password. */
  readonly description: string;
  /**
   * Asks for the deployment branch and the commit it is at; `null` for a folder, whose files may differ from any commit.
   *
   * @throws SourceFailure
   */
  readHead(signal: AbortSignal): Promise<DeploymentHead | null>;
  /** Brings the newest state here. @throws SourceFailure */
  fetch(signal: AbortSignal): Promise<DocsState>;
  /**
   * Files of the documentation that differ between a commit that was deployed earlier and one fetched just now. A file that
   * moved is one removed and one added. With `before` null all files are added.
   *
   * @returns `null` when the earlier commit is not to be had any more
   * @throws SourceFailure
   */
  compare(before: string | null, after: string, signal: AbortSignal): Promise<ChangedFiles | null>;
}

/** Paths relative to the repository, sorted. */
export type ChangedFiles = Commit['filesChanged'];

/** The documentation cannot be had. The message says why, and what to do. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}
