/** Marks of Markdown that stand between and around words, and what a link leads to. */
const MARKS = /\]\([^()\s]*\)|[*`[\]]/g;
/** Letters and digits of scripts that divide words by spaces. */
const OF_WORDS = /[\p{L}\p{N}_]/u;
const WITHOUT_SPACES =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Whether a text occurs in an answer as whole words. Case, white space and the marks of Markdown make no difference.
 *
 * @param answer Markdown
 */
export function occursIn(answer: string, text: string): boolean {
  const wanted = fold(text);
  return [answer, answer.replaceAll(MARKS, '')].some((one) => hasWords(fold(one), wanted));
}

function fold(text: string): string {
  return text.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}

function hasWords(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + 1)) {
    const isBegin = !goesOn(text[at - 1], wanted[0]);
    if (isBegin && !goesOn(wanted.at(-1), text[at + wanted.length])) return true;
  }
  return false;
}

/** Whether two characters belong to one word. */
function goesOn(left = ' ', right = ' '): boolean {
  return [left, right].every((character) => OF_WORDS.test(character) && !WITHOUT_SPACES.test(character));
}
