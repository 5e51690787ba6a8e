/** A code span that is an operator: `=>`. */
const SPAN = /`([^`\p{L}\p{N}\s]{1,5})`/gu;
/** An operator between spaces, in a heading or a query. */
const BARE = /(?<=^|\s)[!-/:-@[-^{-~]{1,5}(?=\s|$)/g;
const EMOJI = /\p{Extended_Pictographic}/gu;
/** Begins the word of an operator. No text of the languages that are searched has this letter. */
const MARK = '\u2d30';

/** Return words for the operators in a text, to be indexed with it: those in code spans, and in its heading also bare ones of two signs and more; and for its emoji. */
export function operatorWords(heading: string, content: string): string[] {
  const spans = [...`${heading} ${content}`.matchAll(SPAN)].map(([, sign]) => sign!.replaceAll('\\|', '|'));
  const bare = (heading.match(BARE) ?? []).filter((sign) => sign.length > 1);
  const emoji = `${heading} ${content}`.match(EMOJI) ?? [];
  return [...new Set([...spans, ...bare, ...emoji])].map(wordOf);
}

/** Return the words of the operators and emoji that a query without words consists of. */
export function operatorsOfQuery(query: string): string[] {
  return [BARE, EMOJI].flatMap((signs) => query.match(signs) ?? []).map(wordOf);
}

/** Code points in decimal: the index takes no stem of digits. */
function wordOf(sign: string): string {
  return MARK + Array.from(sign, (character) => String(character.codePointAt(0)).padStart(3, '0')).join('');
}
