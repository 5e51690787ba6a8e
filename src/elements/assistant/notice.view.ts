import { html, nothing, type TemplateResult } from 'lit';
import type { Turn } from '../../state/conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from '../../state/messages.ts';
import { describeAnswer, type NoticeAction } from './answer-notice.ts';
import { icons } from './icons.ts';
import type { Panel } from './panel.ts';

/** Draws a sentence about an answer, or about why there is none. */
export function renderNotice(
  kind: 'notice' | 'error',
  sentence: string,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div part=${kind} class="notice" data-kind=${kind}>
    ${kind === 'error' ? icons.warning : nothing}
    <span>${sentence}</span>
    ${action}
  </div>`;
}

/** Draws what has to be said about how an answer ended, with the way out where the turn is the last one. */
export function renderAnswerNotice(
  panel: Panel,
  turn: Turn,
  isLast: boolean,
): TemplateResult | typeof nothing {
  const notice = describeAnswer(turn);
  const sentence = noticeText(panel, turn, isLast ? panel.countdown.seconds : 0);
  if (notice === null || sentence === null) return nothing;
  const action = isLast && notice.action !== null ? renderAction(panel, turn, notice.action) : nothing;
  return renderNotice(notice.kind, sentence, action);
}

/** The sentence about how an answer ended; `null` when it ended well or has not ended. */
export function noticeText(panel: Panel, turn: Turn, seconds: number): string | null {
  const { text } = panel;
  const notice = describeAnswer(turn);
  if (notice === null) return null;
  if (notice.sentence === 'tooManyRequests' && seconds > 0)
    return text('tooManyRequestsFor', { count: seconds });
  return text(notice.sentence, {
    length: turn.question.length,
    limit: MAX_QUESTION_LENGTH,
    missing: panel.missing.join(', '),
  });
}

function renderAction(panel: Panel, turn: Turn, action: NoticeAction): TemplateResult {
  const { text, countdown } = panel;
  const waiting = action === 'retry' && countdown.seconds > 0;
  const [label, act] = {
    retry: [
      text(turn.answer.failure?.code === 'offline' ? 'sendAgain' : 'retry'),
      () => panel.handleRetry(),
    ] as const,
    edit: [text('editQuestion'), () => panel.handleEdit(turn)] as const,
    'new-thread': [text('continueInNewThread'), () => panel.handleContinueInNewThread(turn)] as const,
  }[action];
  return html`<button
    part="retry"
    class="retry"
    type="button"
    aria-disabled=${waiting}
    @click=${() => {
      if (!waiting) act();
    }}
  >
    ${label}
  </button>`;
}
