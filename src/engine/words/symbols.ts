/** A code span that is an operator: `=>`. */
const SPAN = /`([^`\p{L}\p{N}\s]{1,5})`/gu;
/** An operator between spaces, in a heading or a query. */
const BARE = /(?<=^|\s)[!-/:-@[-^{-~]{1,5}(?=\s|$)/g;
/** Begins the word of an operator. No text of the languages that are searched has this letter. */
const MARK = '\u2d30';

/** Return words for the operators in a text, to be indexed with it: those in code spans, and in its heading also bare ones of two signs and more. */
export function operatorWords(heading: string, content: string): string[] {
  const spans = [...`${heading} ${content}`.matchAll(SPAN)].map(([, sign]) => sign!.replaceAll('\\|', '|'));
  const bare = (heading.match(BARE) ?? []).filter((sign) => sign.length > 1);
  return [...new Set([...spans, ...bare])].map(wordOf);
}

/** Return the words of the operators that a query without words consists of. */
export function operatorsOfQuery(query: string): string[] {
  return (query.match(BARE) ?? []).map(wordOf);
}

/** Code units in decimal: the index takes no stem of digits. */
function wordOf(sign: string): string {
  return MARK + Array.from(sign, (character) => String(character.charCodeAt(0)).padStart(3, '0')).join('');
}
