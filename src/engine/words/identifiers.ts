/** A word with the characters that code may have inside. */
const WRITTEN = /(?:--?|\$\$|__|[@./#$_])?[\p{L}\p{N}][\p{L}\p{N}._:/@#$*+-]*/gu;
const PUNCTUATION_AFTER = /[.:/-]+$/;
const CODE_PUNCTUATION = /^(?:--|[@.#$_])|[\p{L}\p{N}](?:[._:/@#$]|--)[\p{L}\p{N}]/u;
/** `C++`, `C#`, and directives with a short prefix: `v-for`. */
const SHORT_NAME = /^\p{L}+(?:\+\+|#)$|^\p{L}{1,2}-\p{L}/u;
/** Short options, in which case counts: `-v`, `-V`, `-Wall`. */
const SHORT_OPTION = /^-\p{L}[\p{L}\p{N}]*$/u;
/** A version, with or without the letter before it: `2.1`, `v3.0.0-beta.1`. */
const VERSION = /^v?(?=\d+\.\d)/i;
const CAMEL_CASE = /^\p{Ll}\p{L}*\p{Lu}/u;
const PASCAL_CASE = /^\p{Lu}\p{L}*\p{Ll}\p{Lu}/u;

/** Return what stands between spaces and brackets in a text, as it is written: `--dry-run`, `astro.config.mjs`, `word`. */
export function writtenWords(text: string): string[] {
  return text.match(WRITTEN)?.map((match) => match.replace(PUNCTUATION_AFTER, '')) ?? [];
}

/** Return whether a written word is an identifier by its punctuation or its case: `getStaticPaths`, `--dry-run`, `astro.config.mjs`. */
export function isIdentifier(written: string): boolean {
  return [CODE_PUNCTUATION, SHORT_NAME, SHORT_OPTION, CAMEL_CASE].some((form) => form.test(written));
}

/** Return whether a written word is an option of one dash, which others contain: `-v` is in `--version`. */
export function isShortOption(written: string): boolean {
  return SHORT_OPTION.test(written);
}

/** Return how an identifier is also written: a version with its `v` or without it. */
export function otherWritings(written: string): string[] {
  const [letter] = VERSION.exec(written) ?? [];
  return letter === undefined ? [] : [letter === '' ? `v${written}` : written.slice(1)];
}

/** Return whether a word is written like a type: `ClientRouter`, but also `JavaScript` and `WordPress`. */
export function isTypeName(written: string): boolean {
  return PASCAL_CASE.test(written);
}
