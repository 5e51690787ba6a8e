import type { Passage } from './embedder.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';
import { startSiblingWorker } from '../sibling-worker.ts';

export interface ModelThreadOptions {
  kind: 'embedding' | 'reranker';
  /** Folder of the model. */
  folder: string;
  /** Default: the native runtime if it works. */
  runtime?: OnnxRuntimeName | undefined;
}

/** A query or a passage to embed, or a pair of them to score. */
export type ModelTask =
  | { kind: 'query'; text: string }
  | { kind: 'passage'; passage: Passage }
  | { kind: 'pair'; query: string; passage: Passage };

/** What a model returns: vectors, several of a long passage; of a pair the score as the only number. */
export type ModelResult = readonly Float32Array[];

/** A model loaded by a thread. */
export interface LoadedModel {
  isEnglishOnly: boolean;
  /** Of a model that embeds: equal for equal vectors. */
  fingerprint: string | null;
  runtime: OnnxRuntimeName;
}

/** Messages of the worker: first whether it has loaded the model, then one reply per task. */
export type ModelReply =
  | ({ type: 'loaded' } & LoadedModel)
  | { type: 'unusable'; message: string }
  | { type: 'done'; result: ModelResult }
  | { type: 'failed'; message: string };

/** A worker thread with a model of its own, which runs one task at a time. */
export class ModelThread {
  readonly loaded: Promise<LoadedModel>;
  readonly #worker;
  readonly #loading = Promise.withResolvers<LoadedModel>();
  #task: PromiseWithResolvers<ModelResult> | undefined;
  #failure: Error | undefined;

  constructor(options: ModelThreadOptions) {
    this.loaded = this.#loading.promise;
    this.loaded.catch(() => {});
    this.#worker = startSiblingWorker('model-worker', import.meta.url, options);
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The model was stopped')));
    this.#worker.on('message', (reply: ModelReply) => this.#handleReply(reply));
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Run a task. Wait for the previous one first.
   *
   * @throws Error when the model or the thread fails
   */
  async run(task: ModelTask): Promise<ModelResult> {
    if (this.#failure) throw this.#failure;
    this.#task = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(task);
    return this.#task.promise;
  }

  /** End the thread after its current task, because interrupting the native runtime ends the whole process. */
  async close(): Promise<void> {
    await Promise.allSettled([this.loaded, this.#task?.promise]);
    await this.#worker.terminate();
  }

  #handleReply(reply: ModelReply): void {
    // An idle thread must not keep the process running.
    this.#worker.unref();
    if (reply.type === 'loaded') this.#loading.resolve(reply);
    else if (reply.type === 'unusable') this.#loading.reject(new Error(reply.message));
    else if (reply.type === 'done') this.#task?.resolve(reply.result);
    else this.#task?.reject(new Error(reply.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#loading.reject(error);
    this.#task?.reject(error);
  }
}
