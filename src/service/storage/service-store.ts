import type { AgentSession, UpdateStatus } from '../../protocol/api.ts';
import type { LimitStore } from '../../limits/rate-limit.ts';
import type { InsightStore } from './insight-store.ts';
import type { ThreadLimits, ThreadStore } from './thread-store.ts';

/**
 * The state that the processes of one service share: in a folder for one machine (`sqlite-store.ts`), in PostgreSQL for several
 * (`postgres-store.ts`). Both pass the same contract tests.
 */
export interface ServiceStore {
  readonly keys: KeyStore;
  readonly threads: ThreadStore;
  readonly limits: LimitStore;
  readonly updates: UpdateStore;
  readonly sessions: SessionStore;
  readonly insights: InsightStore;
  readonly generations: GenerationStore;
  /** Check for readiness that the store works. Rejects when it does not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How much a store keeps, and what time it is. */
export interface StoreOptions {
  /** Limits of kept conversations. */
  threads?: Partial<ThreadLimits> | undefined;
  /** Milliseconds since the epoch. Default the clock of the system. */
  clock?: (() => number) | undefined;
  /** Called when something damaged was replaced that can be. */
  onDamage?: ((error: Error) => void) | undefined;
}

/** Resolution of `usedAt` of a key in milliseconds, so that not every request causes a write. */
export const KEY_USE_RESOLUTION = 60_000;
/** Maximum number of ended updates that are kept per project; the oldest are removed first. */
export const MAX_UPDATES = 1_000;
/** Maximum number of agent sessions that are kept per project; the oldest are removed first. */
export const MAX_SESSIONS = 1_000;

/** The kind of endpoints that a key opens. */
export type KeyKind = 'assistant' | 'admin';

/** A key as it is stored: never its text. */
export interface KeyRecord {
  /** Identifies the key in lists and counters. Does not reveal its text. */
  id: string;
  kind: KeyKind;
  projectId: string;
  /** Name given by its owner. */
  label: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  revokedAt: number | null;
  /** Milliseconds since the epoch, at most a minute behind; `null` when the key was never used. */
  usedAt: number | null;
}

export interface KeyStore {
  /** Store the SHA-256 digest of a new key. */
  add(key: Pick<KeyRecord, 'id' | 'kind' | 'projectId' | 'label'>, digest: Buffer): Promise<void>;
  /** Return the keys of a project, or all keys; revoked ones too, newest first. */
  list(projectId?: string): Promise<KeyRecord[]>;
  /** Revoke a key. @returns `false` when there is no such key or it was revoked before */
  revoke(id: string): Promise<boolean>;
  /** Return the digests of all keys that are not revoked, for a comparison in constant time. */
  digests(): Promise<readonly (Pick<KeyRecord, 'id' | 'kind' | 'projectId'> & { digest: Buffer })[]>;
  /** Record that a key was used. */
  touch(id: string): Promise<void>;
}

/** A request for an update. */
export interface UpdateRequest {
  projectId: string;
  subdomain: string;
  source: UpdateStatus['source'];
  author?: string;
  /**
   * The commit of the deployment branch, or `null` when it is unknown (a folder). A trigger joins an update of the same project
   * and commit that is queued or running; with `null`, one that is still queued.
   */
  commit: string | null;
}

/** An update under a lease. A worker that does not renew the lease in time loses the update to another worker. */
export interface ClaimedUpdate {
  statusId: string;
  request: UpdateRequest;
  /** 1 for the first worker that took it. */
  attempt: number;
}

/** An update and the worker that holds it, unless its lease was lost. */
export interface LeasedUpdate {
  statusId: string;
  worker: string;
}

/** New facts about a running update. Log lines are appended, other fields replaced. */
export type UpdateChange = Partial<
  Pick<
    UpdateStatus,
    'summary' | 'logs' | 'commit' | 'author' | 'screenshot' | 'screenshotLight' | 'screenshotDark'
  >
>;

/** The updates of a project at this moment, as operators need them. Times are milliseconds since the epoch, `null` for none. */
export interface UpdateQueue {
  projectId: string;
  queued: number;
  inProgress: number;
  /** When the longest waiting one was queued. */
  queuedSince: number | null;
  /** When the latest one with this result ended. */
  succeededAt: number | null;
  failedAt: number | null;
}

export interface UpdateStore {
  /** Record an update as `queued`, durably, before it resolves; or join one of the same project and commit. */
  queue(request: UpdateRequest): Promise<{ statusId: string; joined: boolean }>;
  /** @returns `null` for an unknown id */
  read(statusId: string): Promise<UpdateStatus | null>;
  /**
   * Lease the oldest queued update of a project that has none running, which is then `in_progress`; or one whose worker was lost,
   * with `attempt` raised. No update is leased to two workers.
   *
   * @param worker unique name of the worker: one for each process, never used again
   * @param projectIds the projects that this worker can update
   */
  take(
    worker: string,
    leaseMilliseconds: number,
    projectIds: readonly string[],
  ): Promise<ClaimedUpdate | null>;
  /** Renew the lease. @returns `false` when it was lost: the worker has to stop and change nothing more */
  renew(statusId: string, worker: string, leaseMilliseconds: number): Promise<boolean>;
  /**
   * Give up an update before it is done: another worker can take it at once, and this `attempt` does not count.
   *
   * @returns `false` when the lease was lost
   */
  release(statusId: string, worker: string): Promise<boolean>;
  /** @returns `false` when the lease was lost */
  report(statusId: string, worker: string, change: UpdateChange): Promise<boolean>;
  /** @returns `false` when the lease was lost */
  end(
    statusId: string,
    worker: string,
    status: 'success' | 'failure',
    change: UpdateChange,
  ): Promise<boolean>;
  /**
   * Call back when an update may be available, after a few seconds at the latest. @returns the function that removes the listener
   */
  onQueued(listener: () => void): () => void;
  /** Return the update that was queued last, whatever has become of it. */
  latest(projectId: string): Promise<UpdateStatus | null>;
  /** Return the latest successful update, which describes what is deployed. */
  lastSuccess(projectId: string): Promise<UpdateStatus | null>;
  /** Return the queues of projects, also of those without any update. */
  readQueues(projectIds: readonly string[]): Promise<UpdateQueue[]>;
}

/** A report of an agent runner about a session. Omitted fields stay as they are. */
export type SessionChange = Partial<Omit<AgentSession, 'sessionId' | 'subdomain' | 'createdAt'>>;

export interface SessionStore {
  create(projectId: string, session: AgentSession): Promise<void>;
  /** Change a session. @returns the changed session; `null` when the project has none of that id */
  change(projectId: string, sessionId: string, change: SessionChange): Promise<AgentSession | null>;
  read(projectId: string, sessionId: string): Promise<AgentSession | null>;
  /** Return the latest `limit` sessions, newest first, without the first `skip` of them. */
  list(projectId: string, limit: number, skip?: number): Promise<AgentSession[]>;
}

/** One immutable index of a project's documentation. */
export interface Generation {
  projectId: string;
  /** Increases within the project. */
  number: number;
  /** SHA-256 of the file, in hexadecimal. */
  hash: string;
  /** Bytes. */
  size: number;
  /** Commit of the documentation, or `null` for a folder. */
  commit: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

export interface GenerationStore {
  /**
   * Make a finished index file the current one of its project, atomically. The file must not be written to after that.
   *
   * @param held the update that published it
   * @returns `null` when the lease on that update was lost: then nothing is published
   */
  publish(
    projectId: string,
    file: string,
    commit: string | null,
    held?: LeasedUpdate,
  ): Promise<Generation | null>;
  /** @returns `null` when nothing was published yet */
  current(projectId: string): Promise<Generation | null>;
  /**
   * Write the file of a generation to `target`, which appears there only when it is complete and its hash is correct.
   *
   * @throws Error when the generation was removed or its hash is wrong
   */
  fetch(generation: Generation, target: string): Promise<void>;
  /**
   * Call back when another generation became current, after a few seconds at the latest. @returns the function that removes the
   * listener
   */
  onPublished(listener: (projectId: string) => void): () => void;
  /** Remove all but the latest `keep` generations of a project. */
  prune(projectId: string, keep: number): Promise<void>;
}

/** The database does not answer at the moment. Requests that need it are refused as `unavailable`; later ones may succeed. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable';

  constructor(cause: unknown) {
    super(
      `The database does not answer (check DATABASE_URL, REDIS_URL, and that it runs): ${describe(cause)}`,
      { cause },
    );
  }
}

/** With several addresses, describe the error of the first. */
function describe(cause: unknown): string {
  const [first] = cause instanceof AggregateError ? (cause.errors as unknown[]) : [cause];
  return first instanceof Error ? first.message : String(first);
}
