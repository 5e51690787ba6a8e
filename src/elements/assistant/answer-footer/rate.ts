import type { AnswerFeedback, Turn } from '../../../state/conversation-snapshot.ts';
import type { FeedbackDetail } from '../docs-assistant.events.ts';
import type { Panel } from '../panel/panel.ts';

/** Keeps what the reader thinks of an answer, and tells the page; `null` takes it back. */
export function rate({ host, store }: Panel, turn: Turn, feedback: AnswerFeedback | null): void {
  const { messageId } = turn.answer;
  store.rate(turn.id, feedback);
  const detail: FeedbackDetail = { messageId, rating: null, reasons: [], note: '', ...feedback };
  host.emit('docs-assistant-feedback', detail);
  host.requestUpdate();
}
