/** UTF-16 units of text to a token of common models: letters of ASCII, letters of other alphabets, and signs that are words. */
const ASCII_PER_TOKEN = 4;
const LETTERS_PER_TOKEN = 2;
const WORD_SIGN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;
const OTHER =
  /[^\p{ASCII}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Extended_Pictographic}]/gu;

/** Estimate the tokens of a text: those of another model are within a third of it. */
export function estimateTokens(text: string): number {
  const signs = text.match(WORD_SIGN)?.join('').length ?? 0;
  const others = text.match(OTHER)?.join('').length ?? 0;
  const ascii = text.length - signs - others;
  return Math.ceil(ascii / ASCII_PER_TOKEN + others / LETTERS_PER_TOKEN + signs);
}

/** Return how many UTF-16 units of a text a number of tokens has, if it is the same all over. */
export function lengthOfTokens(text: string, tokens: number): number {
  const all = estimateTokens(text);
  return all <= tokens ? text.length : Math.floor((text.length * Math.max(0, tokens)) / all);
}
