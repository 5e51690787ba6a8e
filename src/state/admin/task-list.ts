import type { AgentJob } from '../../protocol/api.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { AgentSource } from '../../protocol/sources.ts';
import type { CheckedStorage, ValueReader } from '../storage/storage.ts';
import { listOf, oneOf, readWhole, recordOf, textUpTo } from '../storage/stored-values.ts';
import { PolledStore } from './polling.ts';

/** Minimum of the polling interval, in milliseconds: the hosted platform takes 100 requests an hour for a project. */
export const MIN_TASK_INTERVAL = 60_000;
/** Maximum number of tasks that are kept; the oldest are dropped first. */
export const MAX_TASKS = 20;
/** Maximum length of what a task is called, in UTF-16 units. */
export const MAX_TASK_NAME_LENGTH = 200;
/** Milliseconds for which it is remembered that a server has no agent that takes tasks. */
export const MISSING_AGE = 86_400_000;
/** What a server answers that does not know the address. */
const UNKNOWN_STATUSES = [404, 405, 501];
const MAX_STORED_TEXT = 256;
const MAX_STORED_ADDRESS = 2048;

/** A task that the agent was given here. */
export interface Task {
  readonly job: AgentJob;
  /** Beginning of what the agent was told. */
  readonly name: string;
  /** Whether the server does not know it any more. */
  readonly isGone: boolean;
}

/** State of the tasks. */
export interface TaskListSnapshot {
  /** Newest first. */
  readonly tasks: readonly Task[];
  /** Whether the server takes tasks, as far as it is known. */
  readonly isOffered: boolean;
  /** What is being sent: `new` for a task, the id of the job for a message. */
  readonly sending: string | null;
  /** Why the latest one was not sent, and what it was, as in `sending`. */
  readonly refusal: { readonly of: string; readonly failure: Failure } | null;
  /** Why the tasks could not be read. */
  readonly failure: Failure | null;
}

/** Name of a new task in {@link TaskListSnapshot.sending}. */
export const NEW_TASK = 'new';

/**
 * The tasks that the agent of the hosted platform was given in this browser: that platform has no list of them. They are kept with what
 * was read of them last, so that a reload reads none that has ended. The interval is {@link MIN_TASK_INTERVAL} or longer.
 */
export class TaskList extends PolledStore<TaskListSnapshot> {
  readonly #source: AgentSource;
  readonly #storage: CheckedStorage;
  readonly #key: string;
  readonly #sending = new AbortController();
  /** When each task was read, as a number that grows: one at a time is read, the one that has waited longest. */
  readonly #readings = new Map<string, number>();
  /** What the next reading is of. */
  #next: 'all' | 'one' | 'none' = 'one';

  constructor({
    source,
    endpoint,
    projectId,
    storage,
    interval,
  }: {
    readonly source: AgentSource;
    /** Base address and project: tasks of two projects on one page do not mix. */
    readonly endpoint: string;
    readonly projectId: string;
    readonly storage: CheckedStorage;
    readonly interval: number;
  }) {
    super({ tasks: [], isOffered: true, sending: null, refusal: null, failure: null }, interval);
    this.#source = source;
    this.#storage = storage;
    this.#key = `docs-assistant:${endpoint.trim().replace(/\/+$/, '')}|${projectId.trim()}:tasks`;
    const missing = storage.read(`${this.#key}-missing`, readWhole);
    const isOffered = missing === null || missing < Date.now() - MISSING_AGE;
    this.replace({ ...this.snapshot, tasks: storage.read(this.#key, readTasks) ?? [], isOffered });
    if (this.#active.length > 0) super.refresh();
  }

  /** Give the agent a task. Does nothing while something is sent. */
  async start(prompt: string): Promise<void> {
    const name = prompt.trim().slice(0, MAX_TASK_NAME_LENGTH);
    await this.#send(NEW_TASK, async (signal) => {
      const job = await this.#source.startAgent(prompt, { signal });
      this.#put((tasks) => [{ job, name, isGone: false }, ...tasks].slice(0, MAX_TASKS));
      this.#readings.set(job.id, this.#readings.size);
    });
  }

  /** Tell the agent more about a task. Does nothing while something is sent. */
  async tell(id: string, message: string): Promise<void> {
    await this.#send(id, async (signal) =>
      this.#show(await this.#source.messageAgent(id, message, { signal })),
    );
  }

  /** Take a task off the list. The agent goes on with it. */
  forget(id: string): void {
    this.#put((tasks) => tasks.filter(({ job }) => job.id !== id));
  }

  /** Read all tasks that are not over now. */
  override refresh(): void {
    if (this.#active.length === 0) return;
    this.#next = 'all';
    super.refresh();
  }

  /** Abort all requests. The tasks themselves go on. */
  override close(): void {
    this.#sending.abort();
    super.close();
  }

  protected override get wait(): number | null {
    return this.#active.length > 0 && super.wait !== null ? Math.max(super.wait, MIN_TASK_INTERVAL) : null;
  }

  get #active(): readonly Task[] {
    return this.snapshot.tasks.filter((task) => !isOver(task));
  }

  async #send(of: string, act: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { sending, isOffered } = this.snapshot;
    if (sending !== null || !isOffered) return;
    this.replace({ ...this.snapshot, sending: of, refusal: null });
    const { signal } = this.#sending;
    try {
      await act(signal);
      this.replace({ ...this.snapshot, sending: null });
      // What was sent has been answered with the state of the task.
      if (this.#next === 'one') this.#next = 'none';
      super.refresh();
    } catch (error) {
      if (signal.aborted) return;
      const failure = toFailure(error);
      const isMissing = of === NEW_TASK && UNKNOWN_STATUSES.includes(failure.status ?? 0);
      if (isMissing) this.#storage.write(`${this.#key}-missing`, Date.now());
      this.replace({
        ...this.snapshot,
        sending: null,
        isOffered: !isMissing,
        refusal: { of, failure },
      });
    }
  }

  protected override async read(signal: AbortSignal): Promise<void> {
    const order = ({ job }: Task): number => this.#readings.get(job.id) ?? -1;
    const active = this.#active.toSorted((a, b) => order(a) - order(b));
    const due = { all: active, one: active.slice(0, 1), none: [] }[this.#next];
    for (const { job } of due) {
      try {
        this.#show(await this.#source.getAgent(job.id, { signal }));
      } catch (error) {
        if (toFailure(error).status !== 404) throw error;
        this.#change(job.id, { isGone: true });
      }
      this.#readings.set(job.id, Math.max(0, ...this.#readings.values()) + 1);
    }
    this.#next = 'one';
    if (this.snapshot.failure) this.replace({ ...this.snapshot, failure: null });
  }

  protected override fail(failure: Failure): void {
    this.replace({ ...this.snapshot, failure });
  }

  #show(job: AgentJob): void {
    this.#change(job.id, { job, isGone: false });
  }

  #change(id: string, change: Partial<Task>): void {
    this.#put((tasks) => tasks.map((task) => (task.job.id === id ? { ...task, ...change } : task)));
  }

  /** Change what is kept, with what another tab has added meanwhile. */
  #put(change: (tasks: readonly Task[]) => readonly Task[]): void {
    const tasks = change(this.#storage.read(this.#key, readTasks) ?? []);
    this.#storage.write(this.#key, tasks.length > 0 ? tasks : null);
    this.replace({ ...this.snapshot, tasks });
  }
}

/** Whether nothing more comes of a task. One whose state is not known here goes on. */
export function isOver({ job: { status, archivedAt }, isGone }: Task): boolean {
  return isGone || archivedAt !== null || ['completed', 'archived', 'failed'].includes(status);
}

const text = textUpTo(MAX_STORED_TEXT);
const SOURCE = { repository: null, ref: null };

const readTask: ValueReader<Task> = recordOf<Task, 'isGone'>(
  {
    name: textUpTo(MAX_TASK_NAME_LENGTH),
    job: recordOf<AgentJob, 'status' | 'source' | 'model' | 'prLink' | 'createdAt' | 'archivedAt'>(
      { id: text },
      {
        status: text,
        source: recordOf<AgentJob['source'], 'repository' | 'ref'>(
          {},
          { repository: text, ref: text },
          SOURCE,
        ),
        model: text,
        prLink: textUpTo(MAX_STORED_ADDRESS),
        createdAt: text,
        archivedAt: text,
      },
      { status: '', source: SOURCE, model: null, prLink: null, createdAt: '', archivedAt: null },
    ),
  },
  { isGone: oneOf([true, false]) },
  { isGone: false },
);

const readTasks: ValueReader<readonly Task[]> = (value) => listOf(readTask)(value).slice(0, MAX_TASKS);
