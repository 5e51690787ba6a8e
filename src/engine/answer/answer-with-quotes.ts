import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { SectionHit } from '../ranking/search-index.ts';
import { sourceEvents } from './answer-events.ts';
import { nearestNames } from './nearest-names.ts';
import type { AnswerPhrases } from './phrases.ts';
import { chooseQuotes, inReadingOrder } from './quotes.ts';
import { remotelyRelated, type Judgement } from './relevance.ts';
import { languageNote, sectionLink } from './section-link.ts';
import type { ParseMarkdown } from './text-of.ts';

/** The result of the retrieval for a question. */
export interface Retrieval {
  /** Best first. */
  hits: readonly SectionHit[];
  judgement: Judgement;
  /** The question without stop words. */
  words: readonly string[];
  phrases: AnswerPhrases;
  /** Language that the answer is in; quotes in another one say so. */
  language: string;
}

/** Links in an answer that found nothing. */
const NEAREST_LINKS = 3;
/** Id of the text in the reply. */
const TEXT_PART = 'text-1';

/** Answer with passages of the documentation, or say that it has none. */
export function* answerWithQuotes(
  { hits, judgement, words, phrases, language }: Retrieval,
  introduction: string,
  parseMarkdown: ParseMarkdown,
): Generator<AnswerEvent, void> {
  const quotes = inReadingOrder(chooseQuotes(words, judgement.relevant, parseMarkdown));
  yield* sourceEvents(
    quotes.map(({ section }) => section),
    language,
  );
  // Of an answer that there is not, only names of code are worth a word.
  const names = judgement.unknownNames.filter((name) => quotes.length > 0 || !/^\p{Lu}\p{L}+$/u.test(name));
  const notes = names.map((name) => unknownNote(name, hits, phrases));
  const text =
    quotes.length > 0
      ? [
          ...notes,
          judgement.certainty === 'low' ? phrases.uncertain : introduction,
          // Number of the source, which clients show as a mark.
          ...quotes.map(
            ({ section, markdown }, index) =>
              `### ${sectionLink(section)}${languageNote(section, language)} [${index + 1}]\n\n${markdown}`,
          ),
        ].join('\n\n')
      : [...notes, notFoundText(remotelyRelated(hits), phrases, language)].join('\n\n');
  yield* answerWithText(text);
}

/** Answer with a text that needs no sources, to the end of the answer. */
export function* answerWithText(text: string): Generator<AnswerEvent, void> {
  for (const piece of textPieces(text)) yield textEvent('delta', piece);
  yield textEvent('end');
  yield { type: 'step', phase: 'finish' };
  yield { type: 'finish', reason: 'stop' };
}

/** Return an event of the answer's text. */
function textEvent(phase: 'delta' | 'end', delta = ''): AnswerEvent {
  return { type: 'text', phase, part: TEXT_PART, delta };
}

/** Say that the documentation does not have a name, and which it has instead. */
function unknownNote(name: string, hits: readonly SectionHit[], phrases: AnswerPhrases): string {
  const texts = hits.flatMap(({ section }) => [...section.headings, section.content]);
  const nearest = nearestNames(name, texts).map((one) => `\`${one}\``);
  const note = nearest.length > 0 ? phrases.unknownNameNear : phrases.unknownName;
  return note.replace('{name}', () => `\`${name}\``).replace('{nearest}', () => nearest.join(', '));
}

function notFoundText(hits: readonly SectionHit[], phrases: AnswerPhrases, language: string): string {
  const links = hits
    .slice(0, NEAREST_LINKS)
    .map(({ section }) => `- ${sectionLink(section)}${languageNote(section, language)}`);
  return links.length === 0
    ? phrases.notFound
    : `${phrases.notFound} ${phrases.nearest}\n\n${links.join('\n')}`;
}

/** Characters per piece, about as many as a language model sends at once. */
const PIECE_LENGTH = 24;

/** Split a text into pieces that end between words, never inside a character. */
export function* textPieces(text: string): Generator<string> {
  let piece = '';
  for (const character of text) {
    piece += character;
    const ends = /\s/.test(character) ? piece.length >= PIECE_LENGTH : piece.length >= 2 * PIECE_LENGTH;
    if (!ends) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}
