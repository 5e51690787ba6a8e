import { createHash, type Hash } from 'node:crypto';
import type { ModelDescription } from './model-description.ts';
import { findWeights } from './model-files.ts';
import { openSession, type OnnxRuntimeName, type OpenedSession, type Tensor } from './onnx-runtime.ts';
import type { Tokens } from './tokenizer.ts';

/** Paths of the weights in an exported model, best first: int8 is four times smaller and as good at retrieval. */
const WEIGHTS = ['onnx/model_quantized.onnx', 'model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'];

export interface ModelSessionOptions {
  folder: string;
  /** WebAssembly of `onnxruntime-web`. */
  wasmFile: URL;
  /** Default: the native runtime if it works. */
  runtime?: OnnxRuntimeName | undefined;
}

/**
 * Load the weights of a model.
 *
 * @returns the session, and the SHA-256 of the weights, to go on with
 * @throws Error when they are missing or cannot be loaded
 */
export async function openModelSession(
  description: Pick<ModelDescription, 'weights'>,
  { folder, wasmFile, runtime }: ModelSessionOptions,
): Promise<OpenedSession & { hash: Hash }> {
  const names = description.weights === null ? WEIGHTS : [description.weights];
  for (const name of names) {
    const weights = await findWeights(folder, name);
    if (!weights) continue;
    const opened = await openSession(weights, wasmFile, runtime);
    const hash = createHash('sha256').update(weights);
    // Both runtimes have copied them. An idle thread collects no garbage, so that they would stay in memory.
    weights.buffer.transfer(0);
    return { ...opened, hash };
  }
  throw new Error(`${folder} is no folder of a model: it holds no ${names.join(', nor ')}.`);
}

/** Return the inputs that a model has of those that are known, for one text or pair of texts. */
export function inputsOf(
  { ids, types }: Tokens,
  { inputNames }: OpenedSession['session'],
  TensorType: OpenedSession['Tensor'],
): Record<string, Tensor> {
  const values: Record<string, readonly number[]> = {
    input_ids: ids,
    attention_mask: ids.map(() => 1),
    token_type_ids: types,
  };
  return Object.fromEntries(
    inputNames.map((name) => {
      const numbers = values[name];
      if (!numbers) throw new Error(`The model has an input "${name}", which is not supported.`);
      return [name, new TensorType('int64', BigInt64Array.from(numbers, BigInt), [1, numbers.length])];
    }),
  );
}
