import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import { lazy } from '../../protocol/lazy.ts';
import { isRecord } from '../../protocol/record.ts';
import {
  applyContent,
  createContent,
  endReply,
  takeAddedText,
  type ReplyContent,
  type ToolCall,
} from '../../protocol/reply/reply-content.ts';
import { readFindings, readReplySources } from '../../protocol/reply/reply-links.ts';
import { SuggestionsReader } from '../../protocol/reply/suggestions.ts';
import type { Thread } from '../archive/thread-content.ts';
import type { Answer, ToolStep, Turn } from './conversation-snapshot.ts';

/** Maximum length of a query of a tool that is shown; longer ones are cut. */
const MAX_STEP_QUERY_LENGTH = 200;

const clarifying = lazy(() => import('../../protocol/reply/clarifying-question.ts'));

/** The cause that ended an answer from outside. */
export interface RunEnd {
  readonly stopped?: boolean;
  readonly failure?: Failure;
}

/** An answer under way: its turn grows with the events of the reply, until it ends. */
export class AnswerRun {
  turn: Turn;
  /** The turn once its answer has ended; `null` if the conversation was left before. */
  readonly ended: Promise<Turn | null>;

  readonly #reply = createContent();
  /** Separates the suggestions from the text. */
  #suggestions = new SuggestionsReader();
  readonly #controller = new AbortController();
  /** Aborted when the run has ended. */
  readonly signal = this.#controller.signal;
  #resolve!: (turn: Turn | null) => void;

  constructor(turn: Turn) {
    this.turn = turn;
    this.ended = new Promise((resolve) => {
      this.#resolve = resolve;
    });
  }

  /** Whether nothing has come yet. */
  get isUnanswered(): boolean {
    return this.#reply.status === 'submitted';
  }

  /**
   * Stream the reply into the turn, until it ends or the run does.
   *
   * @param onChange called after each read
   * @returns the failure that interrupted the reply, if there was one
   */
  async stream(
    reads: AsyncIterable<readonly AnswerEvent[]> | Iterable<readonly AnswerEvent[]>,
    onChange: () => void,
  ): Promise<Failure | undefined> {
    try {
      for await (const events of reads) {
        if (this.signal.aborted) break;
        const takesMore = events.every((event) => applyContent(this.#reply, event));
        this.#readText(true);
        if (events.some((event) => event.type !== 'text')) this.#readParts();
        // A tool that is no search may ask the reader. Loaded before the end, because a stopped answer keeps its question.
        if (this.turn.answer.steps.some(({ query }) => query === null)) void clarifying.load();
        onChange();
        if (!takesMore) break;
      }
      // What waits for an output may be a question to the reader.
      if (this.#reply.ledger.openTools.size > 0) {
        await clarifying.load();
        this.#takeQuestions();
      }
    } catch (error) {
      return toFailure(error);
    }
    return undefined;
  }

  /** Return the thread of the reply, or the one before if the reply names none. */
  threadAfter(before: Thread | null): Thread | null {
    const { threadKey } = this.#reply;
    const threadId = this.#reply.threadId ?? before?.threadId;
    if (threadId === undefined) return before;
    // Servers send the key once, with a new thread; later replies have the id alone.
    return { ...(threadId === before?.threadId && before), threadId, ...(threadKey && { threadKey }) };
  }

  /** End the run. @returns the turn in its final state */
  end(how: RunEnd): Turn {
    this.#controller.abort();
    const reply = this.#reply;
    if (how.stopped) this.#takeQuestions();
    endReply(reply, how);
    this.#readText(false);
    this.#change({
      // A step without an end would look busy for ever.
      steps: this.turn.answer.steps.map((step) =>
        step.state === 'running' ? { ...step, state: 'failed' } : step,
      ),
      note: readNote(reply),
      failure: reply.error ?? (reply.status === 'interrupted' ? how.failure : null) ?? null,
    });
    this.#resolve(this.turn);
    return this.turn;
  }

  /** Resolve `ended` with `null`, because the conversation is left. */
  drop(): void {
    this.#resolve(null);
  }

  #takeQuestions(): void {
    this.#change({ asked: clarifying.value?.takeQuestions(this.#reply) ?? this.turn.answer.asked });
    this.#readParts();
  }

  /** Read the text, and what is suggested in it. */
  #readText(streaming: boolean): void {
    const reply = this.#reply;
    const added = takeAddedText(reply);
    if (added === null) this.#suggestions = new SuggestionsReader();
    this.#suggestions.append(added ?? reply.text);
    const { text, suggestions } = this.#suggestions.read(streaming);
    const before = this.turn.answer.suggestions;
    this.#change({
      status: reply.status,
      text,
      reasoning: reply.reasoning ?? '',
      suggestions: streaming && suggestions.length === before.length ? before : suggestions,
    });
  }

  /**
   * Read what is not text. Cuts what tools found down to the names and beginnings of the pages: whole pages would stay in
   * memory as long as the thread.
   */
  #readParts(): void {
    const reply = this.#reply;
    for (const call of reply.toolCalls) call.output = readFindings(call.output);
    this.#change({
      messageId: reply.messageId,
      steps: reply.toolCalls.map(readStep),
      sources: readReplySources(reply),
    });
  }

  /** Replace a part of the answer; the rest keeps its identity. */
  #change(change: Partial<Answer>): void {
    this.turn = { ...this.turn, answer: { ...this.turn.answer, ...change } };
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
