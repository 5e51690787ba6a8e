import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import { takeAddedText, type ReplyContent, type ToolCall } from '../../protocol/reply/reply-content.ts';
import { readFindings, readReplySources } from '../../protocol/reply/reply-links.ts';
import { isRecord } from '../../protocol/record.ts';
import { SuggestionsReader } from '../../protocol/reply/suggestions.ts';
import type { Answer, ToolStep } from './conversation-snapshot.ts';

/** Maximum length of a query of a tool that is shown; longer ones are cut. */
const MAX_STEP_QUERY_LENGTH = 200;

/** The answer to a question that was sent, before anything has come. */
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

/** Reads one answer as its reply grows. */
export class AnswerReader {
  /** Separates the suggestions from the text. */
  #suggestions = new SuggestionsReader();

  /**
   * Return what the reader sees of a reply after these events. What they did not touch keeps its identity. Cuts what tools
   * found down to the names and beginnings of the pages: whole pages would stay in memory as long as the thread.
   */
  read(before: Answer, reply: ReplyContent, events: readonly AnswerEvent[]): Answer {
    const answer = this.#readText(before, reply, true);
    if (events.every((event) => event.type === 'text')) return answer;
    for (const call of reply.toolCalls) call.output = readFindings(call.output);
    return {
      ...answer,
      messageId: reply.messageId,
      steps: reply.toolCalls.map(readStep),
      sources: readReplySources(reply),
    };
  }

  /** Return what the reader sees of a reply that has ended. @param failure what interrupted it, if anything did */
  readFinal(before: Answer, reply: ReplyContent, failure: Failure | undefined): Answer {
    const { status, error } = reply;
    return {
      ...this.#readText(before, reply, false),
      // A step without an end would look busy for ever.
      steps: before.steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step)),
      note: readNote(reply),
      failure: error ?? (status === 'interrupted' ? failure : null) ?? null,
    };
  }

  #readText(before: Answer, reply: ReplyContent, streaming: boolean): Answer {
    const added = takeAddedText(reply);
    if (added === null) this.#suggestions = new SuggestionsReader();
    this.#suggestions.append(added ?? reply.text);
    const { text, suggestions } = this.#suggestions.read(streaming);
    const isSame = streaming && suggestions.length === before.suggestions.length;
    return {
      ...before,
      status: reply.status,
      text,
      reasoning: reply.reasoning ?? '',
      suggestions: isSame ? before.suggestions : suggestions,
    };
  }
}

function readNote({ status, finishReason, aborted, ledger }: ReplyContent): Answer['note'] {
  if (status === 'stopped') return aborted === null ? null : 'aborted';
  if (finishReason === 'length' || finishReason === 'content-filter') return finishReason;
  if (status === 'done' && ledger.openTools.size > 0) return 'unsupported';
  return ledger.certainty === 'low' ? 'uncertain' : null;
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
