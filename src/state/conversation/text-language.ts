/** Length of the beginning of a text that its language is detected from, in UTF-16 units. */
const EXAMINED_LENGTH = 2_000;

/** Letters of the scripts that are distinguished, by the names of ISO 15924. */
const SCRIPTS: readonly (readonly [script: string, letters: RegExp])[] = [
  ['Latn', /\p{sc=Latin}/gu],
  ['Arab', /\p{sc=Arabic}/gu],
  ['Cyrl', /\p{sc=Cyrillic}/gu],
  ['Deva', /\p{sc=Devanagari}/gu],
  ['Grek', /\p{sc=Greek}/gu],
  ['Hans', /\p{sc=Han}/gu],
  ['Hebr', /\p{sc=Hebrew}/gu],
  // Before Han: a text with kana is Japanese, whatever its share of kanji.
  ['Jpan', /[\p{sc=Hiragana}\p{sc=Katakana}]/gu],
  ['Kore', /\p{sc=Hangul}/gu],
  ['Thai', /\p{sc=Thai}/gu],
];

/** Weight of a letter: technical terms are written in Latin letters in all languages, and kana are mixed with kanji. */
const WEIGHTS: Readonly<Record<string, number>> = { Latn: 1, Jpan: 12 };
const DEFAULT_WEIGHT = 4;

/** Stop words of the bundled languages in Latin script. */
const STOP_WORDS: Readonly<Record<string, readonly string[]>> = {
  de: ['der', 'die', 'das', 'und', 'ist', 'nicht', 'mit', 'eine', 'ein', 'sie', 'für', 'auf', 'wird', 'den'],
  en: ['the', 'and', 'is', 'of', 'to', 'you', 'with', 'for', 'that', 'this', 'it', 'your', 'are', 'can'],
  es: ['el', 'los', 'las', 'una', 'para', 'con', 'por', 'que', 'se', 'es', 'del', 'como', 'en', 'puede'],
  fr: ['le', 'les', 'des', 'une', 'est', 'dans', 'pour', 'vous', 'avec', 'et', 'du', 'sur', 'que', 'votre'],
  it: ['il', 'gli', 'che', 'una', 'per', 'con', 'non', 'della', 'di', 'è', 'nel', 'del', 'sono', 'questo'],
  pt: ['os', 'uma', 'para', 'com', 'não', 'que', 'em', 'você', 'do', 'da', 'é', 'no', 'seu', 'são'],
};

/** Minimum number and share of stop words of a language in a text of that language. */
const MIN_STOP_WORDS = 3;
const MIN_SHARE = 0.1;

/**
 * Detect the language of a Markdown text, for its `lang`: by its script, and by stop words where several bundled languages
 * share the script.
 *
 * @param expected the language to assume without evidence of another one
 * @returns a language tag, or `''` where the language is unknown
 */
export function findTextLanguage(markdown: string, expected: string): string {
  const text = markdown
    .slice(0, EXAMINED_LENGTH)
    .replace(/```[^]*?(?:```|$)|`[^`]*`|\]\([^)]*\)|https?:\S+/g, ' ')
    .toLowerCase();
  const script = findScript(text);
  if (script === undefined) return expected;
  const isExpected = usesScript(expected, script);
  if (script === 'Latn') return findByStopWords(text, expected) ?? (isExpected ? expected : '');
  return isExpected ? expected : new Intl.Locale(`und-${script}`).maximize().language;
}

function findScript(text: string): string | undefined {
  let found: string | undefined;
  let most = 0;
  for (const [script, letters] of SCRIPTS) {
    const weight = (text.match(letters)?.length ?? 0) * (WEIGHTS[script] ?? DEFAULT_WEIGHT);
    if (weight > most) [found, most] = [script, weight];
  }
  return found;
}

function usesScript(tag: string, script: string): boolean {
  const own = readLocale(tag)?.maximize().script;
  // Chinese and Japanese without kana share their letters.
  return own === script || (script === 'Hans' && (own === 'Hant' || own === 'Jpan'));
}

/** Return the language with the most stop words in the text; the expected one unless another has more. */
function findByStopWords(text: string, expected: string): string | undefined {
  const all = text.match(/\p{L}+/gu) ?? [];
  const count = (language: string): number =>
    all.filter((word) => STOP_WORDS[language]?.includes(word)).length;
  const own = readLocale(expected)?.language ?? '';
  let [found, most] = [expected, count(own)];
  for (const language of Object.keys(STOP_WORDS)) {
    const words = count(language);
    if (words > most) [found, most] = [language, words];
  }
  return most >= MIN_STOP_WORDS && most >= all.length * MIN_SHARE ? found : undefined;
}

function readLocale(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch {
    return undefined;
  }
}
