import type { Hash } from 'node:crypto';
import { normalize, type Passage } from './embedder.ts';
import { FOREIGN_SCRIPT } from './foreign-script.ts';
import { isEnglishOnly, readModelDescription, type ModelDescription } from './model-description.ts';
import { inputsOf, openModelSession } from './model-session.ts';
import type { OnnxRuntimeName, Tensor } from './onnx-runtime.ts';
import { loadTokenizer, type Tokens } from './tokenizer.ts';

/** A sentence-embedding model in memory. */
export interface SentenceModel {
  isEnglishOnly: boolean;
  /** Equal for equal vectors: SHA-256 of the weights and of what else makes a vector. */
  fingerprint: string;
  runtime: OnnxRuntimeName;
  /** Return the vector of a query, as a list of one. */
  embedQuery(text: string): Promise<Float32Array[]>;
  /** Return the vectors of the pieces of a passage. */
  embedPassage(passage: Passage): Promise<Float32Array[]>;
}

export interface SentenceModelOptions {
  folder: string;
  /** WebAssembly of `onnxruntime-web`. */
  wasmFile: URL;
  /** Default: the native runtime if it works. */
  runtime?: OnnxRuntimeName | undefined;
}

/**
 * Load a model of the sentence-transformers family as exported by Hugging Face: `tokenizer.json`, `tokenizer_config.json`,
 * `config.json` and ONNX weights, and what describes it.
 *
 * @throws Error when a file is missing or invalid
 */
export async function loadSentenceModel(options: SentenceModelOptions): Promise<SentenceModel> {
  const { folder } = options;
  const description = await readModelDescription(folder);
  const { pooling, queryPrefix, passagePrefix, dimensions } = description;
  const tokenizer = await loadTokenizer(folder, description.maxTokens);
  const { hash, session, runtime, Tensor } = await openModelSession(description, options);
  const isEnglish = isEnglishOnly(description);

  const readable = (text: string) => (isEnglish ? text.split(FOREIGN_SCRIPT).join(' ') : text);

  async function embed(tokens: Tokens): Promise<Float32Array> {
    const { last_hidden_state: states } = await session.run(inputsOf(tokens, session, Tensor));
    if (!states) throw new Error('The model has no output "last_hidden_state".');
    const vector = pooling === 'cls' ? firstToken(states) : meanOfTokens(states);
    if (dimensions !== null && vector.length !== dimensions) {
      throw new Error(
        `The model returned ${vector.length} dimensions instead of ${dimensions}: its files do not belong together.`,
      );
    }
    return normalize(vector);
  }

  return {
    isEnglishOnly: isEnglish,
    fingerprint: fingerprintOf(hash, tokenizer.fingerprint, description),
    runtime,
    embedQuery: async (text) => [await embed(tokenizer.beginning(queryPrefix + readable(text)))],
    async embedPassage({ place, text }) {
      const vectors: Float32Array[] = [];
      for (const piece of tokenizer.pieces(`${passagePrefix}${readable(place)}\n`, readable(text))) {
        vectors.push(await embed(piece));
      }
      return vectors;
    },
  };
}

function fingerprintOf(weights: Hash, tokenizer: string, description: ModelDescription): string {
  const { pooling, queryPrefix, passagePrefix, maxTokens } = description;
  return weights
    .update(
      JSON.stringify([tokenizer, pooling, queryPrefix, passagePrefix, maxTokens, isEnglishOnly(description)]),
    )
    .digest('hex');
}

function meanOfTokens({ data, dims }: Tensor): Float32Array {
  const states = data as Float32Array;
  const size = dims.at(-1) ?? 0;
  const mean = new Float32Array(size);
  // A sum instead of a mean, because the vector is scaled to length 1.
  for (let at = 0; at < states.length; at++) mean[at % size]! += states[at]!;
  return mean;
}

function firstToken({ data, dims }: Tensor): Float32Array {
  return (data as Float32Array).slice(0, dims.at(-1) ?? 0);
}
