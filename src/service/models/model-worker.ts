import { workerData } from 'node:worker_threads';
import { serveCalls } from '../worker-calls.ts';
import { loadCrossEncoder } from './cross-encoder.ts';
import type { LoadedModel, ModelCalls, ModelResult, ModelTask, ModelThreadOptions } from './model-thread.ts';
import { loadSentenceModel } from './sentence-model.ts';

const WASM_FILE = 'ort-wasm-simd-threaded.wasm';

const { kind, ...given } = workerData as ModelThreadOptions;
const options = {
  ...given,
  // In the package the file is beside this one, in a clone in the package that it comes from.
  wasmFile: import.meta.url.endsWith('.ts')
    ? new URL(import.meta.resolve(`onnxruntime-web/${WASM_FILE}`))
    : new URL(WASM_FILE, import.meta.url),
};

const model = kind === 'embedding' ? loadEmbedding() : loadReranker();
// The first call says why it cannot be loaded.
model.catch(() => {});

serveCalls<ModelCalls>({
  load: async () => (await model).loaded,
  run: async (task) => (await model).run(task),
});

interface RunningModel {
  loaded: LoadedModel;
  run(task: ModelTask): Promise<ModelResult>;
}

async function loadEmbedding(): Promise<RunningModel> {
  const { isEnglishOnly, fingerprint, runtime, embedQuery, embedPassage } = await loadSentenceModel(options);
  return {
    loaded: { isEnglishOnly, fingerprint, runtime },
    async run(task) {
      if (task.kind === 'query') return embedQuery(task.text);
      if (task.kind === 'passage') return embedPassage(task.passage);
      throw new Error('An embedding model scores no pairs.');
    },
  };
}

async function loadReranker(): Promise<RunningModel> {
  const { isEnglishOnly, runtime, score } = await loadCrossEncoder(options);
  return {
    loaded: { isEnglishOnly, fingerprint: null, runtime },
    async run(task) {
      if (task.kind !== 'pair') throw new Error('A cross-encoder embeds nothing.');
      return [Float32Array.of(await score(task.query, task.passage))];
    },
  };
}
