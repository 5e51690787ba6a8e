import type { AnswerEvent } from '../protocol/answer-event.ts';
import type { Failure } from '../protocol/failure.ts';
import type { ReplyContent, ToolCall } from '../protocol/reply-content.ts';
import { holdBackFence, readFindings, readReplySources, SUGGESTIONS_FENCE } from '../protocol/reply-links.ts';
import { isRecord } from '../protocol/record.ts';
import type { splitSuggestions } from '../protocol/suggestions.ts';
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

/** What reads suggestions, once a reply has had some. */
let split: typeof splitSuggestions | null = null;

/** Loads what a reply has come to need. @returns `null` when nothing has to be waited for */
export function loadSuggestions(reply: ReplyContent): Promise<void> | null {
  if (split !== null || !SUGGESTIONS_FENCE.test(reply.text)) return null;
  return import('../protocol/suggestions.ts').then(
    (module) => void (split = module.splitSuggestions),
    () => {},
  );
}

/** Where suggestions cannot be read, a text ends before them: nobody wants to see them raw. */
function splitText(text: string, streaming: boolean): Pick<Answer, 'text' | 'suggestions'> {
  if (split !== null) return split(text, streaming);
  const shown = text.split(SUGGESTIONS_FENCE, 1)[0]!;
  return { text: streaming ? holdBackFence(shown) : shown, suggestions: [] };
}

/**
 * What the reader sees of a reply after these events. What they did not touch keeps its identity. Cuts what tools found
 * down to the names and beginnings of the pages: whole pages stand in there, and a thread would keep them all in memory.
 */
export function readAnswer(before: Answer, reply: ReplyContent, events: readonly AnswerEvent[]): Answer {
  const { text, suggestions } = splitText(reply.text, true);
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

/** What the reader sees of a reply that has ended. `failure` is what broke it off, if anything did. */
export function readFinalAnswer(before: Answer, reply: ReplyContent, failure: Failure | undefined): Answer {
  const { text, suggestions } = splitText(reply.text, false);
  const { status, error } = reply;
  return {
    ...before,
    status,
    text,
    suggestions,
    // A step that was never heard of again must not look busy for ever.
    steps: before.steps.map((step) => (step.state === 'running' ? { ...step, state: 'failed' } : step)),
    note: readNote(reply),
    failure: error ?? (status === 'interrupted' ? failure : null) ?? null,
  };
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
