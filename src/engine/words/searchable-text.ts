/** Scripts that write without spaces between words. */
const UNSPACED_RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u30fc]+/gu;
/** Made when it is needed: its dictionary takes ten milliseconds to load. */
let wordSegmenter: Intl.Segmenter | undefined;

const WORD = /[\p{L}\p{N}\p{M}]+/gu;
/** A change of case inside a word: `getStaticPaths`, `HTMLElement`. */
const MIXED_CASE_WORD = /\b\p{L}*(?:\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll})[\p{L}\p{N}]*/gu;
const CASE_CHANGE = /(?<=\p{Ll})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;

const ASCII = /^\p{ASCII}*$/u;
/** Latin letters with diacritics. In other scripts, marks distinguish letters: Japanese は and ば. */
const ACCENTED = /(?!\p{ASCII})\p{Script=Latin}\p{Mn}*|(?<=[a-z])\p{Mn}+/gu;

/** What is not seen in a word: soft hyphens and signs without width; vowel signs of Arabic and Hebrew, which most texts leave out. */
const UNSEEN =
  // oxlint-disable-next-line no-misleading-character-class -- the signs themselves
  /[\u00ad\u200b-\u200d\u2060\ufeff\u0640\u064b-\u065f\u0670\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]/g;

/** Letters that Unicode's own normalisation leaves, with those that readers type for them: two that are written as one, letters with a stroke, the dotless i, the ё of Russian, the alef of Arabic. */
const TYPED: Readonly<Record<string, string>> = Object.fromEntries(
  'ßss ẞSS æae ÆAE œoe ŒOE þth ÞTH øo ØO łl ŁL đd ĐD ðd ÐD ıi ёе ЁЕ أا إا آا ٱا ىي'
    .split(' ')
    .map(([letter = '', ...typed]) => [letter, typed.join('')]),
);
const TYPED_OTHERWISE = new RegExp(`[${Object.keys(TYPED).join('')}]`, 'g');

/** Return a text with one writing of each letter: full width, ligatures and combining marks as the usual letters, ß as ss. */
export function normalizeLetters(text: string): string {
  if (ASCII.test(text)) return text;
  return text
    .normalize('NFKC')
    .replace(UNSEEN, '')
    .replace(TYPED_OTHERWISE, (letter) => TYPED[letter]!);
}

const LINK = /\[([^[\]\n]*)\]\((?:[^()\s]|\([^()\s]*\))*\)/g;
const FENCE_LINE = /^[ \t]*(?:`{3,}|~{3,})(?:[\w-]*)(.*)$/gm;
const TABLE_RULE = /^\|?(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/gm;
const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** Remove addresses, fences, escapes and emphasis from Markdown. Approximate: for words and embeddings only. */
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

/** Put spaces between the words of Chinese, Japanese, Thai and other scripts without spaces. */
export function separateWords(text: string): string {
  if (ASCII.test(text)) return text;
  return text.replace(UNSPACED_RUN, (run) => {
    wordSegmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
    return ` ${Array.from(wordSegmenter.segment(run), ({ segment }) => segment).join(' ')} `;
  });
}

/** Return the words of a text, folded for comparison. */
export function wordsOf(text: string): string[] {
  return separateWords(normalizeLetters(text)).match(WORD)?.map(foldWord) ?? [];
}

/** Fold a word like the index: to lower case, and without diacritics if the letters are Latin. */
export function foldWord(word: string): string {
  const lower = normalizeLetters(word).toLowerCase();
  if (ASCII.test(lower)) return lower;
  return lower.replace(ACCENTED, (letter) => letter.normalize('NFD').replace(/\p{Mn}/gu, ''));
}

/** Return the words inside compound identifiers: `get Static Paths` for `getStaticPaths`. */
export function identifierParts(text: string): string {
  const parts = new Set<string>();
  for (const [identifier] of text.matchAll(MIXED_CASE_WORD))
    parts.add(identifier.split(CASE_CHANGE).join(' '));
  return [...parts].join(' ');
}
