import type { Root } from 'mdast';
import { wordsOf } from '../index/searchable-text.ts';
import type { Section, SectionHit } from '../search/search-engine.ts';

/** Characters that a quote from the best section, and from each of the others, should not exceed. */
const FIRST_QUOTE_LENGTH = 1400;
const FURTHER_QUOTE_LENGTH = 700;
/** A block longer than this is cut, wherever it stands. */
const MAX_BLOCK_LENGTH = 2400;
/** Sections that an answer is made of at most. */
const MAX_QUOTES = 3;
const STEM_LENGTH = 5;
/** Shortest word that a term is looked for inside of. */
const COMPOUND_LENGTH = 9;

/** A stretch of a section that is worth quoting, in its order. */
export interface Quote {
  section: Section;
  markdown: string;
}

/** A paragraph with the code, lists and tables that it introduces: quoted together or not at all. */
interface Passage {
  text: string;
  /** Words of the question in it. */
  terms: Set<string>;
}

/**
 * Chooses what to quote: of each section the passage with the rarest words of the question, and as many of its neighbours
 * as there is room for.
 *
 * @param words folded words that say what the question is about
 * @param hits best first; all of them are taken to be about the question
 */
export function chooseQuotes(
  words: readonly string[],
  hits: readonly SectionHit[],
  parseMarkdown: (text: string) => Root,
): Quote[] {
  const asked = termsOf(words);
  const sections = hits
    .slice(0, MAX_QUOTES)
    .map(({ section }) => ({ section, passages: readPassages(section.content, asked, parseMarkdown) }));
  const weigh = createWeights(sections.flatMap(({ passages }) => passages));
  return sections.map(({ section, passages }, index) => {
    const room = index === 0 ? FIRST_QUOTE_LENGTH : FURTHER_QUOTE_LENGTH;
    return { section, markdown: choosePassages(passages, passages.map(weigh), room) };
  });
}

/** Words by their beginnings, so that `rendering` is about `render`. */
export function termsOf(words: readonly string[]): Set<string> {
  return new Set(words.map((word) => word.slice(0, STEM_LENGTH)));
}

/** Those of the terms that stand in a text: at the beginning of a word, or, where they are long enough to tell, inside a compound. */
export function sharedTerms(terms: ReadonlySet<string>, text: string): Set<string> {
  const words = wordsOf(text);
  const present = termsOf(words);
  const compounds = words.filter((word) => word.length >= COMPOUND_LENGTH).join(' ');
  return new Set(
    [...terms].filter(
      (term) => present.has(term) || (term.length === STEM_LENGTH && compounds.includes(term)),
    ),
  );
}

function readPassages(
  content: string,
  asked: ReadonlySet<string>,
  parseMarkdown: (text: string) => Root,
): Passage[] {
  const passages: Passage[] = [];
  for (const node of parseMarkdown(content).children) {
    const written = content.slice(node.position?.start.offset, node.position?.end.offset);
    const terms = sharedTerms(asked, written);
    const text = cutBlock(written);
    const introduction = passages.at(-1);
    if (node.type === 'paragraph' || introduction === undefined) {
      passages.push({ text, terms });
    } else {
      introduction.text += `\n\n${text}`;
      for (const term of terms) introduction.terms.add(term);
    }
  }
  return passages;
}

/** A word of the question counts the more, the fewer passages have it. */
function createWeights(passages: readonly Passage[]): (passage: Passage) => number {
  const frequency = new Map<string, number>();
  for (const { terms } of passages) {
    for (const term of terms) frequency.set(term, (frequency.get(term) ?? 0) + 1);
  }
  return ({ terms }) => {
    let weight = 0;
    for (const term of terms) weight += Math.log(1 + passages.length / (frequency.get(term) ?? 1));
    return weight;
  };
}

/** The best passage and its neighbours, the weightier one first, while there is room. */
function choosePassages(passages: readonly Passage[], weights: readonly number[], room: number): string {
  let first = weights.indexOf(Math.max(...weights));
  let last = first;
  let length = passages[first]?.text.length ?? 0;
  const fits = (index: number): boolean => {
    const passage = passages[index];
    return passage !== undefined && length + passage.text.length <= room;
  };
  while (fits(first - 1) || fits(last + 1)) {
    const takesBefore = fits(first - 1) && (!fits(last + 1) || weights[first - 1]! > weights[last + 1]!);
    const taken = takesBefore ? --first : ++last;
    length += passages[taken]!.text.length;
  }
  return passages
    .slice(first, last + 1)
    .map(({ text }) => text)
    .join('\n\n');
}

function cutBlock(text: string): string {
  if (text.length <= MAX_BLOCK_LENGTH) return text;
  const fence = /^(`{3,}|~{3,})/.exec(text)?.[1];
  const end = text.lastIndexOf(fence === undefined ? ' ' : '\n', MAX_BLOCK_LENGTH);
  const kept = text.slice(0, end > 0 ? end : MAX_BLOCK_LENGTH);
  return fence === undefined ? `${kept} …` : `${kept}\n…\n${fence}`;
}
