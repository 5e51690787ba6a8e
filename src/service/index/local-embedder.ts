import { basename, resolve } from 'node:path';
import type { Embedder } from './embedder.ts';
import { startSiblingWorker } from './sibling-worker.ts';

/** A text for the worker. */
export interface EmbeddingTask {
  id: number;
  text: string;
}

/** What the worker says: first whether it has a model, then one reply to each task. */
export type EmbeddingReply =
  | { type: 'loaded'; isEnglishOnly: boolean; fingerprint: string }
  | { type: 'unusable'; message: string }
  | { type: 'vector'; id: number; vector: Float32Array }
  | { type: 'failed'; id: number; message: string };

/**
 * Runs a model of this machine in a worker thread, one text at a time: on a CPU batches gain nothing, and a query waits for
 * one text at most while sections are embedded.
 *
 * @throws Error when the model cannot be loaded.
 */
export async function openLocalEmbedder(folder: string): Promise<Embedder> {
  const worker = startSiblingWorker('embedding-worker', import.meta.url, resolve(folder));
  const waiting = new Map<number, PromiseWithResolvers<Float32Array>>();
  const loaded = Promise.withResolvers<{ isEnglishOnly: boolean; fingerprint: string }>();
  let lastId = 0;
  let failure: Error | undefined;

  const fail = (error: Error) => {
    failure ??= error;
    loaded.reject(error);
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('The embedding model was stopped')));
  worker.on('message', (reply: EmbeddingReply) => {
    if (reply.type === 'loaded') return loaded.resolve(reply);
    if (reply.type === 'unusable') return loaded.reject(new Error(reply.message));
    const task = waiting.get(reply.id);
    waiting.delete(reply.id);
    if (waiting.size === 0) worker.unref();
    if (reply.type === 'vector') task?.resolve(reply.vector);
    else task?.reject(new Error(reply.message));
  });

  const embedOne = async (text: string) => {
    if (failure) throw failure;
    const task = Promise.withResolvers<Float32Array>();
    const id = ++lastId;
    waiting.set(id, task);
    worker.ref();
    worker.postMessage({ id, text } satisfies EmbeddingTask);
    return task.promise;
  };

  const close = async () => void (await worker.terminate());
  try {
    const { isEnglishOnly, fingerprint } = await loaded.promise;
    worker.unref();
    return {
      name: basename(resolve(folder)),
      space: `local:${fingerprint}`,
      isEnglishOnly,
      batchSize: 1,
      embed: (texts) => Promise.all(texts.map(embedOne)),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
