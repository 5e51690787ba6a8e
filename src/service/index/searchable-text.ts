/** Scripts that write without spaces between words. */
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
const wordSegmenter = new Intl.Segmenter('ja', { granularity: 'word' });

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** `getStaticPaths`, `HTMLElement`: a change of case inside a word. */
const MIXED_CASE_WORD = /\b\p{L}*(?:\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll})[\p{L}\p{N}]*/gu;
const CASE_CHANGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

/** Latin letters with diacritics. In other scripts marks tell letters apart: Japanese は and ば. */
const ACCENTED = /(?!\p{ASCII})\p{Script=Latin}\p{Mn}*|(?<=[a-z])\p{Mn}+/gu;

const LINK = /\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g;
const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})(?:[\w-]*)(.*)$/gm;
const TABLE_RULE = /^\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gm;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** What a reader sees of a piece of Markdown, roughly: no addresses, fences, escapes or emphasis. For words and meaning only. */
export function readableText(markdown: string): string {
  return markdown
    .replace(LINK, '$1')
    .replace(FENCE_LINE, '$1')
    .replace(TABLE_RULE, '')
    .replace(ESCAPE, '$1')
    .replace(/\*\*|`/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** Puts spaces between the words of Chinese, Japanese, Thai and other scripts that have none. */
export function separateWords(text: string): string {
  return text.replace(
    UNSPACED_RUN,
    (run) => ` ${Array.from(wordSegmenter.segment(run), ({ segment }) => segment).join(' ')} `,
  );
}

/** The words of a text as they are compared: lower case, without diacritics. */
export function wordsOf(text: string): string[] {
  return separateWords(text).match(WORD)?.map(foldWord) ?? [];
}

/** Lower case, and without diacritics where the letters are Latin, as the index does it. */
export function foldWord(word: string): string {
  return word.toLowerCase().replace(ACCENTED, (letter) => letter.normalize('NFD').replace(/\p{Mn}/gu, ''));
}

/** The words inside compound identifiers: `getStaticPaths` holds `get Static Paths`. */
export function identifierParts(text: string): string {
  const parts = new Set<string>();
  for (const [identifier] of text.matchAll(MIXED_CASE_WORD))
    parts.add(identifier.split(CASE_CHANGE).join(' '));
  return [...parts].join(' ');
}
