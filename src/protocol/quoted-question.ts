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
 * go on with the text below it.
 */
const QUOTES = /^(?:(?:>.*(?:\n>.*)*|(`{3,})[^`\n]*\n(?:(?!\1).*\n)*\1)(?:\s*$|\n{2,}))+/;

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

/** Return the words of a question that it is listed by: its own, or those that it quotes. */
export function titleOf(question: string): string {
  const [quotes, words] = splitQuotes(question.trim());
  return words || readQuotes(quotes)[0]?.text || question;
}
