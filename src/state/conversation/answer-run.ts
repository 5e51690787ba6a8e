import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import { applyContent, createContent, endReply } from '../../protocol/reply/reply-content.ts';
import { AnswerReader } from './answer.ts';
import type { Turn } from './conversation-snapshot.ts';
import type { Thread } from '../archive/thread-content.ts';

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
  readonly #reader = new AnswerReader();
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
    reads: AsyncIterable<readonly AnswerEvent[]> | readonly never[],
    onChange: () => void,
  ): Promise<Failure | undefined> {
    try {
      for await (const events of reads) {
        if (this.signal.aborted) break;
        const takesMore = events.every((event) => applyContent(this.#reply, event));
        const answer = this.#reader.read(this.turn.answer, this.#reply, events);
        this.turn = { ...this.turn, answer };
        onChange();
        if (!takesMore) break;
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
    endReply(this.#reply, how);
    this.turn = {
      ...this.turn,
      answer: this.#reader.readFinal(this.turn.answer, this.#reply, how.failure),
    };
    this.#resolve(this.turn);
    return this.turn;
  }

  /** Resolve `ended` with `null`, because the conversation is left. */
  drop(): void {
    this.#resolve(null);
  }
}
