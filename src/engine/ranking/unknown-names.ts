import type { DocsFilter } from '../../protocol/api.ts';
import { primaryLanguage } from '../../protocol/language-tag.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { isIdentifier, isShortOption, isTypeName, writtenWords } from '../words/identifiers.ts';
import { foldWord, identifierParts, wordsOf } from '../words/searchable-text.ts';
import type { WordExpression } from '../words/word-expression.ts';
import type { CandidateIndex } from './candidate-index.ts';
import type { KeywordQuery } from './keyword-query.ts';
import type { SectionHit } from './search-index.ts';
import type { Lookup } from './section-index.ts';

/** Maximum number of names of a question. A pasted program has more, and they are the reader's own. */
const MAX_NAMES = 4;
const MAX_LENGTH = 80;
/** A single word of code, or a custom element, in a question. */
const MARKED = /`([^\s`]{3,80}?)`|<\/?([a-z][\w.]*-[\w.-]+)/gi;
/** Hyphenated words with what says that they are code: `part(answer-mark)`, "the event docs-opened". */
const KINDS =
  'attributes?|events?|options?|flags?|propert(?:y|ies)|commands?|settings?|parameters?|elements?|slots?|parts?|variables?|packages?|headers?|components?|hooks?|attribute?|ereignis|schalter|eigenschaft|befehl|einstellung|paket';
const HYPHENATED = new RegExp(
  `(?:\\b(?:${KINDS})\\s+|[("'=])(\\p{L}[\\p{L}\\d]*(?:-[\\p{L}\\d]+)+)|(?<![\\p{L}-])(\\p{L}[\\p{L}\\d]*(?:-[\\p{L}\\d]+){2,})\\s+(?:${KINDS})\\b`,
  'giu',
);
/** A capitalised word inside a sentence: the name of a product. */
const CAPITALISED =
  /(?<![.?!:\n]\s*|^\s*|[\p{L}\p{N}_.'’@/#-])\p{Lu}[\p{L}\p{N}]{2,}(?![\p{L}\p{N}_(/-]|\.\p{L})/gu;
/** Share of capitalised words from which a question is written like a title. */
const TITLE_SHARE = 0.6;
/** Words before a name of the reader's own: `my userStore`. */
const OWN =
  /(?:^|[^\p{L}])(?:my|our|own|named|called|mein\p{L}{0,2}|unser\p{L}{0,2}|eigene\p{L}?|namens|mon|ma|mes|notre|mi|nuestr[oa])\s+[`"'<]*$/iu;
const FILE =
  /\.(?:[cm]?[jt]sx?|vue|svelte|astro|json|ya?ml|toml|mdx?|html?|s?css|png|jpe?g|svg|webp|gif|pdf|txt|xml|sh|py|rb|go|rs|php|java|env|lock|conf|ini|csv|sql|log|db)$/i;
const SITE = /\.(?:com|org|net|io|dev|de|eu|uk|fr)$/i;
/** Names of every program: of the language, of the page, of the process. */
const OF_LANGUAGE =
  /^(?:console|document|window|process|JSON|Math|Object|Array|Promise|String|Number|Date)\./;
/** Brands (`iPhone`, `macOS`), sentences without a space between them (`works.Then`), abbreviations (`e.g`). */
const NO_NAME = /^\p{Ll}\p{Lu}|^(?:mac|tv|watch|web|chrome)OS$|^\p{Ll}+\.\p{Lu}\p{Ll}+$|^(?:\p{L}\.)+\p{L}$/u;
/** What the words alone do not tell from prose, as `--with-images`, so that it has to stand there as it is written. */
const NEEDS_WRITING = /^[-@$]|[:_]/;
/** A name that no prose has: `maxFiles`, `max_files`. */
const DISTINCTIVE = /\p{Ll}\p{Lu}|_/u;

/** Return the names of options, functions, packages and the like in a question, as they are written. */
export function namesOf(question: string): string[] {
  const names = new Set<string>();
  const add = (name: string) => {
    const at = question.indexOf(name);
    if (!OWN.test(question.slice(0, at)) && isName(name)) names.add(name);
  };
  const marked = [...question.matchAll(MARKED), ...question.matchAll(HYPHENATED)];
  for (const [, code, other] of marked) {
    const [word = '', ...others] = writtenWords((code ?? other)!);
    if (others.length === 0 && word.length > 2) add(word);
  }
  for (const word of writtenWords(question)) {
    const isOne = isIdentifier(word) && /--|[._:@$]|\p{Ll}\p{Lu}/u.test(word);
    if (isOne && ![...names].some((name) => name.includes(word))) add(word);
  }
  return names.size > MAX_NAMES ? [] : [...names];
}

function isName(word: string): boolean {
  if (word.length > MAX_LENGTH || isShortOption(word)) return false;
  if (/^v?\d|:\d|#|^[./]|\p{L}@|\*/u.test(word) || (word.includes('/') && !word.startsWith('@')))
    return false;
  return ![FILE, SITE, OF_LANGUAGE, NO_NAME].some((form) => form.test(word));
}

/**
 * Return the names of products in a question: the capitalised words, unless all are, or all nouns of the language.
 *
 * @param language of the question, if known
 */
export function productsOf(question: string, language: string | undefined): string[] {
  const found = question.match(CAPITALISED) ?? [];
  const words = writtenWords(question);
  const isTitle = words.filter((word) => /^\p{Lu}/u.test(word)).length > words.length * TITLE_SHARE;
  const hasNouns = isTitle || primaryLanguage(language ?? '') === 'de';
  return found.filter((word) => !hasNouns || isTypeName(word)).slice(0, MAX_NAMES);
}

/** Return the names of a question that no section has. */
export async function unknownNames(
  index: Pick<CandidateIndex, 'matches' | 'count' | 'written'>,
  { query, filter }: { query: string; filter: DocsFilter | null | undefined },
  { terms }: Pick<KeywordQuery, 'terms'>,
  lookup: Lookup,
): Promise<Pick<SectionHit, 'unknownNames'>> {
  const names = namesOf(query);
  const products = productsOf(query, detectLanguage(query, filter?.language) ?? filter?.language).filter(
    (product) => !names.some((name) => name.includes(product)),
  );
  const areKnown = await Promise.all([
    ...names.map((name) => isKnown(index, name, lookup)),
    ...products.map(async (product) => {
      const term = terms.get(foldWord(product));
      if (term === undefined || term.isKnown) return true;
      return (await index.count(term.likely ?? term.expression, lookup.ranges)) > 0;
    }),
  ]);
  const unknown = [...names, ...products].filter((_, at) => !areKnown[at]);
  return unknown.length > 0 ? { unknownNames: unknown } : {};
}

async function isKnown(
  index: Pick<CandidateIndex, 'matches' | 'count' | 'written'>,
  name: string,
  lookup: Lookup,
): Promise<boolean> {
  const expression = phraseOf(name);
  if (expression === null) return true;
  if (NEEDS_WRITING.test(name)) {
    const matches = await index.matches(expression, lookup);
    // What so many sections have is no invention.
    if (matches.length === lookup.limit) return true;
    if (matches.length > 0 && (await index.written({ written: name, expression }, matches)).size > 0)
      return true;
    return /^--no-./.test(name) ? isKnown(index, name.replace('--no-', '--'), lookup) : false;
  }
  const writings = [expression, phraseOf(identifierParts(name)), memberOf(name)];
  const counts = await Promise.all(
    writings.flatMap((one) => (one === null ? [] : [index.count(one, lookup.ranges)])),
  );
  return counts.some((count) => count > 0);
}

/**
 * Return how a member is found that stands without its owner: in a nested configuration with it in one section, a method of a class by
 * itself, because an instance has any name.
 */
function memberOf(name: string): WordExpression | null {
  const segments = name.split('.').filter((segment) => segment !== '');
  const [owner, member] = segments.slice(-2);
  if (owner === undefined || member === undefined) return null;
  const [ownerPhrase, memberPhrase] = [phraseOf(owner), phraseOf(member)];
  if (ownerPhrase === null || memberPhrase === null) return null;
  if (/^\p{Lu}/u.test(segments[0]!)) {
    if (DISTINCTIVE.test(member)) return memberPhrase;
    return segments.length > 2 ? phraseOf(`${owner}.${member}`) : null;
  }
  return { allOf: [ownerPhrase, memberPhrase] };
}

/** Return the words of a name as a phrase, split as in the index. */
function phraseOf(name: string): WordExpression | null {
  const words = wordsOf(name);
  return words.length === 0 ? null : { phrase: words.join(' ') };
}
