import { wordsOf } from '../index/searchable-text.ts';

/** A question of so few words leans on the one before it. */
const SHORT_QUESTION_WORDS = 4;
/** Words that point back when a question begins with them or has little else. */
const POINTING_WORDS = new Set([
  ...[
    'it',
    'its',
    'that',
    'this',
    'these',
    'those',
    'they',
    'them',
    'there',
    'one',
    'and',
    'but',
    'instead',
    'also',
  ],
  ...[
    'es',
    'das',
    'dies',
    'diese',
    'dieser',
    'dieses',
    'damit',
    'dazu',
    'dafur',
    'davon',
    'und',
    'aber',
    'stattdessen',
  ],
  ...['eso', 'esto', 'esta', 'ese', 'lo', 'y', 'pero', 'cela', 'ca', 'ce', 'cette', 'et', 'mais'],
]);
/** A pronoun late in a long question points inside the question itself. */
const POINTING_RANGE = 6;

/**
 * Makes the query that sections are looked up with. A follow-up such as "and with pnpm?" says too little alone: the question
 * before it is put in front.
 *
 * @param earlierQuestions oldest first
 */
export function retrievalQuery(question: string, earlierQuestions: readonly string[]): string {
  const previous = earlierQuestions.at(-1);
  return previous !== undefined && isFollowUp(question) ? `${previous}\n${question}` : question;
}

/** Whether a question says too little without the one before it. */
export function isFollowUp(question: string): boolean {
  const words = wordsOf(question);
  return (
    words.length <= SHORT_QUESTION_WORDS ||
    words.slice(0, POINTING_RANGE).some((word) => POINTING_WORDS.has(word))
  );
}
