import type { TemplateResult } from 'lit';
import { renderNotice, renderWayOut } from '../notice/notice.view.ts';
import type { FeedbackText } from './feedback-form.view.ts';

/** Draw the notice that feedback was not sent. */
export function renderUnsentFeedback(text: FeedbackText, sendAgain: () => void): TemplateResult {
  return renderNotice('error', text('feedbackFailed'), [renderWayOut(text('sendAgain'), sendAgain)]);
}
