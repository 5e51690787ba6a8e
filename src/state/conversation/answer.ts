import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { ReplyContent, ToolCall } from '../../protocol/reply/reply-content.ts';
import {
  holdBackFence,
  readFindings,
  readReplySources,
  SUGGESTIONS_FENCE,
} from '../../protocol/reply/reply-links.ts';
import { isRecord } from '../../protocol/record.ts';
import type { splitSuggestions } from '../../protocol/reply/suggestions.ts';
import type { Answer, ToolStep } from './conversation-snapshot.ts';

/** Longest query of a tool that is told to the reader; longer ones are cut. */
const MAX_STEP_QUERY_LENGTH = 200;

/** An answer that was asked for and of which nothing has come. */
export const SUBMITTED_ANSWER: Answer = {
  status: 'submitted',
  messageId: null,
  text: '',
  reasoning: '',
  steps: [],
  sources: [],
  suggestions: [],
  note: null,
  failure: null,
};

/** An answer that was not even asked for. */
export function failedAnswer(failure: Failure): Answer {
  return { ...SUBMITTED_ANSWER, status: 'error', failure };
}

/** What splits suggestions off a text, loaded with the first reply that has some. */
export type SplitSuggestions = typeof splitSuggestions;

/** A piece that is loaded at its first use. */
export interface LazyPiece<T> {
  /** The piece; `undefined` until it is loaded. */
  readonly value: T | undefined;
  /** Load the piece. Never rejects: returns `undefined` after a failure, and the next call tries again. */
  load(): Promise<T | undefined>;
}

/** Reads one answer as its reply grows. Looks for the start of suggestions in new lines only: a search of the whole text at every read would be O(n²). */
export class AnswerReader {
  readonly #suggestions: LazyPiece<SplitSuggestions>;
  /** Start of the last line that was searched. */
  #searched = 0;
  #hasSuggestions = false;

  constructor(suggestions: LazyPiece<SplitSuggestions>) {
    this.#suggestions = suggestions;
  }

  /**
   * Return what the reader sees of a reply after these events. What they did not touch keeps its identity. Cuts what tools
   * found down to the names and beginnings of the pages: whole pages would stay in memory as long as the thread.
   */
  read(before: Answer, reply: ReplyContent, events: readonly AnswerEvent[]): Answer {
    if (mayChangeWithin(reply, events)) this.#startOver();
    const { text, suggestions } = this.#splitText(reply.text, true);
    const answer = {
      ...before,
      status: reply.status,
      text,
      suggestions: suggestions.length === before.suggestions.length ? before.suggestions : suggestions,
    };
    if (events.every((event) => event.type === 'text')) return answer;
    for (const call of reply.toolCalls) call.output = readFindings(call.output);
    return {
      ...answer,
      messageId: reply.messageId,
      reasoning: reply.reasoning ?? '',
      steps: reply.toolCalls.map(readStep),
      sources: readReplySources(reply),
    };
  }

  /** Load what the last text has come to need. @returns `null` when nothing has to be waited for */
  load(): Promise<unknown> | null {
    return this.#hasSuggestions && this.#suggestions.value === undefined ? this.#suggestions.load() : null;
  }

  /** Return what the reader sees of a reply that has ended. `failure` is what broke it off, if anything did. */
  readFinal(before: Answer, reply: ReplyContent, failure: Failure | undefined): Answer {
    const { text, suggestions } = this.#splitText(reply.text, false);
    const { status, error } = reply;
    return {
      ...before,
      status,
      text,
      suggestions,
      // A step without an end must not look busy for ever.
      steps: before.steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step)),
      note: readNote(reply),
      failure: error ?? (status === 'interrupted' ? failure : null) ?? null,
    };
  }

  #startOver(): void {
    this.#searched = 0;
    this.#hasSuggestions = false;
  }

  /** Where suggestions cannot be read, the text ends before them, because their syntax is not for readers. */
  #splitText(text: string, streaming: boolean): Pick<Answer, 'text' | 'suggestions'> {
    const lines = text.slice(this.#searched);
    const fence = this.#hasSuggestions ? 0 : lines.search(SUGGESTIONS_FENCE);
    this.#hasSuggestions = fence >= 0;
    if (this.#hasSuggestions && this.#suggestions.value) return this.#suggestions.value(text, streaming);
    if (this.#hasSuggestions) return { text: text.split(SUGGESTIONS_FENCE, 1)[0]!, suggestions: [] };
    this.#searched += lines.lastIndexOf('\n') + 1;
    return { text: streaming ? holdBackFence(text) : text, suggestions: [] };
  }
}

/** Whether the text may have changed anywhere but at its end. */
function mayChangeWithin({ ledger, textParts }: ReplyContent, events: readonly AnswerEvent[]): boolean {
  const last = textParts.length - 1;
  return (
    events.some((event) => event.type === 'step' && event.phase === 'reset') ||
    [...ledger.text.values()].some((index) => index < last)
  );
}

function readNote({ status, finishReason, ledger }: ReplyContent): Answer['note'] {
  if (finishReason === 'length' || finishReason === 'content-filter') return finishReason;
  return status === 'done' && ledger.openTools.size > 0 ? 'unsupported' : null;
}

function readStep({ toolCallId, toolName, state, input }: ToolCall): ToolStep {
  const query = isRecord(input) && typeof input.query === 'string' ? input.query : null;
  return {
    id: toolCallId,
    name: toolName ?? '',
    query: query?.slice(0, MAX_STEP_QUERY_LENGTH) ?? null,
    state: state === 'output-available' ? 'done' : state.startsWith('input') ? 'running' : 'failed',
  };
}
