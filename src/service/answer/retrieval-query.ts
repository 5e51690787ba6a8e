import { wordsOf } from '../index/searchable-text.ts';

/** A question with at most this many words depends on the previous one. */
const SHORT_QUESTION_WORDS = 4;
/** Words that refer to the previous question, at the beginning of a question or in a short one. */
const POINTING_WORDS: ReadonlySet<string> = new Set(
  `it its that this these those they them there one and but instead also es das dies diese dieser dieses damit
   dazu dafur davon und aber stattdessen eso esto esta ese lo y pero cela ca ce cette et mais`.split(/\s+/),
);
/** Words at the beginning of a question that are checked for references: a later pronoun refers to the question itself. */
const POINTING_RANGE = 6;

/**
 * Return the query that retrieves sections for a question. A follow-up such as "and with pnpm?" is not enough for retrieval, so
 * that the previous question is put in front.
 *
 * @param earlierQuestions oldest first
 */
export function retrievalQuery(question: string, earlierQuestions: readonly string[]): string {
  const previous = earlierQuestions.at(-1);
  return previous !== undefined && isFollowUp(question) ? `${previous}\n${question}` : question;
}

/** Return whether a question is incomplete without the previous one. */
export function isFollowUp(question: string): boolean {
  const words = wordsOf(question);
  return (
    words.length <= SHORT_QUESTION_WORDS ||
    words.slice(0, POINTING_RANGE).some((word) => POINTING_WORDS.has(word))
  );
}
