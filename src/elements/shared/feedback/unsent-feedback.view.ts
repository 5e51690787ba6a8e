import type { TemplateResult } from 'lit';
import { renderNotice, renderNoticeButton } from '../notice/notice.view.ts';
import type { FeedbackText } from './feedback-form.view.ts';

/** Draw the notice that feedback was not sent. */
export function renderUnsentFeedback(text: FeedbackText, sendAgain: () => void): TemplateResult {
  return renderNotice('error', text('feedbackFailed'), [renderNoticeButton(text('sendAgain'), sendAgain)]);
}
