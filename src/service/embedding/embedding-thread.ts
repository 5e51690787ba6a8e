import type { Passage } from './embedder.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';
import { startSiblingWorker } from '../sibling-worker.ts';

export interface EmbeddingThreadOptions {
  /** Folder of the model. */
  folder: string;
  /** Default: the native runtime if it works. */
  runtime?: OnnxRuntimeName | undefined;
}

/** A text to embed: a query, or a passage, which may have several vectors. */
export type EmbeddingTask = { kind: 'query'; text: string } | ({ kind: 'passage' } & Passage);

/** A model loaded by a thread. */
export interface LoadedModel {
  isEnglishOnly: boolean;
  fingerprint: string;
  runtime: OnnxRuntimeName;
}

/** Messages of the worker: first whether it has loaded the model, then one reply per text. */
export type EmbeddingReply =
  | ({ type: 'loaded' } & LoadedModel)
  | { type: 'unusable'; message: string }
  | { type: 'vectors'; vectors: Float32Array[] }
  | { type: 'failed'; message: string };

/** A worker thread with a model of its own, which embeds one text at a time. */
export class EmbeddingThread {
  readonly loaded: Promise<LoadedModel>;
  readonly #worker;
  readonly #loading = Promise.withResolvers<LoadedModel>();
  #task: PromiseWithResolvers<Float32Array[]> | undefined;
  #failure: Error | undefined;

  constructor(options: EmbeddingThreadOptions) {
    this.loaded = this.#loading.promise;
    this.loaded.catch(() => {});
    this.#worker = startSiblingWorker('embedding-worker', import.meta.url, options);
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The embedding model was stopped')));
    this.#worker.on('message', (reply: EmbeddingReply) => this.#handleReply(reply));
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /**
   * Embed a text. Wait for the previous one first.
   *
   * @throws Error when the model or the thread fails
   */
  async embed(task: EmbeddingTask): Promise<Float32Array[]> {
    if (this.#failure) throw this.#failure;
    this.#task = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(task);
    return this.#task.promise;
  }

  /** End the thread after its current text, because interrupting the native runtime ends the whole process. */
  async close(): Promise<void> {
    await Promise.allSettled([this.loaded, this.#task?.promise]);
    await this.#worker.terminate();
  }

  #handleReply(reply: EmbeddingReply): void {
    // An idle thread must not keep the process running.
    this.#worker.unref();
    if (reply.type === 'loaded') this.#loading.resolve(reply);
    else if (reply.type === 'unusable') this.#loading.reject(new Error(reply.message));
    else if (reply.type === 'vectors') this.#task?.resolve(reply.vectors);
    else this.#task?.reject(new Error(reply.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#loading.reject(error);
    this.#task?.reject(error);
  }
}
