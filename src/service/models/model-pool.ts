import type { ModelResult, ModelTask, ModelThread } from './model-thread.ts';

interface Task extends PromiseWithResolvers<ModelResult> {
  task: ModelTask;
}

/**
 * Texts that the first thread does alone, because a changed page is done before a second thread has loaded its model.
 */
const TEXTS_BEFORE_GROWTH = 16;
/** Milliseconds without work after which all threads but one are ended, because the model of each takes 100 MB and more. */
const IDLE_MILLISECONDS = 10_000;

/**
 * A pool of threads that run a model on one text each at a time. Queries come first: one waits at most until the first thread is done with
 * its text. A thread that ends, for instance without memory, fails the text that it had. After the last one, another is started for what
 * waits; if that cannot load the model, everything that waits fails.
 */
export class ModelPool {
  readonly #start: () => ModelThread;
  readonly #threads = new Set<ModelThread>();
  readonly #idle: ModelThread[] = [];
  readonly #queries: Task[] = [];
  readonly #texts: Task[] = [];
  #size: number;
  #textsSinceIdle = 0;
  #idleClock: NodeJS.Timeout | undefined;
  #isClosed = false;

  /**
   * @param first thread with a loaded model
   * @param size maximum number of threads
   */
  constructor(first: ModelThread, size: number, start: () => ModelThread) {
    this.#start = start;
    this.#size = size;
    this.#threads.add(first);
    this.#idle.push(first);
  }

  /**
   * Run a task.
   *
   * @param isUrgent whether it overtakes waiting ones
   * @param signal rejects the task while it waits
   */
  run(
    task: ModelTask,
    { isUrgent = false, signal }: { isUrgent?: boolean; signal?: AbortSignal | undefined } = {},
  ): Promise<ModelResult> {
    if (this.#isClosed) return Promise.reject(stopped());
    if (signal?.aborted) return Promise.reject(signal.reason as Error);
    const waiting: Task = { task, ...Promise.withResolvers<ModelResult>() };
    const queue = isUrgent ? this.#queries : this.#texts;
    queue.push(waiting);
    const takeBack = () => {
      const at = queue.indexOf(waiting);
      if (at >= 0) queue.splice(at, 1);
      waiting.reject(signal!.reason);
    };
    signal?.addEventListener('abort', takeBack, { once: true });
    clearTimeout(this.#idleClock);
    this.#assign();
    return waiting.promise.finally(() => signal?.removeEventListener('abort', takeBack));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#idleClock);
    this.#failWaiting();
    await Promise.all([...this.#threads].map((thread) => thread.close()));
  }

  #assign(): void {
    for (;;) {
      const thread = this.#idle.pop();
      if (thread === undefined) return this.#grow();
      if (thread.hasEnded) {
        this.#drop(thread);
        continue;
      }
      const task = this.#queries.shift() ?? this.#nextText();
      if (task === undefined) {
        this.#idle.push(thread);
        return this.#awaitIdleness();
      }
      void this.#run(thread, task);
    }
  }

  #nextText(): Task | undefined {
    const task = this.#texts.shift();
    if (task) this.#textsSinceIdle++;
    return task;
  }

  async #run(thread: ModelThread, { task, resolve, reject }: Task): Promise<void> {
    await thread.run(task).then(resolve, reject);
    if (thread.hasEnded) this.#drop(thread);
    else this.#idle.push(thread);
    this.#assign();
  }

  #grow(): void {
    const isBusy = this.#textsSinceIdle >= TEXTS_BEFORE_GROWTH;
    const further = isBusy ? Math.min(this.#size - this.#threads.size, this.#texts.length) : 0;
    const isStuck = this.#threads.size === 0 && this.#queries.length + this.#texts.length > 0;
    const count = Math.max(further, isStuck ? 1 : 0);
    for (let at = 0; at < count; at++) {
      const thread = this.#start();
      this.#threads.add(thread);
      thread.loaded.then(
        () => {
          this.#idle.push(thread);
          this.#assign();
        },
        () => {
          // No memory for another thread: go on with the ones that are there.
          this.#drop(thread);
          this.#size = Math.max(1, this.#threads.size);
          if (this.#threads.size === 0) this.#failWaiting();
        },
      );
    }
  }

  #drop(thread: ModelThread): void {
    this.#threads.delete(thread);
    void thread.close();
  }

  #awaitIdleness(): void {
    if (this.#idle.length < this.#threads.size) return;
    this.#textsSinceIdle = 0;
    if (this.#threads.size === 1) return;
    clearTimeout(this.#idleClock);
    this.#idleClock = setTimeout(() => {
      for (const thread of this.#idle.splice(1)) this.#drop(thread);
    }, IDLE_MILLISECONDS).unref();
  }

  #failWaiting(): void {
    for (const { reject } of [...this.#queries.splice(0), ...this.#texts.splice(0)]) reject(stopped());
  }
}

function stopped(): Error {
  return new Error('The model was stopped');
}
