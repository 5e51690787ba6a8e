import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { loadOptional } from '../optional-package.ts';
import { normalize } from './embedder.ts';

/** A sentence-embedding model in memory. */
export interface SentenceModel {
  isEnglishOnly: boolean;
  /** SHA-256 of the weights. */
  fingerprint: string;
  embed(text: string): Promise<Float32Array>;
}

/** Tokens that are read of a text; what models of this family were trained on. */
const MAX_TOKENS = 256;
/** Larger vocabularies than this are those of multilingual models (BERT's multilingual one has 105,879 entries, its English one 30,522). */
const LARGEST_ENGLISH_VOCABULARY = 60_000;
/** Where an exported model lies in its folder, best first: int8 is four times smaller and as good at finding sections. */
const MODEL_FILES = ['onnx/model_quantized.onnx', 'model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'];

interface Tensor {
  readonly data: unknown;
  readonly dims: readonly number[];
}

/** What `onnxruntime-node` and `onnxruntime-web` have in common and this needs. */
interface OnnxRuntime {
  InferenceSession: {
    create(
      model: Uint8Array,
      options: object,
    ): Promise<{
      readonly inputNames: readonly string[];
      run(feeds: Record<string, Tensor>): Promise<Record<string, Tensor>>;
    }>;
  };
  Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => Tensor;
}

/**
 * Loads a model of the sentence-transformers family (`tokenizer.json`, `tokenizer_config.json`, `config.json`, ONNX weights) as
 * Hugging Face exports them.
 *
 * @throws Error when a file or a package is missing.
 */
export async function loadSentenceModel(folder: string): Promise<SentenceModel> {
  const { Tokenizer } = await loadOptional(
    'Finding sections by their meaning',
    ['@huggingface/tokenizers', 'onnxruntime-node'],
    () => import('@huggingface/tokenizers'),
  );
  const readJson = async (name: string) => JSON.parse(await readFile(join(folder, name), 'utf8')) as object;
  const tokenizer = new Tokenizer(await readJson('tokenizer.json'), await readJson('tokenizer_config.json'));
  const config = (await readJson('config.json')) as { vocab_size?: number };

  const runtime = await loadRuntime();
  const weights = await readWeights(folder);
  const session = await runtime.InferenceSession.create(weights, {
    // Half of the machine: searches must stay quick while sections are embedded.
    intraOpNumThreads: Math.max(1, Math.floor(availableParallelism() / 2)),
    extra: { session: { intra_op: { allow_spinning: '0' } } },
  });

  return {
    isEnglishOnly: (config.vocab_size ?? 0) <= LARGEST_ENGLISH_VOCABULARY,
    fingerprint: createHash('sha256').update(weights).digest('hex'),
    async embed(text) {
      const tokens: number[] = tokenizer.encode(text).ids;
      const end = tokens.at(-1) ?? 0;
      const ids = tokens.length > MAX_TOKENS ? [...tokens.slice(0, MAX_TOKENS - 1), end] : tokens;
      const integers = (value: (id: number) => number) =>
        new runtime.Tensor(
          'int64',
          BigInt64Array.from(ids, (id) => BigInt(value(id))),
          [1, ids.length],
        );
      const inputs: Record<string, Tensor> = {
        input_ids: integers((id) => id),
        attention_mask: integers(() => 1),
        token_type_ids: integers(() => 0),
      };
      const feeds = Object.fromEntries(session.inputNames.map((name) => [name, inputs[name]!]));
      const { last_hidden_state: states } = await session.run(feeds);
      if (!states) throw new Error('The model has no output "last_hidden_state"');
      return normalize(meanOfTokens(states));
    },
  };
}

/** The native runtime where it is installed, else WebAssembly, which is four times slower. */
async function loadRuntime(): Promise<OnnxRuntime> {
  try {
    return await import('onnxruntime-node');
  } catch {
    return loadOptional('Finding sections by their meaning', ['onnxruntime-node'], async () => {
      const runtime = await import('onnxruntime-web');
      runtime.env.wasm.numThreads = 1;
      return runtime;
    });
  }
}

async function readWeights(folder: string): Promise<Uint8Array> {
  for (const name of MODEL_FILES) {
    const weights = await readFile(join(folder, name)).catch(() => null);
    if (weights) return weights;
  }
  throw new Error(`The folder of the embedding model holds none of ${MODEL_FILES.join(', ')}`);
}

function meanOfTokens({ data, dims }: Tensor): Float32Array {
  const states = data as Float32Array;
  const size = dims.at(-1) ?? 0;
  const mean = new Float32Array(size);
  // The length does not matter: the vector is scaled to 1.
  for (let at = 0; at < states.length; at++) mean[at % size]! += states[at]!;
  return mean;
}
