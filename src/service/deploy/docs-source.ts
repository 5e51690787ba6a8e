import type { Commit } from '../../protocol/api.ts';

/** The documentation of a project at one moment. */
export interface DocsState extends AsyncDisposable {
  /** Folder with the pages. The folder of a git source is a copy that does not change until it is disposed of. */
  dir: string;
  /** `null` for a folder outside a git work tree. */
  commit: Omit<Commit, 'filesChanged'> | null;
  author: string | null;
}

/** The newest commit of the deployment branch. */
export interface DeploymentHead {
  /** Name of the branch, without `refs/heads/`. */
  branch: string;
  commit: string;
}

/** The source of a project's documentation. */
export interface DocsSource {
  /** Description for logs: a folder, or a repository and its branch. Without user name and password. */
  readonly description: string;
  /** Absolute path of a folder or repository on this machine; `null` for a remote repository. */
  readonly folder: string | null;
  /**
   * Read the deployment branch and its newest commit; `null` for a folder, whose files may differ from any commit.
   *
   * @throws SourceFailure
   */
  readHead(signal: AbortSignal): Promise<DeploymentHead | null>;
  /** Fetch the newest state. @throws SourceFailure */
  fetch(signal: AbortSignal): Promise<DocsState>;
  /**
   * List the files that differ between a commit that was deployed earlier and the one just fetched. A file that moved is one
   * removed and one added. With `before` null all files are added.
   *
   * @returns `null` when the earlier commit is no longer available
   * @throws SourceFailure
   */
  compare(before: string | null, after: string, signal: AbortSignal): Promise<ChangedFiles | null>;
}

/** Paths relative to the repository, sorted. */
export type ChangedFiles = Commit['filesChanged'];

/** The documentation cannot be fetched. The message contains the reason and a remedy. */
export class SourceFailure extends Error {
  override readonly name = 'SourceFailure';
}
