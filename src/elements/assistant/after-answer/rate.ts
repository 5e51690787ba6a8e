import type { AnswerFeedback, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import type { AssistantContext } from '../context.ts';
import type { FeedbackDetail } from '../docs-assistant.events.ts';

/** Store a rating, and dispatch it to the page; `null` removes it. */
export function rate({ host, store }: AssistantContext, turn: Turn, feedback: AnswerFeedback | null): void {
  const { messageId } = turn.answer;
  store.rate(turn.id, feedback);
  const detail: FeedbackDetail = { messageId, rating: null, reasons: [], note: '', ...feedback };
  host.emit('docs-assistant-feedback', detail);
  host.requestUpdate();
}
