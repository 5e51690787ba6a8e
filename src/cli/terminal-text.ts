/**
 * Control characters but line feed and tab, and invisible ones but the joiners of scripts and emoji: text of a documentation, a model or a
 * server could control the terminal with them, or show its characters in another order.
 */
const CONTROLS = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}]/gu;
/** Those, and what JSON leaves as it is although a terminal obeys it. */
const IN_JSON = /[\p{Cc}\p{Cf}]/gu;

/** Remove what could control the terminal. */
export function cleanText(text: string): string {
  return text.replace(CONTROLS, '');
}

/** Make one line of a text, without what could control the terminal. */
export function cleanLine(text: string): string {
  return text.replace(/(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}])+/gu, ' ');
}

/** Write a value as JSON in one line, with escapes for what could control the terminal. */
export function toJsonLine(value: unknown): string {
  const json = JSON.stringify(value).replace(IN_JSON, (character) =>
    Array.from(
      { length: character.length },
      (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
  return `${json}\n`;
}
