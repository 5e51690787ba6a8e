import type { Passage } from './embedder.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';
import { WorkerCalls } from '../worker-calls.ts';

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

/** What the thread does with its model. */
export interface ModelCalls {
  load(): Promise<LoadedModel>;
  run(task: ModelTask): Promise<ModelResult>;
}

/** A worker thread with a model of its own, which runs one task at a time. */
export class ModelThread {
  readonly loaded: Promise<LoadedModel>;
  readonly #calls: WorkerCalls<ModelCalls>;
  #task: Promise<ModelResult> | undefined;

  constructor(data: ModelThreadOptions) {
    this.#calls = new WorkerCalls('model-worker', import.meta.url, {
      data,
      endMessage: 'The model was stopped',
    });
    this.loaded = this.#calls.call('load');
    this.loaded.catch(() => {});
  }

  /** Whether the thread has ended. */
  get hasEnded(): boolean {
    return this.#calls.hasEnded;
  }

  /**
   * Run a task. Wait for the previous one first.
   *
   * @throws Error when the model or the thread fails
   */
  run(task: ModelTask): Promise<ModelResult> {
    this.#task = this.#calls.call('run', task);
    return this.#task;
  }

  /** End the thread after its current task, because interrupting the native runtime ends the whole process. */
  async close(): Promise<void> {
    await Promise.allSettled([this.loaded, this.#task]);
    await this.#calls[Symbol.asyncDispose]();
  }
}
