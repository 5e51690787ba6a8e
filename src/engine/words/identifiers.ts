/** A word with the characters that code may have inside. */
const WRITTEN = /(?:--?|\$\$|__|[@./#$_])?[\p{L}\p{N}][\p{L}\p{N}._:/@#$*+-]*/gu;
const PUNCTUATION_AFTER = /[.:/-]+$/;
const CODE_PUNCTUATION = /^(?:--|[@.#$_])|[\p{L}\p{N}](?:[._:/@#$]|--)[\p{L}\p{N}]/u;
/** `C++`, `C#`, and directives with a short prefix: `v-for`. */
const SHORT_NAME = /^\p{L}+(?:\+\+|#)$|^\p{L}{1,2}-\p{L}/u;
const CAMEL_CASE = /^\p{Ll}\p{L}*\p{Lu}/u;
const PASCAL_CASE = /^\p{Lu}\p{L}*\p{Ll}\p{Lu}/u;

/** Return what stands between spaces and brackets in a text, as it is written: `--dry-run`, `astro.config.mjs`, `word`. */
export function writtenWords(text: string): string[] {
  return text.match(WRITTEN)?.map((match) => match.replace(PUNCTUATION_AFTER, '')) ?? [];
}

/** Return whether a written word is an identifier by its punctuation or its case: `getStaticPaths`, `--dry-run`, `astro.config.mjs`. */
export function isIdentifier(written: string): boolean {
  return CODE_PUNCTUATION.test(written) || SHORT_NAME.test(written) || CAMEL_CASE.test(written);
}

/** Return whether a word is written like a type: `ClientRouter`, but also `JavaScript` and `WordPress`. */
export function isTypeName(written: string): boolean {
  return PASCAL_CASE.test(written);
}
