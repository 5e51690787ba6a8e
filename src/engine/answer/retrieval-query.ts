import { wordsOf } from '../words/searchable-text.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { isFunctionWord } from '../language/function-words.ts';
import { pointingWords } from '../language/references.ts';

/**
 * Whether a question can be looked up without the previous one: it can, it cannot, or its words leave both possible, as in "How do
 * I configure it for production?", which also is about production.
 */
export type Dependence = 'independent' | 'unclear' | 'dependent';

/** Words at the beginning of a question that are checked for references: a later pronoun refers to the question itself. */
const POINTING_RANGE = 6;
/** Content words up to which a question that points to the previous one says too little by itself. */
const FEW_CONTENT_WORDS = 1;
/** Content words up to which a question of nothing else may be a fragment: `pnpm`, `dark mode`. */
const FRAGMENT_WORDS = 2;
/** A Japanese or Chinese question that ends with its topic: `pnpmでは？`, `pnpm呢？`. */
const ENDS_WITH_TOPIC = /(?:は|なら|場合|呢)\s*[?？]?\s*$/u;

/**
 * Return whether a question depends on the previous one, by what is missing in it: it has no content word, or it points to
 * something that it does not name.
 *
 * @param pageLanguage language of the page that it was asked on
 */
export function dependenceOf(question: string, pageLanguage?: string): Dependence {
  const words = wordsOf(question);
  const language = detectLanguage(question, pageLanguage) ?? pageLanguage;
  const { references, leads } = pointingWords(language);
  const content = words.filter(
    (word) => !isFunctionWord(word, language) && !references.has(word) && !leads.has(word),
  );
  if (content.length === 0) return 'dependent';
  const points =
    [words[0]!, words.slice(0, 2).join('_')].some((lead) => leads.has(lead)) ||
    words.slice(0, POINTING_RANGE).some((word) => references.has(word)) ||
    ENDS_WITH_TOPIC.test(question);
  if (points) return content.length <= FEW_CONTENT_WORDS ? 'dependent' : 'unclear';
  const isFragment = content.length === words.length && words.length <= FRAGMENT_WORDS;
  return isFragment ? 'unclear' : 'independent';
}

/**
 * Return the query for a question that depends on an earlier one: the last one that can be understood by itself is put in front.
 *
 * @param earlierQuestions oldest first
 */
export function queryWithContext(
  question: string,
  earlierQuestions: readonly string[],
  pageLanguage?: string,
): string {
  const subject =
    earlierQuestions.findLast((earlier) => dependenceOf(earlier, pageLanguage) !== 'dependent') ??
    earlierQuestions.at(-1);
  return subject === undefined ? question : `${subject}\n${question}`;
}
