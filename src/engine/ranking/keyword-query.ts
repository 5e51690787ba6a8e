import { isIdentifier, isTypeName, otherWritings, writtenWords } from '../words/identifiers.ts';
import { identifierParts, wordsOf } from '../words/searchable-text.ts';
import type { WordExpression } from '../words/word-expression.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { primaryLanguage } from '../../protocol/language-tag.ts';
import { isFunctionWord } from '../language/function-words.ts';
import { compoundsOf, hasCompounds, partsOf } from '../words/compound-words.ts';
import type { Vocabulary } from './section-index.ts';
import { editDistance, nearestWords } from '../words/spelling.ts';
import { lookUpSpelling, otherSpellings, withoutUmlauts } from '../words/other-spellings.ts';
import { operatorsOfQuery } from '../words/symbols.ts';
import { isShortened, stem } from '../words/stem.ts';
import { completionsOf, formsOf } from '../words/vocabulary.ts';
import { loadStemmer, type Stemmer } from '../words/stemmers.ts';
import type { Identifier } from './candidate-index.ts';

/** A query for the keyword index. */
export interface KeywordQuery {
  /** Looks up the words; `null` for a query without words. */
  expression: WordExpression | null;
  /** The same without words that begin with the last one, which the documentation has; `null`: it has not, or nothing is completed. */
  exactExpression: WordExpression | null;
  /** Looks up headings with all the words; `null` for longer queries, which are no names. */
  nameExpression: WordExpression | null;
  /** Looks up headings with the function words of the query, too; `null`: it has none. */
  wholeNameExpression: WordExpression | null;
  /** The same for `exactExpression`. */
  exactNameExpression: WordExpression | null;
  /** Looks up headings with the words themselves, not in compounds; `null`: no compounds are looked up. */
  simpleNameExpression: WordExpression | null;
  /** Looks up headings with the two words of a query written as one; `null`: the documentation has no such word. */
  joinedNameExpression: WordExpression | null;
  /** Folded words of each phrase in quotation marks. */
  quoted: readonly (readonly string[])[];
  /** Number of words in the whole query. */
  wordCount: number;
  /** Number of words of a heading that has those of the query and no other: a compound may be written as two. */
  nameLength: number;
  /** Identifiers of the query as they are written: `getStaticPaths`, `--dry-run`, `astro.config.mjs`. */
  identifiers: Identifier[];
  /** Whether the query consists of identifiers only. */
  isCode: boolean;
  /** Folded words to highlight, corrections included. */
  words: string[];
  /** How each word is looked up. */
  terms: ReadonlyMap<string, QueryTerm>;
}

/** Maximum number of words that are looked up; further ones count for search by meaning only. */
const MAX_WORDS = 24;
/** Maximum number of identifiers that are looked up as written. A pasted program has too many. */
const MAX_IDENTIFIERS = 4;
/** In a query of at most this many words, the last one may be unfinished. */
const MAX_WORDS_WHILE_TYPING = 3;
/** A query of at most this many words may be a name. */
export const MAX_WORDS_OF_NAME = 3;
const MIN_PREFIX_LENGTH = 2;
/** Maximum number of words that a beginning is completed to, where they are looked up one by one. */
const MAX_COMPLETIONS = 20;

const DIGIT = /^\d$/;
const QUOTED = /"[^"]+"|“[^“”]+”|„[^„“]+“|«[^«»]+»|「[^「」]+」/g;
const NO_WORDS: KeywordQuery = {
  expression: null,
  exactExpression: null,
  nameExpression: null,
  wholeNameExpression: null,
  exactNameExpression: null,
  simpleNameExpression: null,
  joinedNameExpression: null,
  quoted: [],
  wordCount: 0,
  nameLength: 0,
  identifiers: [],
  isCode: false,
  words: [],
  terms: new Map(),
};

/**
 * Return the folded words of a query without stop words: the function words of its language, and what is frequent in these
 * documents. Of a query without other words, return the frequent ones, else all.
 */
export function contentWords(
  query: string,
  vocabulary: Pick<Vocabulary, 'isCommon'>,
  language: string | undefined,
): string[] {
  const all = wordsOfQuery(query);
  const spoken = detectLanguage(query, language) ?? language;
  const content = all.filter((word) => !isFunctionWord(word, spoken));
  const rare = content.filter((word) => !vocabulary.isCommon(word));
  return ([rare, content].find((words) => words.length > 0) ?? all).slice(0, MAX_WORDS);
}

/**
 * Read a query as typed.
 *
 * @param language language of the query, if known
 * @param stemmer that of `stemmerFor` the query; `null`: words have no other forms than those of the index
 */
export function readKeywordQuery(
  query: string,
  vocabulary: Vocabulary,
  language: string | undefined,
  stemmer: Stemmer | null,
): KeywordQuery {
  const all = wordsOfQuery(query);
  const content = contentWords(query, vocabulary, language);
  if (content.length === 0) return NO_WORDS;

  const written = readIdentifiers(query, content);
  const codeWords = new Set(written.flatMap((identifier) => wordsOf(identifier.written)));
  const words = withoutDigitsOf(codeWords, content);
  const isCode = words.every((word) => codeWords.has(word));
  // Skip `.astro` in a question about Astro: it is in every section, so that it ranks nothing and is slow to look up.
  const identifiers = written.filter(
    (identifier) => isCode || !wordsOf(identifier.written).every((word) => vocabulary.isCommon(word)),
  );
  const unfinished = /[\p{L}\p{N}]$/u.test(query) && words.at(-1) === all.at(-1) ? words.at(-1) : undefined;
  const isTyping = all.length <= MAX_WORDS_WHILE_TYPING;
  const spoken = spokenLanguage(query, language);
  const terms = new Map<string, QueryTerm>();
  for (const word of words) {
    const completion = word !== unfinished ? 'never' : isTyping ? 'always' : 'if-unknown';
    terms.set(word, readTerm(word, vocabulary, { spoken, stemmer, isAlone: all.length === 1 }, completion));
  }
  // "middle ware" also finds "middleware".
  // In a longer query, function words are only that.
  const pairs = joinPairs(isTyping ? all : words, vocabulary);
  const phrases = [...identifiers.map(({ expression }) => expression), ...pairs];
  const exactTerms = withVariant(terms, 'exact');
  const simpleTerms = withVariant(terms, 'simple');
  const named = detectLanguage(query, language) ?? language;
  // Words that are frequent in these documents count, because "keep the key" is not called "keep".
  const name = all.filter((word) => terms.has(word) || !isFunctionWord(word, named));
  const read = (wanted: ReadonlyMap<string, QueryTerm>) => ({
    all: { anyOf: [...Array.from(wanted.values(), ({ expression }) => expression), ...phrases] },
    name: readName(name, wanted),
  });
  const { all: expression, name: nameExpression } = read(terms);
  const exact = exactTerms && read(exactTerms);
  const simple = simpleTerms && read(simpleTerms);
  return {
    expression,
    exactExpression: exact?.all ?? null,
    nameExpression,
    wholeNameExpression: name.length < all.length && nameExpression ? readName(all, terms, Infinity) : null,
    exactNameExpression: exact?.name ?? null,
    simpleNameExpression: simple?.name ?? null,
    joinedNameExpression: all.length === 2 ? (pairs[0] ?? null) : null,
    quoted: quotedWords(query),
    wordCount: all.length,
    nameLength: all.reduce((length, word) => length + (terms.get(word)?.partCount ?? 1), 0),
    identifiers,
    isCode,
    words: [...new Set([...words, ...[...terms.values()].flatMap((term) => term.words)])],
    terms,
  };
}

function quotedWords(query: string): string[][] {
  return Array.from(query.matchAll(QUOTED), ([quote]) => wordsOf(quote)).filter(({ length }) => length > 1);
}

/** Leave out the digits of versions and addresses, which say nothing one by one, if there are other words. */
function withoutDigitsOf(codeWords: ReadonlySet<string>, words: readonly string[]): readonly string[] {
  const others = words.filter((word) => !(DIGIT.test(word) && codeWords.has(word)));
  return others.length > 0 ? others : words;
}

/** Return the words of the documentation that two words of a query are written as one. */
function joinPairs(words: readonly string[], vocabulary: Vocabulary): WordExpression[] {
  const pairs = words.slice(1).map((word, at) => `${words[at]}${word}`);
  return pairs.filter((pair) => vocabulary.has(pair)).map(phrase);
}

/** Return the words of a query, each once; of one without words, those of its operators. */
function wordsOfQuery(query: string): string[] {
  const words = wordsOf(query);
  return [...new Set(words.length > 0 ? words : operatorsOfQuery(query))];
}

/** Load the stemmer for the language of a query; `null` if it needs none. */
export async function stemmerFor(query: string, language: string | undefined): Promise<Stemmer | null> {
  return loadStemmer(primaryLanguage(spokenLanguage(query, language) ?? ''));
}

function spokenLanguage(query: string, language: string | undefined): string | undefined {
  return language ?? detectLanguage(query);
}

/** How a word of the query is looked up. */
export interface QueryTerm {
  expression: WordExpression;
  /** Folded words that are found instead of the word or beside it. */
  words: string[];
  /** The same without corrections of more than one letter, which may be another word; missing: it has none. */
  likely?: WordExpression;
  /** Whether these documents have the word as it is written. */
  isKnown: boolean;
  /** The same without longer words that begin so; missing: it has none of them. */
  exact?: WordExpression;
  /** The same without these and without compounds; missing: it has no compounds. */
  simple?: WordExpression;
  /** Number of words as which it is looked up, if it is a compound of several. */
  partCount?: number;
}

/** Return terms that are looked up without longer words, or without compounds; `null` when none has any. */
function withVariant(
  terms: ReadonlyMap<string, QueryTerm>,
  variant: 'exact' | 'simple',
): ReadonlyMap<string, QueryTerm> | null {
  if (![...terms.values()].some((term) => term[variant])) return null;
  return new Map(
    Array.from(terms, ([word, term]) => [word, { ...term, expression: term[variant] ?? term.expression }]),
  );
}

/**
 * Return how a word is looked up: as it is, in its other forms, in compound words, as a prefix, as the parts of a compound word, or with its
 * spelling corrected.
 *
 * @param completion when the word may be the beginning of a longer one
 */
function readTerm(
  word: string,
  vocabulary: Vocabulary,
  { spoken, stemmer, isAlone }: { spoken: string | undefined; stemmer: Stemmer | null; isAlone: boolean },
  completion: 'never' | 'if-unknown' | 'always',
): QueryTerm {
  const isKnown = vocabulary.has(word);
  const isCompounding = hasCompounds(spoken);
  const plain = withoutUmlauts(word);
  const isOtherPossible = plain !== word && (!isKnown || isCompounding);
  const inflected = (isOtherPossible ? [word, plain] : [word]).flatMap((one) => [
    ...(one !== word && vocabulary.has(one) ? [one] : []),
    ...(stemmer === null ? [] : formsOf(one, vocabulary, stemmer)),
  ]);
  const compounds = isCompounding ? compoundsOf(word, vocabulary.words(), isAlone) : [];
  const others = [...new Set([...inflected, ...compounds])];
  const forms = [...(isKnown ? [word] : []), ...others].map(phrase);
  const simple = compounds.length > 0 && { simple: { anyOf: [word, ...inflected].map(phrase) } };
  const mayComplete = completion !== 'never' && word.length >= MIN_PREFIX_LENGTH;
  // The index looks up the stem of a beginning, with which other words begin: `cor` of `cors`, but hardly any without its last e.
  const isBeginning = [word, word.replace(/e$/, '')].includes(stem(word));
  if (mayComplete && isKnown && completion === 'always' && isBeginning)
    return { ...anyOf([...forms, { prefix: word }], others, isKnown), exact: { anyOf: forms }, ...simple };
  if (mayComplete && !isKnown) {
    const beginnings = [...new Set([word, plain])].filter((one) => vocabulary.hasPrefix(one));
    if (beginnings.length > 0)
      return anyOf([...forms, ...beginnings.map((prefix) => ({ prefix }))], others, isKnown);
    // The stem of the whole word may be shorter than what has been typed: `secur` of `security`, after `securi`.
    const completions = completionsOf(vocabulary, word, MAX_COMPLETIONS).map((one) => one.word);
    if (completions.length > 0)
      return anyOf([...forms, ...completions.map(phrase)], [...others, ...completions], isKnown);
  }
  if (forms.length > 0) return { ...anyOf(forms, others, isKnown), ...simple };
  const parts = isCompounding ? partsOf(word, (part) => vocabulary.has(part)) : null;
  if (parts !== null)
    return { expression: { allOf: parts.map(phrase) }, words: parts, isKnown, partCount: parts.length };
  const known = vocabulary.words();
  const spellings = otherSpellings(word, known);
  const corrections = nearestWords(word, known.words, known.counts);
  const lookUp = (words: readonly string[]): WordExpression[] => [
    ...words.map(phrase),
    ...spellings.map(lookUpSpelling),
  ];
  const likely = corrections.filter((one) => editDistance(word, one, 1) <= 1);
  return {
    ...anyOf(lookUp([word, ...corrections]), [...spellings.flat(), ...corrections], isKnown),
    ...(likely.length < corrections.length && { likely: { anyOf: lookUp([word, ...likely]) } }),
  };
}

function anyOf(expressions: readonly WordExpression[], words: string[], isKnown: boolean): QueryTerm {
  return { expression: { anyOf: expressions }, words, isKnown };
}

/** Return the expression for headings with all the words of a short query. */
function readName(
  name: readonly string[],
  terms: ReadonlyMap<string, QueryTerm>,
  limit = MAX_WORDS_OF_NAME,
): WordExpression | null {
  if (name.length > limit) return null;
  return { allOf: name.map((word) => terms.get(word)?.expression ?? phrase(word)) };
}

function readIdentifiers(query: string, content: readonly string[]): KeywordQuery['identifiers'] {
  const written = new Set(writtenWords(query));
  const shortened = content.filter(isShortened);
  return (
    [...written]
      // The name of a type is an identifier only if it is the whole query.
      .filter((text) => isIdentifier(text) || (written.size === 1 && isTypeName(text)))
      .flatMap((text) => [text, ...otherWritings(text)])
      .concat(shortened)
      .slice(0, MAX_IDENTIFIERS)
      .flatMap((text) => {
        const expressions = [text, identifierParts(text)].map(wordsPhrase).filter((one) => one !== null);
        return expressions.length > 0 ? [{ written: text, expression: { anyOf: expressions } }] : [];
      })
  );
}

/** Return the words of a text as a phrase, split as in the index. */
function wordsPhrase(text: string): WordExpression | null {
  const words = wordsOf(text);
  return words.length === 0 ? null : phrase(words.join(' '));
}

function phrase(words: string): WordExpression {
  return { phrase: words };
}
