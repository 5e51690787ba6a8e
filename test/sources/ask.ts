import { applyEvent, createReply, endReply, type AnswerSource, type Reply } from '../../src/client.ts';

export const QUESTION = 'How do I run code?';

/** What a conversation asks a source. */
export const REQUEST = {
  fp: 'f',
  messages: [{ id: 'm1', role: 'user', content: QUESTION, parts: [{ type: 'text', text: QUESTION }] }],
};

/** Ask a source, and read the whole answer. @param more fields of the request */
export async function ask(source: AnswerSource, more: object = {}): Promise<Reply> {
  const reply = createReply();
  for await (const events of source.answer({ ...REQUEST, ...more }))
    for (const event of events) applyEvent(reply, event);
  endReply(reply);
  return reply;
}
