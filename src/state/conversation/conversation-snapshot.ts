import type { RequestFilter } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { SuggestedLink } from '../../protocol/reply/reply-links.ts';
import type { ReplyStatus } from '../../protocol/reply/reply-status.ts';

/**
 * State of an answer.
 *
 * ```
 * submitted → waiting | searching → streaming → done
 *                                             → empty        ended properly, but with no text
 *                                             → stopped      by the reader or by an abort part
 *                                             → interrupted  the body ended or broke before its end mark
 *                                             → error
 * ```
 */
export type AnswerStatus = ReplyStatus;

/** A tool that the assistant used on the way to its answer. */
export interface ToolStep {
  readonly id: string;
  readonly name: string;
  /** What was searched for, when the tool's input has a `query`. */
  readonly query: string | null;
  readonly state: 'running' | 'done' | 'failed';
}

/** A source of the answer, as named in the stream: pass `path` to `resolvePage` before linking to it. */
export interface AnswerSourceLink {
  readonly path: string;
  readonly title: string;
  /** Its beginning, as Markdown of at most 400 UTF-16 units. Not known of every source. */
  readonly excerpt?: string | undefined;
}

/** An answer as it is now; every change makes a new object. */
export interface Answer {
  readonly status: AnswerStatus;
  readonly messageId: string | null;
  /** Markdown, without the `suggestions` block. Grows only at its end while streaming. */
  readonly text: string;
  readonly reasoning: string;
  readonly steps: readonly ToolStep[];
  /** A mark such as `[1]` in the text refers to the first of them. */
  readonly sources: readonly AnswerSourceLink[];
  readonly suggestions: readonly SuggestedLink[];
  /** What the assistant asks the reader, as Markdown: each question a line, its choices a list. Not set if it asks nothing. */
  readonly asked?: string | undefined;
  /**
   * `length`: cut at the model's limit; `content-filter`: withheld in part; `unsupported`: the server asked for a tool of the client, or `asked` is set;
   * `uncertain`: the documentation may not answer the question; `aborted`: stopped by the server, not by the reader.
   */
  readonly note: 'length' | 'content-filter' | 'unsupported' | 'uncertain' | 'aborted' | null;
  /** Set when `status` is `error`, and with `interrupted` when something is known of the cause. */
  readonly failure: Failure | null;
}

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

/** Return all that an answer says: its text, then what it asks. */
export function wholeText({ text, asked = '' }: Answer): string {
  return asked ? `${text}\n\n${asked}`.trim() : text;
}

/** The reader's rating of an answer. */
export interface AnswerFeedback {
  readonly rating: 'positive' | 'negative';
  /** The reasons that the reader chose. */
  readonly reasons: readonly string[];
  readonly note: string;
}

/** A question with its answer. */
export interface Turn {
  readonly id: string;
  readonly question: string;
  /** Milliseconds since the epoch. */
  readonly askedAt: number;
  readonly filter: RequestFilter;
  readonly answer: Answer;
  /** Not set while the answer is not rated. */
  readonly feedback?: AnswerFeedback;
}

/** State of a conversation. */
export interface ConversationSnapshot {
  /** Id of the conversation on this device. */
  readonly id: string;
  /** `idle` when nothing runs, `busy` from `ask()` until the answer has ended. */
  readonly status: 'idle' | 'busy';
  /** Oldest first. A turn that did not change keeps its identity from one snapshot to the next. */
  readonly turns: readonly Turn[];
  readonly threadId: string | null;
  /** Whether the last `ask` had to start a new thread because the server no longer knew the old one. */
  readonly threadLost: boolean;
  /** Whether the last question waits until another tab, which writes this conversation, has its answer. */
  readonly waitsForTab: boolean;
}

/** The snapshot of an empty conversation. */
export const EMPTY_SNAPSHOT: Omit<ConversationSnapshot, 'id'> = {
  status: 'idle',
  turns: [],
  threadId: null,
  threadLost: false,
  waitsForTab: false,
};
