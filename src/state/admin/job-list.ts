import type { AgentSession } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { JobSource } from '../../protocol/sources.ts';
import { PolledStore } from './polling.ts';

/** Default of the polling interval, in milliseconds. */
export const DEFAULT_JOB_INTERVAL = 10_000;

/** Default of the number of sessions that are read at first, and that {@link JobList.more} adds. */
export const DEFAULT_JOB_COUNT = 50;

/** State of the sessions of a project. */
export interface JobListSnapshot {
  /** `loading`: not read yet; `ready`; `error`: could not be read yet. */
  readonly status: 'loading' | 'ready' | 'error';
  /** Newest first. */
  readonly sessions: readonly AgentSession[];
  /** Whether there are older ones, which {@link JobList.more} reads. */
  readonly hasMore: boolean;
  /** Failure of the latest request; the sessions are then those of an earlier one. */
  readonly failure: Failure | null;
  /** Whether polling goes on by itself. */
  readonly isPolling: boolean;
  /** Ids of sessions that are new or changed with the latest response. Empty after the first. */
  readonly changes: { readonly added: readonly string[]; readonly changed: readonly string[] };
}

/** Options of a {@link JobList}. */
export interface JobListOptions {
  /** Source of the sessions. */
  readonly source: JobSource;
  /** Polling interval in milliseconds; 0: only `refresh` polls. Default {@link DEFAULT_JOB_INTERVAL}. */
  readonly interval?: number;
}

const NO_CHANGES: JobListSnapshot['changes'] = { added: [], changed: [] };

/** The agent sessions of a project, polled. Actions never reject: failures are in the snapshot. */
export class JobList extends PolledStore<JobListSnapshot> {
  readonly #source: JobSource;
  #take = DEFAULT_JOB_COUNT;

  constructor({ source, interval = DEFAULT_JOB_INTERVAL }: JobListOptions) {
    const initial = { sessions: [], hasMore: false, failure: null, isPolling: false, changes: NO_CHANGES };
    super({ status: 'loading', ...initial }, interval);
    this.#source = source;
  }

  /** Read older sessions, too, from now on. */
  more(): void {
    if (!this.snapshot.hasMore) return;
    this.#take = this.snapshot.sessions.length + DEFAULT_JOB_COUNT;
    this.refresh();
  }

  protected async read(signal: AbortSignal): Promise<void> {
    const { allSessions, hasMore = false } = await this.#source.listJobs({ signal, take: this.#take });
    this.#show(allSessions, hasMore);
  }

  protected fail(failure: Failure, isPolling: boolean): void {
    const { status } = this.snapshot;
    this.replace({
      ...this.snapshot,
      status: status === 'ready' ? status : 'error',
      failure,
      isPolling,
      changes: NO_CHANGES,
    });
  }

  #show(found: readonly AgentSession[], hasMore: boolean): void {
    const { status, sessions: before, hasMore: hadMore } = this.snapshot;
    const sessions = found.toSorted((a, b) => timeOf(b) - timeOf(a));
    // Below these, sessions are older ones that were not read before.
    const oldest = hadMore ? timeOf(before.at(-1)!) : -1;
    const known = new Map(before.map((session) => [session.sessionId, JSON.stringify(session)]));
    const added: string[] = [];
    const changed: string[] = [];
    for (const session of status === 'ready' ? sessions : []) {
      const earlier = known.get(session.sessionId);
      if (earlier === undefined) {
        if (timeOf(session) > oldest) added.push(session.sessionId);
      } else if (earlier !== JSON.stringify(session)) changed.push(session.sessionId);
    }
    this.replace({
      status: 'ready',
      sessions,
      hasMore,
      failure: null,
      isPolling: this.interval > 0,
      changes: { added, changed },
    });
  }
}

/** Return the time of a session; 0, as of an old one, if it cannot be read. */
function timeOf({ createdAt }: AgentSession): number {
  return Date.parse(createdAt) || 0;
}
