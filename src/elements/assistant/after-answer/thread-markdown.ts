import { splitQuestions } from '../../../protocol/reply/clarifying-question.ts';
import type { AnswerSourceLink, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { splitQuotes, titleOf } from '../../../protocol/quoted-question.ts';
import { pageLink } from '../../shared/links/page-link.ts';

type LinkHost = Parameters<typeof pageLink>[1];

/** Write an answer as self-contained Markdown: the text, what it asks, then the numbered list of the sources that it cites. */
export function answerMarkdown({ answer: { text, asked, sources } }: Turn, host: LinkHost): string {
  const lines = sources.map((source, index) => `${index + 1}. ${sourceMarkdown(source, host)}`);
  const questions = splitQuestions(asked).map((question) =>
    [
      escapeMarkdown(question.text),
      question.choices.map((choice) => `- ${escapeMarkdown(choice)}`).join('\n'),
    ]
      .filter(Boolean)
      .join('\n\n'),
  );
  return [text.trim(), ...questions, lines.join('\n')].filter(Boolean).join('\n\n');
}

/** Write a conversation as Markdown, under its heading. */
export function threadMarkdown(turns: readonly Turn[], heading: string, host: LinkHost): string {
  const parts = turns.flatMap((turn) => {
    const [quotes, words] = splitQuotes(turn.question.trim());
    const [title = '', ...more] = titleOf(turn.question).split('\n');
    const rest = words && more.join('\n').trim();
    return [`## ${escapeMarkdown(title)}`, quotes, rest, answerMarkdown(turn, host)];
  });
  return `${[`# ${escapeMarkdown(heading)}`, ...parts].filter(Boolean).join('\n\n')}\n`;
}

function sourceMarkdown({ path, title }: AnswerSourceLink, host: LinkHost): string {
  const link = pageLink(path, host);
  return link === null ? escapeMarkdown(title) : `[${escapeMarkdown(title)}](<${link.href}>)`;
}

function escapeMarkdown(text: string): string {
  const escaped = text.replace(/[\\`*_[\]<>#&~|]/g, '\\$&').replace(/\s+/g, ' ');
  // A text that would begin a list or a line.
  return escaped.replace(/^ ?([-+=])/, '\\$1').replace(/^ ?(\d+)([.)])/, '$1\\$2');
}
