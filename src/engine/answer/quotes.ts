import { readableText, wordsOf } from '../words/searchable-text.ts';
import type { Section } from '../sections/section.ts';
import { stem } from '../words/stem.ts';
import type { SectionHit } from '../ranking/search-index.ts';
import { quotableContent } from './quotable-content.ts';
import { sectionName } from './section-link.ts';
import type { MarkdownNode, ParseMarkdown } from './text-of.ts';

/** Maximum number of characters of a quote: of the best section, and of each further one. */
const FIRST_QUOTE_LENGTH = 1400;
const FURTHER_QUOTE_LENGTH = 700;
/** Maximum length of a single block; a longer one is cut. */
const MAX_BLOCK_LENGTH = 2400;
/** Maximum number of sections that are quoted. */
const MAX_QUOTES = 3;
/** Share of linked text from which a passage is link-only: "See also", lists of examples. */
const LINK_ONLY_SHARE = 0.6;
/** Words with this many equal first letters count as forms of one word, because the stemmer is for English only. */
const BEGINNING_LENGTH = 5;
/** Minimum length of a word that is searched for terms inside it. */
const COMPOUND_LENGTH = 9;

/** An excerpt of a section. */
export interface SectionQuote {
  section: Section;
  markdown: string;
}

/** A paragraph with the code, lists and tables that it introduces. It is quoted as a whole or not at all. */
interface Passage {
  text: string;
  /** Words of the question in the passage. */
  terms: Set<string>;
  /** Visible characters: all, and those inside links. */
  seen: { all: number; linked: number };
}

/**
 * Choose the quotes for an answer: of each section the passage with the rarest words of the question, with as many of its
 * neighbours as fit. Link-only passages are quoted only if there are no others.
 *
 * @param words folded words of the question, without stop words
 * @param hits best first; all of them relevant
 */
export function chooseQuotes(
  words: readonly string[],
  hits: readonly SectionHit[],
  parseMarkdown: ParseMarkdown,
): SectionQuote[] {
  const sections = readSections(hits, new Set(words), parseMarkdown);
  const weigh = createWeights(sections.flatMap(({ passages }) => passages));
  return sections.map(({ section, passages }, index) => {
    const room = index === 0 ? FIRST_QUOTE_LENGTH : FURTHER_QUOTE_LENGTH;
    return { section, markdown: choosePassages(passages, weigh, room) };
  });
}

interface ReadSection {
  section: Section;
  passages: Passage[];
}

/** Return the best substantive sections, each once; link-only ones if there are no others. */
function readSections(
  hits: readonly SectionHit[],
  words: ReadonlySet<string>,
  parseMarkdown: ParseMarkdown,
): ReadSection[] {
  const asked = termsOf([...words]);
  const substantive: ReadSection[] = [];
  const linkOnly: ReadSection[] = [];
  const pages = new Map<string, string>();
  const contents = new Set<string>();
  for (const { section } of hits) {
    if (substantive.length === MAX_QUOTES) break;
    const content = quotableContent(section.content, words, parseMarkdown);
    const passages = readPassages(content, asked, parseMarkdown);
    // Other versions of a page have the same sections.
    const isRepeated =
      contents.has(content) || (pages.get(sectionName(section)) ?? section.path) !== section.path;
    if (passages.length === 0 || isRepeated) continue;
    pages.set(sectionName(section), section.path);
    contents.add(content);
    (passages.every(isLinkOnly) ? linkOnly : substantive).push({ section, passages });
  }
  return substantive.length > 0 ? substantive : linkOnly.slice(0, MAX_QUOTES);
}

/** Sort sections of one page in the order of the page; pages by their best section. */
export function inReadingOrder<Found extends { section: Section }>(quotes: readonly Found[]): Found[] {
  const pages = [...new Set(quotes.map(({ section }) => section.path))];
  return quotes.toSorted(
    (a, b) =>
      pages.indexOf(a.section.path) - pages.indexOf(b.section.path) || a.section.place - b.section.place,
  );
}

/** Return one term for all forms of a word: `render` and `rendering` are the same. */
export function termsOf(words: readonly string[]): Set<string> {
  return new Set(new Map(words.map((word) => [beginningOf(stem(word)), word])).values());
}

/** Return the terms in a text, in any form, or inside long compound words. */
export function sharedTerms(terms: ReadonlySet<string>, text: string): Set<string> {
  const words = wordsOf(text);
  const stems = new Set(words.map(stem));
  const beginnings = new Set(words.map(beginningOf));
  const compounds = words.filter((word) => word.length >= COMPOUND_LENGTH).join(' ');
  return new Set(
    [...terms].filter((term) => {
      const beginning = beginningOf(term);
      if (stems.has(stem(term)) || beginnings.has(beginning)) return true;
      return beginning.length === BEGINNING_LENGTH && compounds.includes(beginning);
    }),
  );
}

function beginningOf(word: string): string {
  return word.slice(0, BEGINNING_LENGTH);
}

function readPassages(content: string, asked: ReadonlySet<string>, parseMarkdown: ParseMarkdown): Passage[] {
  const passages: Passage[] = [];
  for (const node of parseMarkdown(content).children ?? []) {
    const written = content.slice(node.position?.start.offset, node.position?.end.offset);
    const terms = sharedTerms(asked, written);
    const text = cutBlock(pickLines(node, content, asked) ?? written);
    const seen = { all: visibleLength(node), linked: linkedLength(node) };
    const introduction = passages.at(-1);
    if (node.type === 'paragraph' || introduction === undefined) {
      passages.push({ text, terms, seen });
    } else {
      introduction.text += `\n\n${text}`;
      for (const term of terms) introduction.terms.add(term);
      introduction.seen.all += seen.all;
      introduction.seen.linked += seen.linked;
    }
  }
  return passages;
}

/**
 * Return the items of a long table or unordered list that have words of the question. The source link leads to the rest.
 *
 * @returns `null` if all of it is to be quoted
 */
function pickLines(node: MarkdownNode, content: string, asked: ReadonlySet<string>): string | null {
  if (node.type !== 'table' && (node.type !== 'list' || node.ordered)) return null;
  const at = (of: MarkdownNode, side: 'start' | 'end'): number => of.position?.[side].offset ?? 0;
  if (at(node, 'end') - at(node, 'start') <= FURTHER_QUOTE_LENGTH) return null;
  const children = node.children ?? [];
  const lines = node.type === 'table' ? children.slice(1) : children;
  const written = lines.map((line) => content.slice(at(line, 'start'), at(line, 'end')));
  const picked = written.filter((line) => sharedTerms(asked, readableText(line)).size > 0);
  if (picked.length === 0 || picked.length === lines.length) return null;
  const head = content.slice(at(node, 'start'), at(lines[0]!, 'start')).trimEnd();
  return `${[...(head === '' ? [] : [head]), ...picked].join('\n')}\n\n…`;
}

function isLinkOnly({ seen }: Passage): boolean {
  return seen.linked > seen.all * LINK_ONLY_SHARE;
}

function visibleLength({ children, value = '' }: MarkdownNode): number {
  return children?.reduce((sum, child) => sum + visibleLength(child), 0) ?? value.length;
}

function linkedLength(node: MarkdownNode): number {
  if (node.type === 'link' || node.type === 'linkReference') return visibleLength(node);
  return node.children?.reduce((sum, child) => sum + linkedLength(child), 0) ?? 0;
}

/** Weigh the words of the question by inverse document frequency: the fewer passages have a word, the more it counts. */
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

/** Return the best passage, extended by the heavier neighbour as long as it fits. Link-only passages at the edges are dropped. */
function choosePassages(
  passages: readonly Passage[],
  weigh: (passage: Passage) => number,
  room: number,
): string {
  const weights = passages.map((passage) => (isLinkOnly(passage) ? -1 : weigh(passage)));
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
  while (first < last && isLinkOnly(passages[first]!)) first++;
  while (last > first && isLinkOnly(passages[last]!)) last--;
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
