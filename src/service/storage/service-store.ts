import type { AgentSession, UpdateStatus } from '../../protocol/api.ts';
import type { LimitStore } from '../../limits/rate-limit.ts';
import type { ThreadLimits, ThreadStore } from './thread-store.ts';

/**
 * What the processes of one service share: in a folder for one machine (`sqlite-store.ts`), in PostgreSQL for several
 * (`postgres-store.ts`). Both pass the same tests.
 */
export interface ServiceStore {
  readonly keys: KeyStore;
  readonly threads: ThreadStore;
  readonly limits: LimitStore;
  readonly updates: UpdateStore;
  readonly sessions: SessionStore;
  readonly generations: GenerationStore;
  /** The store answers: for readiness. Rejects when it does not. */
  check(): Promise<void>;
  close(): Promise<void>;
}

/** How much a store keeps, and what time it is. */
export interface StoreOptions {
  /** How much of conversations is kept. */
  threads?: Partial<ThreadLimits> | undefined;
  /** Milliseconds since the epoch; default the system's. */
  clock?: (() => number) | undefined;
}

/** Milliseconds that `usedAt` of a key may be behind: not every request is worth a write. */
export const KEY_USE_RESOLUTION = 60_000;
/** Updates of one project that are kept after their end; the oldest go first. */
export const MAX_UPDATES = 1_000;
/** Agent sessions of one project that are kept; the oldest go first. */
export const MAX_SESSIONS = 1_000;

/** Which endpoints a key opens. */
export type KeyKind = 'assistant' | 'admin';

/** A key as it is kept: never its text. */
export interface KeyRecord {
  /** Names the key in lists and counters; tells nothing about its text. */
  id: string;
  kind: KeyKind;
  projectId: string;
  /** What its owner calls it. */
  label: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  revokedAt: number | null;
  /** Milliseconds since the epoch, at most a minute old; `null` when it was never used. */
  usedAt: number | null;
}

export interface KeyStore {
  /** Keeps the SHA-256 digest of a new key. */
  add(key: Pick<KeyRecord, 'id' | 'kind' | 'projectId' | 'label'>, digest: Buffer): Promise<void>;
  /** Keys of a project, or of all; revoked ones too, newest first. */
  list(projectId?: string): Promise<KeyRecord[]>;
  /** @returns whether there was such a key and it was not revoked before */
  revoke(id: string): Promise<boolean>;
  /** Digests of all keys that are not revoked: the caller compares in constant time. */
  digests(): Promise<readonly (Pick<KeyRecord, 'id' | 'kind' | 'projectId'> & { digest: Buffer })[]>;
  /** Notes that a key was used. */
  touch(id: string): Promise<void>;
}

/** What asks for an update. */
export interface UpdateRequest {
  projectId: string;
  subdomain: string;
  source: UpdateStatus['source'];
  author?: string;
  /**
   * The commit that the deployment branch is at, or `null` when it is not known (a folder). A trigger joins an update of the
   * same project and commit that is queued or running; with `null`, one that is still queued.
   */
  commit: string | null;
}

/** An update that a worker holds. Whoever does not renew the lease in time loses it to another worker. */
export interface TakenUpdate {
  statusId: string;
  request: UpdateRequest;
  /** 1 for the first worker that took it. */
  attempt: number;
}

/** An update, and the worker that believes to hold it. */
export interface HeldUpdate {
  statusId: string;
  worker: string;
}

/** What is learnt in the course of an update. Log lines are appended, the rest replaced. */
export type UpdateChange = Partial<
  Pick<
    UpdateStatus,
    'summary' | 'logs' | 'commit' | 'author' | 'screenshot' | 'screenshotLight' | 'screenshotDark'
  >
>;

export interface UpdateStore {
  /** Records an update as `queued`, durably, before it resolves; or joins one that does the same. */
  queue(request: UpdateRequest): Promise<{ statusId: string; joined: boolean }>;
  /** @returns `null` for an unknown id */
  read(statusId: string): Promise<UpdateStatus | null>;
  /**
   * Gives the oldest queued update of a project that has none running, now `in_progress`; or one whose worker was lost, with
   * `attempt` raised. No two workers are given the same.
   *
   * @param worker names who takes it: one name for each process, never used again
   * @param projectIds the projects that this worker can update
   */
  take(worker: string, leaseMilliseconds: number, projectIds: readonly string[]): Promise<TakenUpdate | null>;
  /** @returns `false` when the lease was lost: the worker stops and changes nothing more */
  renew(statusId: string, worker: string, leaseMilliseconds: number): Promise<boolean>;
  /**
   * Lets go of an update that is not done: another worker takes it up at once, and this one's `attempt` does not count.
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
  /** Calls back when there may be something to take, at the latest after a few seconds; returns the function that ends it. */
  onQueued(listener: () => void): () => void;
  /** The latest update that ended well; says what is deployed. */
  lastSuccess(projectId: string): Promise<UpdateStatus | null>;
}

/** What an agent runner reports about a session. Fields left out stay as they are. */
export type SessionChange = Partial<Omit<AgentSession, 'sessionId' | 'subdomain' | 'createdAt'>>;

export interface SessionStore {
  create(projectId: string, session: AgentSession): Promise<void>;
  /** @returns the session as it is then; `null` when the project has none of that id */
  change(projectId: string, sessionId: string, change: SessionChange): Promise<AgentSession | null>;
  read(projectId: string, sessionId: string): Promise<AgentSession | null>;
  /** Newest first, the latest `limit`. */
  list(projectId: string, limit: number): Promise<AgentSession[]>;
}

/** One immutable index of a project's documentation. */
export interface Generation {
  projectId: string;
  /** Counts up within the project. */
  number: number;
  /** SHA-256 of the file, in hexadecimal. */
  hash: string;
  /** Bytes. */
  size: number;
  /** What it was made of: the commit, or `null` for a folder. */
  commit: string | null;
  /** Milliseconds since the epoch. */
  createdAt: number;
}

export interface GenerationStore {
  /**
   * Makes a finished index file the current one of its project, in one step. Nobody may write to the file after that.
   *
   * @param held the update that it is done for
   * @returns `null` when the lease on that update was lost: then nothing is published
   */
  publish(
    projectId: string,
    file: string,
    commit: string | null,
    held?: HeldUpdate,
  ): Promise<Generation | null>;
  /** @returns `null` when nothing was published yet */
  current(projectId: string): Promise<Generation | null>;
  /**
   * Brings the file of a generation to `target`, which appears there only when it is whole and its hash is right.
   *
   * @throws Error when the generation was removed or its hash is wrong
   */
  fetch(generation: Generation, target: string): Promise<void>;
  /** Calls back when another generation became current, at the latest after a few seconds; returns the function that ends it. */
  onPublished(listener: (projectId: string) => void): () => void;
  /** Removes all but the latest `keep` of a project. */
  prune(projectId: string, keep: number): Promise<void>;
}
