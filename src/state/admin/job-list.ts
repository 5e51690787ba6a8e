import type { AgentSession } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { JobSource } from '../../protocol/sources.ts';
import { Polling } from './polling.ts';
import { SnapshotStore } from '../snapshot-store.ts';

/** Milliseconds between two looks when nothing else is said. */
export const DEFAULT_JOB_INTERVAL = 10_000;

/** All that there is to show of the sessions of a project. */
export interface JobListSnapshot {
  /** `loading`: none was read yet; `ready`; `error`: none could be read yet. */
  readonly status: 'loading' | 'ready' | 'error';
  /** Newest first. */
  readonly sessions: readonly AgentSession[];
  /** What went wrong with the latest look; the sessions are those of an earlier one then. */
  readonly failure: Failure | null;
  /** Whether it is asked again by itself. */
  readonly isPolling: boolean;
  /** What the latest look brought: ids of sessions that are new, or differ from before. Empty after the first. */
  readonly changes: { readonly added: readonly string[]; readonly changed: readonly string[] };
}

/** What a {@link JobList} works with. */
export interface JobListOptions {
  /** Where the sessions come from. */
  readonly source: JobSource;
  /** Milliseconds between two looks; 0: only when {@link JobList.refresh} is called. Default {@link DEFAULT_JOB_INTERVAL}. */
  readonly interval?: number;
}

const NO_CHANGES: JobListSnapshot['changes'] = { added: [], changed: [] };

/** The agent sessions of a project, read again and again. Actions never reject: what went wrong is in the snapshot. */
export class JobList extends SnapshotStore<JobListSnapshot> {
  /** Milliseconds between two looks; holds from the next one on. */
  interval: number;
  readonly #source: JobSource;
  readonly #polling: Polling;

  constructor({ source, interval = DEFAULT_JOB_INTERVAL }: JobListOptions) {
    super({ status: 'loading', sessions: [], failure: null, isPolling: false, changes: NO_CHANGES });
    this.#source = source;
    this.interval = interval;
    this.#polling = new Polling({
      ask: async (signal) => {
        const { allSessions } = await this.#source.listJobs({ signal });
        this.#show(allSessions);
        return this.interval > 0 ? this.interval : null;
      },
      onFailure: (failure, isPolling) => {
        const { status } = this.snapshot;
        this.replace({
          ...this.snapshot,
          ...{ status: status === 'ready' ? status : 'error', failure, isPolling, changes: NO_CHANGES },
        });
      },
    });
  }

  /** Looks now, and goes on looking in intervals. */
  refresh(): void {
    this.#polling.start();
  }

  /** Stops looking while nobody sees the page. */
  pause(): void {
    this.#polling.pause();
  }

  /** Goes on after {@link pause}, with a look at once. */
  resume(): void {
    this.#polling.resume();
  }

  /** Ends all requests. */
  close(): void {
    this.#polling.stop();
  }

  #show(found: readonly AgentSession[]): void {
    const { status, sessions: before } = this.snapshot;
    const sessions = found.toSorted((a, b) => timeOf(b) - timeOf(a));
    const known = new Map(before.map((session) => [session.sessionId, JSON.stringify(session)]));
    const added: string[] = [];
    const changed: string[] = [];
    for (const session of status === 'ready' ? sessions : []) {
      const earlier = known.get(session.sessionId);
      if (earlier === undefined) added.push(session.sessionId);
      else if (earlier !== JSON.stringify(session)) changed.push(session.sessionId);
    }
    this.replace({
      ...{ status: 'ready', sessions, failure: null, isPolling: this.interval > 0 },
      changes: { added, changed },
    });
  }
}

/** A session whose time cannot be read is taken for an old one. */
function timeOf({ createdAt }: AgentSession): number {
  return Date.parse(createdAt) || 0;
}
