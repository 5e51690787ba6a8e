import type { Root } from 'mdast';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { DocsFilter } from '../../protocol/api.ts';
import type { Section } from '../index/section.ts';
import type { SearchEngine, SectionHit } from '../search/search-engine.ts';
import { toSearchResult } from '../search/search-result.ts';
import type { HistoryMessage, LanguageModel } from './model/language-model.ts';
import { phrasesFor, type AnswerPhrases } from './phrases.ts';
import { chooseQuotes, inReadingOrder } from './quotes.ts';
import { relevantHits, remotelyRelated } from './relevance.ts';
import { isFollowUp, retrievalQuery } from './retrieval-query.ts';
import { retrieveSections } from './retrieve.ts';
import { resolveRootLinks, type FindPage } from './root-links.ts';
import { sectionAddress, sectionLink, sectionName } from './section-link.ts';
import { textPieces } from './text-pieces.ts';

/** The parts that answers are made of. */
export interface AnswerSources {
  engine: SearchEngine;
  /** `null`: answers consist of quotes. */
  model: LanguageModel | null;
  parseMarkdown: (text: string) => Root;
  /** Called when the language model failed. */
  onModelFailure: (error: unknown) => void;
}

export interface Question {
  text: string;
  /** The conversation before it, oldest first. */
  history: readonly HistoryMessage[];
  filter: DocsFilter | undefined;
  /** Number of sections to retrieve. */
  pageSize: number;
}

/** The result of the retrieval for a question. */
interface Found {
  /** Best first. */
  hits: readonly SectionHit[];
  /** Those that are relevant to the question, by {@link relevantHits}. */
  relevant: readonly SectionHit[];
  /** The question without stop words. */
  words: readonly string[];
  phrases: AnswerPhrases;
}

/** Characters per section in the search step of a reply. A client has the link for the rest. */
const RESULT_CHARACTERS = 500;
/** Links in an answer that found nothing. */
const NEAREST_LINKS = 3;
const SEARCH_CALL_ID = 'search-1';
const TEXT_PART = 'text-1';

/**
 * Retrieve sections for a question and answer it: with the language model, or with quotes. The events are those between the start
 * of the message and its end.
 */
export async function* answerQuestion(
  sources: AnswerSources,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const query = await makeQuery(sources, question, signal);
  yield { type: 'step', phase: 'start' };
  yield {
    type: 'tool',
    id: SEARCH_CALL_ID,
    name: 'search',
    state: 'input-available',
    input: { query, ...(question.filter && { filter: question.filter }) },
  };
  const hits = await retrieveSections(sources.engine, query, question);
  signal.throwIfAborted();
  yield {
    type: 'tool',
    id: SEARCH_CALL_ID,
    name: 'search',
    state: 'output-available',
    output: { type: 'search', results: hits.map((hit) => toSearchResult(hit, RESULT_CHARACTERS)) },
  };
  yield { type: 'step', phase: 'finish' };
  yield { type: 'step', phase: 'start' };
  const phrases = phrasesFor(question.filter?.language ?? hits[0]?.section.language);
  const { engine, parseMarkdown } = sources;
  const words = engine.contentWords(query);
  const findPage: FindPage = (address) => engine.findPage(address);
  const quotable = hits.map((hit) => ({
    ...hit,
    section: resolveRootLinks(hit.section, parseMarkdown, findPage),
  }));
  const found: Found = { hits: quotable, relevant: relevantHits(words, quotable), words, phrases };
  if (sources.model === null) yield* answerWithQuotes(sources, found, phrases.quoted);
  else yield* answerWithModel(sources, sources.model, question, found, signal);
}

async function makeQuery(sources: AnswerSources, question: Question, signal: AbortSignal): Promise<string> {
  const earlier = question.history.filter(({ role }) => role === 'user').map(({ text }) => text);
  const simple = retrievalQuery(question.text, earlier);
  if (sources.model === null || earlier.length === 0 || !isFollowUp(question.text)) return simple;
  try {
    return (await sources.model.rewriteQuestion(question.text, question.history, signal)) || simple;
  } catch (error) {
    signal.throwIfAborted();
    sources.onModelFailure(error);
    return simple;
  }
}

async function* answerWithModel(
  sources: AnswerSources,
  model: LanguageModel,
  { text: question, history }: Question,
  found: Found,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { hits, phrases } = found;
  const sections = hits.map(({ section }) => section);
  let hasBegun = false;
  let finishReason = 'stop';
  try {
    for await (const part of model.answer({ question, history, sections }, signal)) {
      if ('finishReason' in part) {
        finishReason = part.finishReason;
        continue;
      }
      if (!hasBegun) yield* sourceEvents(hits);
      hasBegun = true;
      yield textEvent('delta', part.text);
    }
  } catch (error) {
    signal.throwIfAborted();
    sources.onModelFailure(error);
    if (hasBegun) {
      yield textEvent('end');
      yield { type: 'error', message: phrases.brokenOff };
      yield { type: 'finish', reason: 'error' };
      return;
    }
  }
  if (!hasBegun) {
    yield* answerWithQuotes(sources, found, phrases.quotedInstead);
    return;
  }
  yield textEvent('end');
  yield { type: 'step', phase: 'finish' };
  yield { type: 'finish', reason: finishReason };
}

async function* answerWithQuotes(
  sources: AnswerSources,
  { hits, relevant, words, phrases }: Found,
  introduction: string,
): AsyncGenerator<AnswerEvent, void> {
  const quotes = inReadingOrder(chooseQuotes(words, relevant, sources.parseMarkdown));
  yield* sourceEvents(quotes);
  const text =
    quotes.length > 0
      ? [
          introduction,
          // Number of the source, which clients show as a mark.
          ...quotes.map(
            ({ section, markdown }, index) => `### ${sectionLink(section)} [${index + 1}]\n\n${markdown}`,
          ),
        ].join('\n\n')
      : notFoundText(remotelyRelated(words, hits), phrases);
  for (const piece of textPieces(text)) yield textEvent('delta', piece);
  yield textEvent('end');
  yield { type: 'step', phase: 'finish' };
  yield { type: 'finish', reason: 'stop' };
}

function notFoundText(hits: readonly SectionHit[], phrases: AnswerPhrases): string {
  const links = hits.slice(0, NEAREST_LINKS).map(({ section }) => `- ${sectionLink(section)}`);
  return links.length === 0
    ? phrases.notFound
    : `${phrases.notFound} ${phrases.nearest}\n\n${links.join('\n')}`;
}

function* sourceEvents(found: readonly { section: Section }[]): Generator<AnswerEvent> {
  for (const { section } of found) {
    yield { type: 'source', source: { url: sectionAddress(section), title: sectionName(section) } };
  }
}

function textEvent(phase: 'delta' | 'end', delta = ''): AnswerEvent {
  return { type: 'text', phase, part: TEXT_PART, delta };
}
