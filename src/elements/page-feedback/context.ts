import type { ReactiveControllerHost } from 'lit';
import type { AnswerFeedback } from '../../state/conversation/conversation-snapshot.ts';
import type { FeedbackText } from '../shared/feedback/feedback-form.view.ts';

/** The element, as far as its form uses it. */
export interface PageFeedbackContext {
  readonly host: ReactiveControllerHost & { readonly renderRoot: HTMLElement | DocumentFragment };
  readonly text: FeedbackText;
  /** Keep feedback, dispatch it and post it. */
  give(feedback: AnswerFeedback): void;
}
