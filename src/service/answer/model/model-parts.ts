import type { TextStreamPart, ToolSet } from 'ai';
import type { ClarifyingQuestion } from '../../../protocol/reply/clarifying-question.ts';
import { ASK_TOOL } from './ask-tool.ts';
import { ModelFailure } from './model-failure.ts';

/** Output of a model; `finish` comes last. */
export type ModelPart =
  | { type: 'text' | 'reasoning'; text: string }
  /** A search that the model asked for, and its end. */
  | { type: 'search'; id: string; query: string }
  | { type: 'found' | 'search-failed'; id: string }
  /** A question to the reader, with which the answer ends. At most one. */
  | { type: 'asked'; id: string; question: ClarifyingQuestion }
  | { type: 'finish'; reason: string };

/** Limits of the time of a call, in milliseconds. */
export interface ModelTimes {
  firstToken: number;
  /** Between two pieces. Time in which the reader is not waiting does not count. */
  between: number;
}

/** Limits for models that ignore the number of tokens, or that reason without end. */
const MAX_TEXT_CHARACTERS = 100_000;
const MAX_REASONING_CHARACTERS = 400_000;
/** Maximum number of calls of tools in an answer. All but the first search, and the first question to the reader, are refused. */
const MAX_TOOL_CALLS = 4;
/** Maximum number of characters of the arguments of all tool calls: more than a question has. */
const MAX_TOOL_CHARACTERS = 8_000;

/** Read the stream of the AI SDK within limits. Throws a `ModelFailure`, the error of the stream, or the reason of `stop`. */
export async function* readModelParts(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  times: ModelTimes,
  stop: AbortController,
): AsyncGenerator<ModelPart, void> {
  const reader = new PartReader();
  for await (const part of withinTime(stream, times, stop)) {
    yield* reader.read(part);
    if (!reader.isFull) continue;
    stop.abort();
    yield { type: 'finish', reason: 'length' };
    return;
  }
}

/** Turns parts of the AI SDK into those of a {@link ModelPart}, and counts them. */
class PartReader {
  #text = 0;
  #reasoning = 0;
  #toolCalls = 0;
  #toolCharacters = 0;
  /** Call of the search under way; `null` after it, because there is one. */
  #search: string | null | undefined;
  #hasAsked = false;

  /** Whether nothing more is to be read. */
  get isFull(): boolean {
    return this.#text >= MAX_TEXT_CHARACTERS || this.#reasoning >= MAX_REASONING_CHARACTERS;
  }

  *read(part: TextStreamPart<ToolSet>): Generator<ModelPart> {
    switch (part.type) {
      case 'text-delta':
        yield* this.#readText(part.text);
        return;
      case 'reasoning-delta':
        if (part.text !== '') yield { type: 'reasoning', text: part.text };
        this.#reasoning += part.text.length;
        return;
      case 'tool-input-delta':
        this.#countTool(0, part.delta.length);
        return;
      case 'tool-call':
        this.#countTool(1, 0);
        if (part.invalid) return;
        if (part.toolName === ASK_TOOL) {
          if (!this.#hasAsked)
            yield { type: 'asked', id: part.toolCallId, question: part.input as ClarifyingQuestion };
          this.#hasAsked = true;
          return;
        }
        if (this.#search !== undefined) return;
        this.#search = part.toolCallId;
        yield { type: 'search', id: part.toolCallId, query: (part.input as { query: string }).query };
        return;
      case 'tool-result':
      case 'tool-error':
        if (this.#search !== part.toolCallId) return;
        this.#search = null;
        yield { type: part.type === 'tool-result' ? 'found' : 'search-failed', id: part.toolCallId };
        return;
      case 'error':
        throw part.error;
      case 'abort':
        throw new ModelFailure('unreachable');
      case 'finish':
        yield { type: 'finish', reason: part.finishReason };
    }
  }

  *#readText(text: string): Generator<ModelPart> {
    // Reasoning ends with line breaks that are not part of the answer, and without text there is no answer.
    const shown = (this.#text === 0 ? text.trimStart() : text).slice(0, MAX_TEXT_CHARACTERS - this.#text);
    this.#text += shown.length;
    if (shown !== '') yield { type: 'text', text: shown };
  }

  #countTool(calls: number, characters: number): void {
    this.#toolCalls += calls;
    this.#toolCharacters += characters;
    if (this.#toolCalls > MAX_TOOL_CALLS || this.#toolCharacters > MAX_TOOL_CHARACTERS) {
      throw new ModelFailure('invalid');
    }
  }
}

/** Parts that show that the model works. The others come from the package itself. */
const OUTPUT: ReadonlySet<string> = new Set([
  'text-delta',
  'reasoning-delta',
  'tool-input-delta',
  'tool-call',
]);

/** Pass a stream on, and abort it when its first output, or the next part, takes too long. */
async function* withinTime(
  stream: AsyncIterable<TextStreamPart<ToolSet>>,
  { firstToken, between }: ModelTimes,
  stop: AbortController,
): AsyncGenerator<TextStreamPart<ToolSet>, void> {
  const iterator = stream[Symbol.asyncIterator]();
  const began = performance.now();
  let hasOutput = false;
  try {
    for (;;) {
      const left = hasOutput ? between : Math.max(0, began + firstToken - performance.now());
      const timer = setTimeout(() => {
        stop.abort(new DOMException('The language model did not go on in time.', 'TimeoutError'));
      }, left);
      const { done, value } = await iterator.next().finally(() => clearTimeout(timer));
      stop.signal.throwIfAborted();
      if (done) return;
      hasOutput ||= OUTPUT.has(value.type);
      yield value;
    }
  } finally {
    await iterator.return?.();
  }
}
