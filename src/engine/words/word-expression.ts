/** Words to look up in sections. All words are folded; see `foldWord`. */
export type WordExpression =
  /** These words in this order, separated by spaces. Other forms of a word (plural, past tense) match as well. */
  | { phrase: string }
  /** Any word that begins so. */
  | { prefix: string }
  | { anyOf: readonly WordExpression[] }
  | { allOf: readonly WordExpression[] };
