import type { RequestFilter } from '../../protocol/api.ts';
import type { FailureCode } from '../../protocol/failures/failure.ts';
import type { AnswerSourceLink, AnswerStatus } from '../../state/conversation/conversation-snapshot.ts';

/** Detail of `docs-assistant-show`. */
export interface ShowDetail {
  /**
   * Trigger that opens the panel: `launcher`, its own button; `shortcut`, a key; `trigger`, a button of the page or the one
   * at a selection; `link`, an address with `?ask=`; `search`, the option of a `<docs-search>`; `script`, a call of `show()`.
   */
  readonly source: 'launcher' | 'shortcut' | 'trigger' | 'link' | 'search' | 'script';
}

/** Detail of `docs-assistant-ask`. */
export interface AskDetail {
  readonly question: string;
  /** Restricts this question. A listener may change it, for instance add the `groups` of the visitor. */
  readonly filter: RequestFilter;
}

/** Detail of `docs-assistant-answered`: how an answer ended. */
export interface AnsweredDetail {
  readonly messageId: string | null;
  readonly threadId: string | null;
  readonly status: AnswerStatus;
}

/** Detail of `docs-assistant-error`. */
export interface ErrorDetail {
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** HTTP status, with code `http` only. */
  readonly status?: number;
}

/** Detail of `docs-assistant-feedback`. */
export interface FeedbackDetail {
  readonly messageId: string | null;
  /** `null` if the reader has removed the rating. */
  readonly rating: 'positive' | 'negative' | null;
  readonly reasons: readonly string[];
  readonly note: string;
}

/** Detail of `docs-assistant-handoff`. */
export interface HandoffDetail {
  /** The conversation in Markdown, as in the file that readers can save. */
  readonly markdown: string;
  readonly threadId: string | null;
  /** Address of the page that the reader is on. */
  readonly page: string;
}

/** Detail of `docs-assistant-navigate`. */
export interface NavigateDetail {
  /** Absolute URL of the link. */
  readonly url: string;
  /** The source that the link belongs to; `null` for a link in the text of an answer, and for a suggestion. */
  readonly source: AnswerSourceLink | null;
}

/** Detail of `docs-assistant-thread`. */
export interface ThreadDetail {
  /** `null` after a reset: the next question starts a new thread. */
  readonly threadId: string | null;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-assistant-show': CustomEvent<ShowDetail>;
    'docs-assistant-hide': CustomEvent<undefined>;
    'docs-assistant-ask': CustomEvent<AskDetail>;
    'docs-assistant-answered': CustomEvent<AnsweredDetail>;
    'docs-assistant-error': CustomEvent<ErrorDetail>;
    'docs-assistant-feedback': CustomEvent<FeedbackDetail>;
    'docs-assistant-handoff': CustomEvent<HandoffDetail>;
    'docs-assistant-navigate': CustomEvent<NavigateDetail>;
    'docs-assistant-thread': CustomEvent<ThreadDetail>;
  }
}
