import type { OnnxRuntimeName } from './onnx-runtime.ts';
import { startSiblingWorker } from '../sibling-worker.ts';

export interface EmbeddingThreadOptions {
  /** Folder of the model. */
  folder: string;
  /** Default: the native runtime where it works. */
  runtime?: OnnxRuntimeName | undefined;
}

/** A model that a thread has loaded. */
export interface LoadedModel {
  isEnglishOnly: boolean;
  fingerprint: string;
  runtime: OnnxRuntimeName;
}

/** What the worker says: first whether it has a model, then one reply to each text. */
export type EmbeddingReply =
  | ({ type: 'loaded' } & LoadedModel)
  | { type: 'unusable'; message: string }
  | { type: 'vector'; vector: Float32Array }
  | { type: 'failed'; message: string };

/** A worker thread with a model of its own, which embeds one text at a time. */
export class EmbeddingThread {
  readonly loaded: Promise<LoadedModel>;
  readonly #worker;
  readonly #loading = Promise.withResolvers<LoadedModel>();
  #task: PromiseWithResolvers<Float32Array> | undefined;
  #failure: Error | undefined;

  constructor(options: EmbeddingThreadOptions) {
    this.loaded = this.#loading.promise;
    this.loaded.catch(() => {});
    this.#worker = startSiblingWorker('embedding-worker', import.meta.url, options);
    this.#worker.on('error', (error: Error) => this.#fail(error));
    this.#worker.on('exit', () => this.#fail(new Error('The embedding model was stopped')));
    this.#worker.on('message', (reply: EmbeddingReply) => this.#handleReply(reply));
  }

  /** Whether the thread has ended and takes no more texts. */
  get hasEnded(): boolean {
    return this.#failure !== undefined;
  }

  /** @throws Error when the model or the thread fails; a text must not be given before the one before is done */
  async embed(text: string): Promise<Float32Array> {
    if (this.#failure) throw this.#failure;
    this.#task = Promise.withResolvers();
    this.#worker.ref();
    this.#worker.postMessage(text);
    return this.#task.promise;
  }

  /** End the thread after the text that is under way: the native runtime ends the whole process when it is interrupted. */
  async close(): Promise<void> {
    await Promise.allSettled([this.loaded, this.#task?.promise]);
    await this.#worker.terminate();
  }

  #handleReply(reply: EmbeddingReply): void {
    // An idle thread does not keep the process running.
    this.#worker.unref();
    if (reply.type === 'loaded') this.#loading.resolve(reply);
    else if (reply.type === 'unusable') this.#loading.reject(new Error(reply.message));
    else if (reply.type === 'vector') this.#task?.resolve(reply.vector);
    else this.#task?.reject(new Error(reply.message));
  }

  #fail(error: Error): void {
    this.#failure ??= error;
    this.#loading.reject(error);
    this.#task?.reject(error);
  }
}
