import type { Section } from './section.ts';
import { headingSynonyms } from '../words/heading-synonyms.ts';
import { operatorWords } from '../words/symbols.ts';
import { identifierParts, normalizeLetters, readableText } from '../words/searchable-text.ts';

/** The texts of a section that are searched by words. */
export interface SectionColumns {
  /** Title of the page. */
  title: string;
  /** The section's own heading, for the first section of a page also the title, and other names for the same. */
  heading: string;
  /** Its text, and for the first section the description of the page. */
  body: string;
  /** Words that help to find it: the headings above, the words inside identifiers, and those for operators. */
  context: string;
}

/** Weights of the columns in BM25: occurrences of a word are multiplied by them. */
export const COLUMN_WEIGHTS: Readonly<Record<keyof SectionColumns, number>> = {
  title: 2,
  heading: 3,
  body: 1,
  context: 0.5,
};

/** Return the searchable texts of a section. */
export function columnsOf(
  page: Pick<Section, 'title' | 'description'>,
  { headings, content }: Pick<Section, 'headings' | 'content'>,
  isFirst: boolean,
): SectionColumns {
  const title = normalizeLetters(page.title);
  const description = headings.length === 0 ? (page.description ?? '') : '';
  const body = normalizeLetters(`${description} ${readableText(content)}`);
  const own = normalizeLetters(headings.at(-1) ?? '');
  const heading = [...(isFirst ? [title] : []), ...(own ? [own] : [])].join(' ');
  const synonyms = [...(isFirst ? headingSynonyms(title, true) : []), ...headingSynonyms(own, false)];
  const parts = identifierParts(`${title} ${heading} ${body}`);
  const operators = operatorWords(heading, content).join(' ');
  return {
    title,
    heading: [heading, ...synonyms].join(' '),
    body,
    context: `${normalizeLetters(headings.slice(0, -1).join(' '))} ${parts} ${operators}`.trimEnd(),
  };
}
