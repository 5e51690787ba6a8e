import { randomUUID } from 'node:crypto';
import { applyContent, createContent, endReply, takeAddedText } from '../protocol/reply/reply-content.ts';
import type { ReplyContent } from '../protocol/reply/reply-content.ts';
import { takeQuestions } from '../protocol/reply/clarifying-question.ts';
import { readReplySources, type SuggestedLink } from '../protocol/reply/reply-links.ts';
import { SuggestionsReader } from '../protocol/reply/suggestions.ts';
import { RequestFailure } from '../protocol/failures/failure.ts';
import { defineCommand } from './define-command.ts';
import { DOCUMENTATION_OPTIONS, openDocumentation, readQuestion, SERVICE_KEY } from './documentation.ts';
import { ANSWER_VARIABLES } from './options.ts';
import { cleanLine, cleanText, toJsonLine } from './terminal-text.ts';

/** `docs-assistant ask QUESTION` */
export const command = defineCommand({
  usage: [
    'ask QUESTION --dir DIR [options]',
    'ask QUESTION --index PLACE [options]',
    'ask QUESTION --endpoint URL --domain NAME [options]',
  ],
  about: `Asks a documentation, and prints the answer as Markdown while it arrives, then its sources and what
it suggests. Without a language model the answer consists of quotes. The exit code is 1 when there is no answer, or not
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
    const printer = values.json ? null : createPrinter(reply);
    try {
      const message = { id: randomUUID(), role: 'user', content: question } as const;
      const messages = [{ ...message, parts: [{ type: 'text', text: question }] }];
      for await (const events of client.answer({ fp: randomUUID(), messages, filter })) {
        for (const event of events) applyContent(reply, event);
        if (printer) printer.print();
        else process.stdout.write(events.map(toJsonLine).join(''));
      }
    } finally {
      await close();
    }
    endReply(reply);
    printer?.end();
    checkEnd(reply);
    return 0;
  },
});

/** What the element says below an answer that ended in such a way. */
const NOTES = new Map([
  ['length', 'The answer ends here because it reached the maximum length.'],
  ['content-filter', 'A part of the answer was withheld.'],
]);
const UNCERTAIN = 'It is uncertain whether this documentation answers the question.';

/** Create what prints a reply as it grows: its text, then what the element draws below it. */
function createPrinter(reply: ReplyContent) {
  let reader = new SuggestionsReader();
  let printed = '';

  function print(streaming = true): void {
    const added = takeAddedText(reply);
    if (added === null) reader = new SuggestionsReader();
    reader.append(added ?? reply.text);
    const { text } = reader.read(streaming);
    // What was printed cannot be taken back: a text that was replaced is printed anew.
    const isGrown = text.startsWith(printed);
    process.stdout.write(cleanText(isGrown ? text.slice(printed.length) : `\n\n${text}`));
    printed = text;
  }

  return {
    print,
    end(): void {
      print(false);
      const below = describeBelow(reply, reader.read(false).suggestions);
      if (printed !== '' || below !== '')
        process.stdout.write(`${printed.endsWith('\n') ? '' : '\n'}${below}`);
    },
  };
}

function describeBelow(reply: ReplyContent, suggestions: readonly SuggestedLink[]): string {
  const note = NOTES.get(reply.finishReason ?? '') ?? (reply.ledger.certainty === 'low' ? UNCERTAIN : '');
  const sources = readReplySources(reply).map(
    ({ title, path }, index) => `[${index + 1}] ${cleanLine(title)}: ${cleanLine(path)}\n`,
  );
  const [questions = [], pages = []] = [true, false].map((isAsked) =>
    suggestions
      .filter(({ target }) => target.startsWith('?ask=') === isAsked)
      .map(({ label, target }) => `- ${cleanLine(isAsked ? label : `${label}: ${target}`)}\n`),
  );
  const asked = cleanText(takeQuestions(reply) ?? '');
  return [
    note && `${note}\n`,
    asked && `${asked}\n`,
    sources.join(''),
    pages.length > 0 && `Read next\n${pages.join('')}`,
    questions.length > 0 && `Ask next\n${questions.join('')}`,
  ]
    .filter(Boolean)
    .map((block) => `\n${block}`)
    .join('');
}

/** @throws Error with the reason why there is no whole answer */
function checkEnd({ status, error }: ReplyContent): void {
  if (status === 'done') return;
  if (error !== null) throw new RequestFailure(error);
  if (status === 'empty') throw new Error('The answer is empty.');
  throw new Error('The answer was cut off. Ask again.');
}
