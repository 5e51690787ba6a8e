import type { Section } from '../../engine/sections/section.ts';
import { readableText } from '../../engine/words/searchable-text.ts';

/** Maximum number of texts of a fit: more take minutes to embed, and the vectors of words hardly change. */
const MAX_TEXTS = 40_000;
/** Maximum length of a text in UTF-16 units. Longer sentences are tables or data. */
const MAX_TEXT_LENGTH = 300;
const MIN_SENTENCE_WORDS = 4;
/** Spans of words are as long as questions: these lengths in turn. */
const SPAN_LENGTHS = [4, 6, 8, 5, 7, 9] as const;
/** Words of a section for each span that is taken from it, and most spans of a section. */
const WORDS_PER_SPAN = 30;
const MAX_SPANS = 4;

const FENCED_CODE = /^[ \t]*(`{3,}|~{3,})[^\n]*\n[\s\S]*?(?:^[ \t]*\1[`~]*[ \t]*$|(?![\s\S]))/gm;
const SENTENCE_END = /(?<=[.!?])\s+|(?<=[。！？])|\n+/u;

/**
 * Return the texts of a documentation that word vectors are fitted to: what a reader may ask in length and kind. Sentences, spans of
 * words, headings by themselves and with those above them, and descriptions. The same sections give the same texts.
 */
export function fitTexts(sections: readonly Section[]): string[] {
  const texts = new Set<string>();
  const add = (text: string): void => {
    const trimmed = text.trim();
    if (trimmed !== '' && trimmed.length <= MAX_TEXT_LENGTH) texts.add(trimmed);
  };
  let spans = 0;
  for (const { title, description, headings, content } of sections) {
    const heading = headings.at(-1);
    if (heading === undefined) {
      add(title);
      add(description ?? '');
    } else {
      add(heading);
      add([title, ...headings].join(' > '));
    }
    for (const line of content.replace(FENCED_CODE, '').split(SENTENCE_END)) {
      const sentence = readableText(line);
      if (sentence.split(' ').length >= MIN_SENTENCE_WORDS) add(sentence);
    }
    const words = readableText(content).split(' ');
    const count = Math.min(MAX_SPANS, Math.ceil(words.length / WORDS_PER_SPAN));
    for (let at = 0; at < count; at++) {
      const first = Math.floor(((at + 0.5) * words.length) / count);
      add(words.slice(first, first + SPAN_LENGTHS[spans++ % SPAN_LENGTHS.length]!).join(' '));
    }
  }
  return spread([...texts], MAX_TEXTS);
}

/** Return at most so many items, evenly spread. */
function spread<Item>(items: readonly Item[], most: number): Item[] {
  if (items.length <= most) return [...items];
  return Array.from({ length: most }, (_, at) => items[Math.floor((at * items.length) / most)]!);
}
