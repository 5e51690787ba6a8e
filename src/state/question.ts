import type { Message } from '../protocol/api.ts';

/** Longest question, in UTF-16 units. A longer one is not sent: its turn fails with `too-large`. */
export const MAX_QUESTION_LENGTH = 4000;

/** What was said, as it is sent. */
export function createMessage(id: string, role: string, text: string): Message {
  return { id, role, content: text, parts: [{ type: 'text', text }] };
}
