import type { Message } from '../../protocol/api.ts';
import { textUpTo } from '../storage/stored-values.ts';
import { wholeText, type Turn } from './conversation-snapshot.ts';
import { createMessage, MAX_QUESTION_LENGTH } from './question.ts';

/** Maximum number of messages that are sent with a question, itself included: what servers of this project accept. */
export const MAX_SENT_MESSAGES = 50;
/** Maximum number of bytes of messages that are sent, so that a body stays below the 65,536 bytes that servers of this project accept. */
export const MAX_SENT_BYTES = 60_000;
/** Maximum length of an earlier answer that is sent, in UTF-16 units, so that one long answer does not push out all other turns. */
const MAX_SENT_ANSWER_LENGTH = 6000;
/** Maximum length of a message id that is sent. */
const MAX_MESSAGE_ID_LENGTH = 256;

/**
 * Return the messages to send with a question: itself and the turns before it, as text only, the newest that fit. Answers
 * that were stopped or cut are included, because the reader saw them and a follow-up may refer to them.
 */
export function createMessages(earlier: readonly Turn[], asked: Turn): Message[] {
  const messages = [createMessage(asked.id, 'user', asked.question)];
  let room = MAX_SENT_BYTES - countBytes(messages);
  for (const { id, question, answer } of earlier.toReversed()) {
    if (question.length > MAX_QUESTION_LENGTH) continue;
    const pair = [createMessage(id, 'user', question)];
    const text = wholeText(answer);
    if (text.trim() !== '') {
      const answerId = textUpTo(MAX_MESSAGE_ID_LENGTH)(answer.messageId) ?? `${id}-answer`;
      pair.push(createMessage(answerId, 'assistant', text.slice(0, MAX_SENT_ANSWER_LENGTH)));
    }
    room -= countBytes(pair);
    if (room < 0 || messages.length + pair.length > MAX_SENT_MESSAGES) break;
    messages.unshift(...pair);
  }
  return messages;
}

function countBytes(messages: readonly Message[]): number {
  return new Blob([JSON.stringify(messages)]).size;
}
