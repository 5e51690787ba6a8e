import type { QuestionContext } from './api.ts';

/** A text or a code block of the page that a question is about. */
export interface Quote {
  /** As it is sent. */
  readonly markdown: string;
  /** As it is on the page. */
  readonly text: string;
  readonly isCode: boolean;
}

/**
 * Quotes and code blocks, one after the other, each followed by a blank line or by nothing. A quote without a blank line would
 * go on with the text below it. A line of a quote is taken as a whole, because white space at its end would else be tried at each
 * of its characters.
 */
const QUOTES = /^(?:(?:>.*(?:\n>.*)*(?!.)|(`{3,})[^`\n]*\n(?:(?!\1).*\n)*\1)(?:\s*$|\n{2,}))+/;

const QUOTE = /(?:^>.*(?:\n>.*)*)|^(`{3,})[^`\n]*\n((?:(?!\1).*\n)*)\1$/gm;

/**
 * Split a question into the quotes and code blocks that it begins with, as Markdown, and its own words. A question about
 * something of the page is sent and kept as one Markdown text: this finds the parts again.
 */
export function splitQuotes(question: string): [quotes: string, words: string] {
  const [quotes = ''] = QUOTES.exec(question) ?? [];
  return [quotes.trimEnd(), question.slice(quotes.length)];
}

/** Read the quotes that {@link splitQuotes} has found. */
export function readQuotes(quotes: string): Quote[] {
  return [...quotes.matchAll(QUOTE)].map(([markdown, , code]) => ({
    markdown,
    text: code === undefined ? markdown.replace(/^> ?/gm, '') : code.trimEnd(),
    isCode: code !== undefined,
  }));
}

/**
 * Take the quotes out of a question, as the context that the hosted platform and our own service know. A question that has no words
 * of its own keeps them.
 *
 * @param path page that the question is asked on
 */
export function liftQuotes(
  question: string,
  path?: string | null,
): { context: QuestionContext[]; words: string } {
  const [quotes, words] = splitQuotes(question);
  if (words.trim() === '') return { context: [], words: question };
  const context = readQuotes(quotes)
    .filter(({ text }) => text.trim() !== '')
    .map(({ text, isCode }): QuestionContext => ({
      type: isCode ? 'code' : 'textSelection',
      value: text,
      ...(path && { path }),
    }));
  return { context, words };
}

/** Put a context in front of a question, as it is sent where the server does not know one. */
export function withQuotes(context: readonly QuestionContext[], question: string): string {
  const quotes = context.map(({ type, value }) =>
    type === 'code' ? writeCode(value) : value.replace(/^/gm, '> '),
  );
  return [...quotes, question].join('\n\n');
}

/** Write a block of code, whatever marks it has. @param language written behind the mark */
export function writeCode(code: string, language = ''): string {
  const longest = Math.max(2, ...[...code.matchAll(/`+/g)].map(([run]) => run.length));
  const mark = '`'.repeat(longest + 1);
  return `${mark}${language}\n${code}\n${mark}`;
}

/** Return the words of a question that it is listed by: its own, or those that it quotes. */
export function titleOf(question: string): string {
  const [quotes, words] = splitQuotes(question.trim());
  return words || readQuotes(quotes)[0]?.text || question;
}
