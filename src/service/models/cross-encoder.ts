import type { Passage } from './embedder.ts';
import { FOREIGN_SCRIPT } from './foreign-script.ts';
import { isEnglishOnly, readModelDescription } from './model-description.ts';
import { inputsOf, openModelSession, type ModelSessionOptions } from './model-session.ts';
import type { OnnxRuntimeName } from './onnx-runtime.ts';
import { loadTokenizer } from './tokenizer.ts';

/** A cross-encoder in memory. */
export interface CrossEncoder {
  isEnglishOnly: boolean;
  runtime: OnnxRuntimeName;
  /** Return how well a passage answers a query, 0 to 1. */
  score(query: string, passage: Passage): Promise<number>;
}

/**
 * Load a cross-encoder as exported by Hugging Face, whose output `logits` has one number for a pair of texts.
 *
 * @throws Error when a file is missing or invalid
 */
export async function loadCrossEncoder(options: ModelSessionOptions): Promise<CrossEncoder> {
  const { folder } = options;
  const description = await readModelDescription(folder);
  const tokenizer = await loadTokenizer(folder, description.maxTokens);
  const { session, runtime, Tensor } = await openModelSession(description, options);
  const isEnglish = isEnglishOnly(description);
  const readable = (text: string) => (isEnglish ? text.split(FOREIGN_SCRIPT).join(' ') : text);

  return {
    isEnglishOnly: isEnglish,
    runtime,
    async score(query, { place, text }) {
      const pair = tokenizer.pair(
        description.queryPrefix + readable(query),
        `${description.passagePrefix}${readable(place)}\n${readable(text)}`,
      );
      const { logits } = await session.run(inputsOf(pair, session, Tensor));
      if (!logits) throw new Error('The model has no output "logits", so it is no cross-encoder.');
      const numbers = logits.data as Float32Array;
      if (numbers.length !== 1 || !Number.isFinite(numbers[0])) {
        throw new Error('The model answers a pair of texts with something other than one number.');
      }
      return 1 / (1 + Math.exp(-numbers[0]!));
    },
  };
}
