import type { Message } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { AnswerSource } from '../../protocol/sources.ts';

/** Maximum length of a question, in UTF-16 units. A longer one is not sent: its turn fails with `too-large`. */
export const MAX_QUESTION_LENGTH = 4000;

/** Questions that may begin with a quote or a code block. */
export const QUOTING = /^[>`]/;

/** Return a message as it is sent. */
export function createMessage(id: string, role: string, text: string): Message {
  return { id, role, content: text, parts: [{ type: 'text', text }] };
}

/** Return why a question cannot be sent, or `null`. */
export function refuseQuestion(question: string, source: AnswerSource | null): Failure | null {
  if (question.length > MAX_QUESTION_LENGTH) {
    const message = `The question is longer than ${MAX_QUESTION_LENGTH} characters.`;
    return { code: 'too-large', retryable: false, message };
  }
  if (source !== null) return null;
  return { code: 'not-configured', retryable: false, message: 'No endpoint or no domain is set.' };
}
