/** Returns the stem of a folded word. */
export type Stemmer = (word: string) => string;

/** Loads a stemmer. */
type Load = () => Promise<{ stemmer: Stemmer }>;

const norwegian: Load = () => import('@orama/stemmers/norwegian');

/** Snowball stemmers by language, each loaded when it is needed: a page must not get thirteen. The index itself has English stems. */
const STEMMERS: Readonly<Record<string, Load>> = {
  ar: () => import('@orama/stemmers/arabic'),
  da: () => import('@orama/stemmers/danish'),
  de: () => import('@orama/stemmers/german'),
  es: () => import('@orama/stemmers/spanish'),
  fi: () => import('@orama/stemmers/finnish'),
  fr: () => import('@orama/stemmers/french'),
  hu: () => import('@orama/stemmers/hungarian'),
  it: () => import('@orama/stemmers/italian'),
  nb: norwegian,
  nl: () => import('@orama/stemmers/dutch'),
  nn: norwegian,
  no: norwegian,
  pt: () => import('@orama/stemmers/portuguese'),
  ru: () => import('@orama/stemmers/russian'),
  sv: () => import('@orama/stemmers/swedish'),
};

/** Load the stemmer of a language, `de` for `de-AT`; `null` for English and for a language without one. */
export async function loadStemmer(language: string): Promise<Stemmer | null> {
  const load = Object.hasOwn(STEMMERS, language) ? STEMMERS[language] : undefined;
  return load ? (await load()).stemmer : null;
}
