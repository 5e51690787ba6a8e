/** A word of a Markdown text, as it is written, and where it starts: an UTF-16 offset. */
export interface ProseWord {
  word: string;
  start: number;
}

const MIN_LENGTH = 3;
/** What is longer is no word but data. */
const MAX_LENGTH = 40;
/** Further down a section nothing is looked for: nobody sees more of it in a list of results. In UTF-16 units. */
const MAX_TEXT_LENGTH = 20_000;

const HIDDEN = [
  // Fenced code, also where the fence is never closed.
  /^[ \t]*(`{3,}|~{3,})[^\n]*(?:\n(?![ \t]*\1)[^\n]*)*(?:\n[ \t]*\1[^\n]*)?/gm,
  // Addresses of links, and tags.
  /\]\([^()\s]*\)|<[^<>\n]{1,500}>/g,
];
/** A word as prose has it: no part of an identifier, a call, a path or an option. */
const WORD = /(?<![\p{L}\p{M}\p{N}_.$@/#-])[A-Za-z][a-z]{2,}(?![\p{L}\p{M}\p{N}_($]|[.:/@-][\p{L}\p{N}])/gu;

/** The English words that a reader finds in the prose of a Markdown text: no code, no addresses. */
export function proseWords(markdown: string): ProseWord[] {
  let text = markdown.slice(0, MAX_TEXT_LENGTH);
  // Spaces in their place keep the offsets.
  for (const pattern of HIDDEN) text = text.replace(pattern, (hidden) => ' '.repeat(hidden.length));
  const words: ProseWord[] = [];
  for (const { index, 0: word } of text.matchAll(WORD)) {
    if (word.length >= MIN_LENGTH && word.length <= MAX_LENGTH) words.push({ word, start: index });
  }
  return words;
}
