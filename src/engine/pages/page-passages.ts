import type { MatchedRange } from '../../protocol/api.ts';
import { detectLanguage } from '../language/detect-language.ts';
import { isFunctionWord } from '../language/function-words.ts';
import type { Section } from '../sections/section.ts';
import { findMatchRanges } from '../words/match-ranges.ts';
import { identifierParts, readableText, wordsOf } from '../words/searchable-text.ts';
import { stem } from '../words/stem.ts';

/** A section of a page that has words of a question. */
export interface PagePassage {
  /** Headings above and including the section, outermost first, without the page's title. */
  headings: readonly string[];
  /** Missing before the first heading. */
  anchor?: string;
  /** Markdown of the section without its own heading. */
  content: string;
  /** Where `content` has words of the question. */
  ranges: readonly MatchedRange[];
}

/** Maximum number of words of a question that are looked up. */
const MAX_WORDS = 24;
/** Saturation of a word that is repeated, and the part of it that depends on the length of a section: little, within one page. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.2;
/** How much a word of the section's own heading, and one of those above, counts more than one of its text. */
const OWN_HEADING = 2;
const OTHER_HEADING = 0.5;

/**
 * Return the sections of a page that answer a question, best first: by its words, of which those count most that few sections of the
 * page have.
 *
 * @param sections all of the page, in order
 */
export function findPassages(sections: readonly Section[], question: string): PagePassage[] {
  const { language } = sections[0] ?? {};
  const words = contentWords(question, language);
  const wanted = new Set(words.map(stem));
  const read = sections.map(({ title, headings, content }) => ({
    text: countStems(content),
    own: countStems(headings.at(-1) ?? title),
    above: countStems(headings.slice(0, -1).join(' ')),
  }));
  const lengths = read.map(({ text }) => [...text.values()].reduce((sum, count) => sum + count, 1));
  const usual = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const weights = Array.from(wanted, (word) => {
    const count = read.filter(({ text, own }) => text.has(word) || own.has(word)).length;
    return [word, Math.log(1 + (sections.length - count + 0.5) / (count + 0.5))] as const;
  });
  const scoreOf = ({ text, own, above }: (typeof read)[number], length: number): number =>
    weights.reduce((score, [word, weight]) => {
      const count = text.get(word) ?? 0;
      const room = SATURATION * (1 - LENGTH_SHARE + (LENGTH_SHARE * length) / usual);
      const inText = (count * (SATURATION + 1)) / (count + room);
      const inHeading = own.has(word) ? OWN_HEADING : above.has(word) ? OTHER_HEADING : 0;
      return score + weight * (inText + inHeading);
    }, 0);
  return sections
    .map((section, at) => ({ section, score: scoreOf(read[at]!, lengths[at]!) }))
    .filter(({ section, score }) => score > 0 && section.content !== '')
    .toSorted((a, b) => b.score - a.score)
    .map(({ section: { headings, anchor, content } }) => ({
      headings,
      ...(anchor !== undefined && { anchor }),
      content,
      ranges: findMatchRanges(content, words),
    }));
}

/** Return the words of a question without function words; of one without others, all. */
function contentWords(question: string, language: string | undefined): string[] {
  const all = [...new Set(wordsOf(`${question} ${identifierParts(question)}`))];
  const spoken = detectLanguage(question, language) ?? language;
  const content = all.filter((word) => !isFunctionWord(word, spoken));
  return (content.length > 0 ? content : all).slice(0, MAX_WORDS);
}

function countStems(markdown: string): Map<string, number> {
  const counts = new Map<string, number>();
  const text = readableText(markdown);
  for (const word of wordsOf(`${text} ${identifierParts(text)}`)) {
    const key = stem(word);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}
