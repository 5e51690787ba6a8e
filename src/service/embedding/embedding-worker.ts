import { parentPort, workerData } from 'node:worker_threads';
import type { EmbeddingReply, EmbeddingTask, EmbeddingThreadOptions } from './embedding-thread.ts';
import { loadSentenceModel } from './sentence-model.ts';

const WASM_FILE = 'ort-wasm-simd-threaded.wasm';

const port = parentPort!;
const send = (reply: EmbeddingReply) => port.postMessage(reply);

try {
  const model = await loadSentenceModel({
    ...(workerData as EmbeddingThreadOptions),
    // In the package the file is beside this one, in a clone in the package that it comes from.
    wasmFile: import.meta.url.endsWith('.ts')
      ? new URL(import.meta.resolve(`onnxruntime-web/${WASM_FILE}`))
      : new URL(WASM_FILE, import.meta.url),
  });
  port.on('message', (task: EmbeddingTask) => {
    (task.kind === 'query' ? model.embedQuery(task.text) : model.embedPassage(task)).then(
      (vectors) => send({ type: 'vectors', vectors }),
      (error: unknown) => send({ type: 'failed', message: String(error) }),
    );
  });
  const { isEnglishOnly, fingerprint, runtime } = model;
  send({ type: 'loaded', isEnglishOnly, fingerprint, runtime });
} catch (error) {
  send({ type: 'unusable', message: error instanceof Error ? error.message : String(error) });
}
