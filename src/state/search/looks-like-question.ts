/** Marks of questions. That of Latin is also in addresses and code, where a letter follows. */
const QUESTION_MARK = /[？؟¿՞፧\u037e]|\?(?=$|[\s"”»)])/;
/** Scripts that are written without spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Japanese particles, which are written as words and are none. */
const PARTICLE = /^\p{Script=Hiragana}$/u;
/** Words from which on a text is rather a question than a name. */
const MANY_WORDS = 4;

/** Whether a text is rather a question than words to look up: it has a question mark, or at least four words. */
export function looksLikeQuestion(text: string): boolean {
  return QUESTION_MARK.test(text) || countWords(text) >= MANY_WORDS;
}

function countWords(text: string): number {
  const words = text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  // Some browsers of 2023 know no words of these scripts.
  if (!UNSPACED.test(text) || !Intl.Segmenter) return words.length;
  return words.reduce((count, word) => count + (UNSPACED.test(word) ? countSegments(word) : 1), 0);
}

function countSegments(text: string): number {
  const segments = [...new Intl.Segmenter('ja', { granularity: 'word' }).segment(text)];
  return segments.filter(({ segment, isWordLike }) => isWordLike && !PARTICLE.test(segment)).length;
}
