import { createHash } from 'node:crypto';
import { Tokenizer } from '@huggingface/tokenizers';
import { MAX_TOKENIZER_BYTES, readModelJson } from './model-files.ts';

/** Maximum number of pieces of a text: a section has some 800 tokens at most, and models read at least 64. */
const MAX_PIECES = 32;

/** Tokens of one input. */
export interface Tokens {
  ids: readonly number[];
  /** 0 for the first text of an input, 1 for the second. */
  types: readonly number[];
}

/** Special tokens around the texts of a pair, and the type of the tokens of the second. */
interface PairFrame {
  before: readonly number[];
  between: readonly number[];
  after: readonly number[];
  secondType: number;
}

/** Turns texts into inputs of a model: WordPiece (BERT), Unigram (XLM-RoBERTa) and BPE, as its `tokenizer.json` says. */
export class ModelTokenizer {
  /** Equal for equal tokens: SHA-256 of the content of its files, whatever their formatting. */
  readonly fingerprint: string;
  readonly #tokenizer: Tokenizer;
  readonly #maxTokens: number;
  /** Special tokens before and after a text. */
  readonly #before: readonly number[];
  readonly #after: readonly number[];
  #frame: PairFrame | undefined;

  constructor(tokenizer: object, options: object, maxTokens: number) {
    this.#tokenizer = new Tokenizer(tokenizer, options);
    this.#maxTokens = maxTokens;
    this.fingerprint = createHash('sha256')
      .update(JSON.stringify(tokenizer))
      .update(JSON.stringify(options))
      .digest('hex');
    const bare = this.#encode('a');
    const all: readonly number[] = this.#tokenizer.encode('a').ids;
    const at = all.findIndex((id, place) => id === bare[0] && all.length - place >= bare.length);
    this.#before = all.slice(0, Math.max(0, at));
    this.#after = at < 0 ? [] : all.slice(at + bare.length);
  }

  /** Return the beginning of a text, as much as the model reads. */
  beginning(text: string): Tokens {
    const room = this.#maxTokens - this.#before.length - this.#after.length;
    return this.#wrap(this.#encode(text).slice(0, room));
  }

  /**
   * Return a text in pieces of about equal length, as few as the model needs to read all of it, with `head` in front of each. A head
   * that is longer than half of a piece is cut.
   */
  pieces(head: string, text: string): Tokens[] {
    const room = this.#maxTokens - this.#before.length - this.#after.length;
    const above = this.#encode(head).slice(0, room >> 1);
    const ids = this.#encode(text);
    const most = room - above.length;
    const count = Math.min(MAX_PIECES, Math.max(1, Math.ceil(ids.length / most)));
    const length = Math.min(most, Math.ceil(ids.length / count));
    return Array.from({ length: count }, (_, at) =>
      this.#wrap([...above, ...ids.slice(at * length, (at + 1) * length)]),
    );
  }

  /** Return a pair of texts. A first one that is longer than half of what the model reads is cut, and then the second one. */
  pair(first: string, second: string): Tokens {
    this.#frame ??= this.#readFrame();
    const { before, between, after, secondType } = this.#frame;
    const room = this.#maxTokens - before.length - between.length - after.length;
    const one = this.#encode(first).slice(0, room >> 1);
    const other = this.#encode(second).slice(0, room - one.length);
    const head = [...before, ...one, ...between];
    const tail = [...other, ...after];
    // The separator behind the first text belongs to it, as in BERT; where there are two, types are not used.
    return { ids: [...head, ...tail], types: [...head.map(() => 0), ...tail.map(() => secondType)] };
  }

  /** Read the special tokens around the texts of a pair from a pair of known texts. */
  #readFrame(): PairFrame {
    const bare = this.#encode('a').length;
    const options = { text_pair: 'a', return_token_type_ids: true } as const;
    const { ids, token_type_ids: types } = this.#tokenizer.encode('a', options);
    const start = this.#before.length;
    const end = ids.length - this.#after.length;
    return {
      before: this.#before,
      between: ids.slice(start + bare, end - bare),
      after: this.#after,
      secondType: types[end - 1] ?? 0,
    };
  }

  #encode(text: string): number[] {
    return this.#tokenizer.encode(text, { add_special_tokens: false }).ids;
  }

  #wrap(ids: readonly number[]): Tokens {
    const all = [...this.#before, ...ids, ...this.#after];
    return { ids: all, types: all.map(() => 0) };
  }
}

/** Load the tokenizer in the folder of a model. @throws Error when a file is missing or invalid */
export async function loadTokenizer(folder: string, maxTokens: number): Promise<ModelTokenizer> {
  const tokenizer = await readModelJson(folder, 'tokenizer.json', MAX_TOKENIZER_BYTES);
  const options = await readModelJson(folder, 'tokenizer_config.json');
  try {
    return new ModelTokenizer(tokenizer, options, maxTokens);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`${folder}: tokenizer.json cannot be used (${reason}).`, { cause: error });
  }
}
