import { randomUUID } from 'node:crypto';
import type { AnswerEvent } from '../protocol/reply/answer-event.ts';
import { applyContent, createContent, endReply, takeAddedText } from '../protocol/reply/reply-content.ts';
import type { ReplyContent } from '../protocol/reply/reply-content.ts';
import { readReplySources } from '../protocol/reply/reply-links.ts';
import { defineCommand } from './define-command.ts';
import { DOCUMENTATION_OPTIONS, openDocumentation, readQuestion, SERVICE_KEY } from './documentation.ts';
import { ANSWER_VARIABLES } from './options.ts';
import { cleanLine, cleanText, toJsonLine } from './terminal-text.ts';

/** `docs-assistant ask QUESTION` */
export const command = defineCommand({
  usage: ['ask QUESTION --dir DIR [options]', 'ask QUESTION --endpoint URL --domain NAME [options]'],
  about: `Asks a documentation, and prints the answer as Markdown while it arrives, then its sources. Without
a language model the answer consists of quotes. The exit code is 1 when there is no answer, or not
all of it.`,
  options: {
    ...DOCUMENTATION_OPTIONS,
    json: { about: 'print the events of the reply as JSON, one a line' },
  },
  variables: { ...SERVICE_KEY, ...ANSWER_VARIABLES },
  async run(values, positionals) {
    const question = readQuestion(positionals, 'question');
    const { client, filter, close } = await openDocumentation(values);
    const reply = createContent();
    const show = values.json ? showEvents : showText;
    try {
      const message = { id: randomUUID(), role: 'user', content: question } as const;
      const messages = [{ ...message, parts: [{ type: 'text', text: question }] }];
      for await (const events of client.answer({ fp: randomUUID(), messages, filter })) {
        for (const event of events) applyContent(reply, event);
        show(reply, events);
      }
    } finally {
      await close();
    }
    endReply(reply);
    show(reply, []);
    if (!values.json) process.stdout.write(describeEnd(reply));
    checkEnd(reply);
    return 0;
  },
});

function showEvents(_: ReplyContent, events: readonly AnswerEvent[]): void {
  process.stdout.write(events.map(toJsonLine).join(''));
}

function showText(reply: ReplyContent): void {
  // What was printed cannot be taken back: a text that was replaced is printed anew.
  const text = takeAddedText(reply) ?? `\n\n${reply.text}`;
  process.stdout.write(cleanText(text));
}

function describeEnd(reply: ReplyContent): string {
  const sources = readReplySources(reply).map(
    ({ title, path }, index) => `[${index + 1}] ${cleanLine(title)}: ${cleanLine(path)}\n`,
  );
  return sources.length > 0 ? `\n\n${sources.join('')}` : '\n';
}

/** @throws Error with the reason why there is no whole answer */
function checkEnd({ status, error }: ReplyContent): void {
  if (status === 'done') return;
  if (error !== null) throw new Error(cleanLine(error.message));
  if (status === 'empty') throw new Error('The answer is empty.');
  throw new Error('The answer was cut off. Ask again.');
}
