import type { DocsIndex } from '../index/docs-index.ts';
import { foldWord, identifierParts, separateWords, wordsOf } from '../index/searchable-text.ts';
import { compoundsOf, hasCompounds, partsOf } from './compound-words.ts';
import { nearestWords } from './spelling.ts';

/** A query as the keyword index understands it. */
export interface KeywordQuery {
  /** FTS5 expression for the words; `null` when the query holds none. */
  expression: string | null;
  /** FTS5 expression for sections whose heading holds all the words; `null` for longer queries, which are no names. */
  nameExpression: string | null;
  /** Number of words in the whole query. */
  wordCount: number;
  /** Identifiers of the query as they are written: `getStaticPaths`, `--dry-run`, `astro.config.mjs`. */
  identifiers: { written: string; expression: string }[];
  /** Whether the query is nothing but identifiers. */
  isCode: boolean;
  /** Folded words that the visitor looks for, corrections included. */
  words: string[];
}

/** Words of a query that are looked for; the rest is left to the meaning. */
const MAX_WORDS = 24;
/** Identifiers of a query that are looked for as they are written: a pasted program is no name. */
const MAX_IDENTIFIERS = 4;
/** In a query of so few words the last one may be unfinished. */
const MAX_WORDS_WHILE_TYPING = 3;
/** A query of so few words may be the name of something. */
const MAX_WORDS_OF_NAME = 3;
const MIN_PREFIX_LENGTH = 2;

/** English words of questions, which say nothing about what is asked. Those of other languages are recognised by their frequency. */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being between both but by can could did do does doing
   don for from get gets getting had has have having he her here him his how i if in into is it its just like ll make makes me
   my no not of off on once one only or other our out over own re s same she should so some such t than that the their them then
   there these they this those through to too under until up us use used using ve very want was way we were what when where
   which while who whom why will with without won would you your`.split(/\s+/),
);

/** Code in a query: something between spaces that no prose has inside. */
const IDENTIFIER = /(?:--?|[@./#$_])?[\p{L}\p{N}][\p{L}\p{N}._:/@#$*+-]*/gu;
const CODE_PUNCTUATION = /^(?:--|[@.#$_])|[\p{L}\p{N}](?:[._:/@#$]|--)[\p{L}\p{N}]/u;
const CAMEL_CASE = /^\p{Ll}\p{L}*\p{Lu}/u;
/** `ClientRouter`, but also `JavaScript` and `WordPress`: an identifier only where nothing else is asked. */
const PASCAL_CASE = /^\p{Lu}\p{L}*\p{Ll}\p{Lu}/u;

/** Folded words that say what a query is about; all of its words when every one of them is a word of any question. */
export function tellingWords(query: string, index: DocsIndex): string[] {
  const all = [...new Set(wordsOf(query))];
  const telling = all.filter((word) => !FUNCTION_WORDS.has(word) && !index.isCommon(word));
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS);
}

/**
 * Reads what a visitor typed. Nothing of it reaches FTS5 but letters and digits between quotes.
 *
 * @param language what it is written in, where that is known
 */
export function readKeywordQuery(
  query: string,
  index: DocsIndex,
  language: string | undefined,
): KeywordQuery {
  const isUnfinished = /[\p{L}\p{N}]$/u.test(query);
  const all = [...new Set(wordsOf(query))];
  const words = tellingWords(query, index);
  if (words.length === 0) {
    return {
      expression: null,
      nameExpression: null,
      wordCount: 0,
      identifiers: [],
      isCode: false,
      words: [],
    };
  }

  const written = readIdentifiers(query);
  const codeWords = new Set(written.flatMap((identifier) => wordsOf(identifier.written)));
  const isCode = words.every((word) => codeWords.has(word));
  // `.astro` in a question about Astro stands in every section: it tells none from the others, and takes long to look up.
  const identifiers = written.filter(
    (identifier) => isCode || !wordsOf(identifier.written).every((word) => index.isCommon(word)),
  );
  const isCompounding = hasCompounds(language);
  const lookedFor = new Set(words);
  const terms = new Map<string, string>();
  for (const [at, word] of words.entries()) terms.set(word, readTerm(word, at));
  function readTerm(word: string, at: number): string {
    const isLast = word === all.at(-1) && at === words.length - 1;
    const mayGoOn = isUnfinished && isLast && word.length >= MIN_PREFIX_LENGTH;
    const isKnown = index.hasMatch(phrase(word));
    const compounds = isCompounding ? compoundsOf(word, index.words()) : [];
    for (const compound of compounds) lookedFor.add(compound);
    const forms = [...(isKnown ? [word] : []), ...compounds].map(phrase);
    if (mayGoOn && (!isKnown || all.length <= MAX_WORDS_WHILE_TYPING)) {
      const prefix = `${phrase(word)} *`;
      if (isKnown || index.hasMatch(prefix)) return [...forms, prefix].join(' OR ');
    }
    if (forms.length > 0) return forms.join(' OR ');
    const parts = isCompounding ? partsOf(word, (part) => index.hasMatch(phrase(part))) : null;
    if (parts !== null) {
      for (const part of parts) lookedFor.add(part);
      return `(${parts.map(phrase).join(' AND ')})`;
    }
    const { words: known, counts } = index.words();
    const corrections = nearestWords(word, known, counts);
    for (const correction of corrections) lookedFor.add(correction);
    return [word, ...corrections].map(phrase).join(' OR ');
  }
  const pairs = words.slice(1).map((word, at) => phrase(`${words[at]}${word}`));
  const expression = [
    ...terms.values(),
    ...identifiers.map((identifier) => identifier.expression),
    // "middle ware": written apart.
    ...pairs.filter((pair) => index.hasMatch(pair)),
  ].join(' OR ');
  // What is common in these documents is part of a name all the same: "keep the key" is not called "keep".
  const name = all.filter((word) => terms.has(word) || !FUNCTION_WORDS.has(word));
  const isName = name.length <= MAX_WORDS_OF_NAME;
  const nameTerms = name.map((word) => `(${terms.get(word) ?? phrase(word)})`);
  const nameExpression = isName ? `heading : (${nameTerms.join(' AND ')})` : null;
  return {
    expression,
    nameExpression,
    wordCount: all.length,
    identifiers,
    isCode,
    words: [...lookedFor],
  };
}

function readIdentifiers(query: string): KeywordQuery['identifiers'] {
  const written = new Set(query.match(IDENTIFIER)?.map((match) => match.replace(/[.:/-]+$/, '')));
  return [...written]
    .filter(
      (text) =>
        CODE_PUNCTUATION.test(text) ||
        CAMEL_CASE.test(text) ||
        (written.size === 1 && PASCAL_CASE.test(text)),
    )
    .slice(0, MAX_IDENTIFIERS)
    .flatMap((text) => {
      const expressions = [text, identifierParts(text)].map(wordsPhrase).filter((one) => one !== null);
      return expressions.length > 0 ? [{ written: text, expression: expressions.join(' OR ') }] : [];
    });
}

/** A phrase of the words of a text, as the index splits it. */
function wordsPhrase(text: string): string | null {
  const words = separateWords(text).match(/[\p{L}\p{N}\p{M}]+/gu);
  return words && phrase(words.map(foldWord).join(' '));
}

/** Quoted for FTS5. Only letters, digits, marks and spaces come here, so there is no quote to double. */
function phrase(words: string): string {
  return `"${words}"`;
}
