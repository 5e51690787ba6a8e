import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Tokenizer } from '@huggingface/tokenizers';
import { normalize } from './embedder.ts';
import { FOREIGN_SCRIPT } from './foreign-script.ts';
import { openSession, type OnnxRuntimeName, type Tensor } from './onnx-runtime.ts';

/** A sentence-embedding model in memory. */
export interface SentenceModel {
  isEnglishOnly: boolean;
  /** SHA-256 of the weights. */
  fingerprint: string;
  runtime: OnnxRuntimeName;
  embed(text: string): Promise<Float32Array>;
}

export interface SentenceModelOptions {
  folder: string;
  /** WebAssembly of `onnxruntime-web`. */
  wasmFile: URL;
  /** Default: the native runtime if it works. */
  runtime?: OnnxRuntimeName | undefined;
}

/**
 * Tokens that are read of a text. The time of a text grows with them; models of this family were trained on 128, and 112 and 128
 * find no more than 96 (`npm run bench:retrieval`).
 */
export const MAX_TOKENS = 96;
/** Larger vocabularies than this are those of multilingual models (BERT's multilingual one has 105,879 entries, its English one 30,522). */
const LARGEST_ENGLISH_VOCABULARY = 60_000;
/** Paths of the weights in an exported model, best first: int8 is four times smaller and as good at retrieval. */
const MODEL_FILES = ['onnx/model_quantized.onnx', 'model_quantized.onnx', 'onnx/model.onnx', 'model.onnx'];

/**
 * Load a model of the sentence-transformers family (`tokenizer.json`, `tokenizer_config.json`, `config.json`, ONNX weights) as
 * exported by Hugging Face.
 *
 * @throws Error when a file is missing or invalid
 */
export async function loadSentenceModel(options: SentenceModelOptions): Promise<SentenceModel> {
  const { folder } = options;
  const tokenizer = new Tokenizer(
    await readJson(folder, 'tokenizer.json'),
    await readJson(folder, 'tokenizer_config.json'),
  );
  const config: { vocab_size?: number } = await readJson(folder, 'config.json');
  const weights = await readWeights(folder);
  const { runtime, session, Tensor } = await openSession(weights, options.wasmFile, options.runtime);
  const isEnglishOnly = (config.vocab_size ?? 0) <= LARGEST_ENGLISH_VOCABULARY;

  return {
    isEnglishOnly,
    fingerprint: createHash('sha256').update(weights).digest('hex'),
    runtime,
    async embed(text) {
      const readable = isEnglishOnly ? text.split(FOREIGN_SCRIPT).join(' ') : text;
      const tokens: number[] = tokenizer.encode(readable).ids;
      const end = tokens.at(-1) ?? 0;
      const ids = tokens.length > MAX_TOKENS ? [...tokens.slice(0, MAX_TOKENS - 1), end] : tokens;
      const integers = (value: (id: number) => number) =>
        new Tensor(
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

async function readJson(folder: string, name: string): Promise<object> {
  const text = await readFile(join(folder, name), 'utf8').catch(() => {
    throw new Error(`${folder} is no folder of an embedding model: it holds no ${name}.`);
  });
  try {
    return JSON.parse(text) as object;
  } catch {
    throw new Error(`${join(folder, name)} is no JSON: fetch the model again.`);
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
  // A sum instead of a mean, because the vector is scaled to length 1.
  for (let at = 0; at < states.length; at++) mean[at % size]! += states[at]!;
  return mean;
}
