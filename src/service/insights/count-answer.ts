import type { Certainty } from '../../engine/ranking/certainty.ts';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { isRecord } from '../../protocol/record.ts';
import type { Question } from '../answer/question.ts';
import type { CountedProject, ProjectInsights } from './insights.ts';

/**
 * Pass the events of an answer on, and count its question by the certainty among them. An answer without one, such as that to a
 * greeting, is no answer from the documentation.
 *
 * @param messageId the answer's, for its rating
 */
export async function* countAnswer(
  insights: ProjectInsights | null,
  project: CountedProject,
  question: Question,
  events: AsyncIterable<AnswerEvent>,
  messageId?: string,
): AsyncGenerator<AnswerEvent, void> {
  for await (const event of events) {
    const certainty = event.type === 'metadata' && isRecord(event.value) ? event.value.certainty : undefined;
    if (certainty !== undefined) insights?.countAnswer(project, question, certainty as Certainty, messageId);
    yield event;
  }
}
