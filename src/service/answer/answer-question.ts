import type { Root } from 'mdast';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { SectionHit } from '../search/search-engine.ts';
import { foundEvent, searchEvent, sourceEvents } from './answer-events.ts';
import { answerWithModel } from './answer-with-model.ts';
import type { LanguageModel } from './model/language-model.ts';
import { ModelPaused } from './model/model-circuit.ts';
import { phrasesFor, type AnswerPhrases } from './phrases.ts';
import type { Question } from './question.ts';
import { chooseQuotes, inReadingOrder } from './quotes.ts';
import { relevantHits, remotelyRelated } from './relevance.ts';
import { retrievalQuery } from './retrieval-query.ts';
import { retrieveSections } from './retrieve.ts';
import { resolveRootLinks } from './root-links.ts';
import { sectionLink } from './section-link.ts';
import { textPieces } from './text-pieces.ts';

/** The parts that answers are made of. */
export interface AnswerSources {
  engine: ProjectSearch;
  /** `null`: answers consist of quotes. */
  model: LanguageModel | null;
  parseMarkdown: (text: string) => Root;
  /** Called when the language model failed. */
  onModelFailure: (error: unknown) => void;
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
  const { engine, model } = sources;
  const plainQuery = retrievalQuery(question.text, earlierQuestions(question));
  const rewriting = rewriteQuestion(sources, question, signal);
  const plainHits = retrieveSections(engine, plainQuery, question);
  // Not awaited if the rewritten question is looked up.
  plainHits.catch(() => {});
  const query = (await rewriting) || plainQuery;
  yield { type: 'step', phase: 'start' };
  yield searchEvent(SEARCH_CALL_ID, query, question.filter);
  const hits = await (query === plainQuery ? plainHits : retrieveSections(engine, query, question));
  signal.throwIfAborted();
  yield foundEvent(SEARCH_CALL_ID, hits);
  yield { type: 'step', phase: 'finish' };
  yield { type: 'step', phase: 'start' };
  const phrases = phrasesFor(question.filter?.language ?? hits[0]?.section.language);
  const [words, quotable] = await Promise.all([engine.contentWords(query), withSiteLinks(sources, hits)]);
  signal.throwIfAborted();
  const found: Found = { hits: quotable, relevant: relevantHits(words, quotable), words, phrases };
  if (model === null) return yield* answerWithQuotes(sources, found, phrases.quoted);
  const context = {
    model,
    question,
    hits: quotable,
    search: async (again: string) => withSiteLinks(sources, await retrieveSections(engine, again, question)),
    findPage: async (address: string) => (await engine.findPages([address])).get(address),
    parseMarkdown: sources.parseMarkdown,
    brokenOff: phrases.brokenOff,
    onFailure: sources.onModelFailure,
  };
  const isAnswered = yield* answerWithModel(context, signal);
  if (!isAnswered) yield* answerWithQuotes(sources, found, phrases.quotedInstead);
}

/** Resolve the links of sections that begin at the root. */
function withSiteLinks(
  { engine, parseMarkdown }: AnswerSources,
  hits: readonly SectionHit[],
): Promise<SectionHit[]> {
  const resolve = ({ section }: SectionHit) =>
    resolveRootLinks(section, parseMarkdown, (addresses) => engine.findPages(addresses));
  return Promise.all(hits.map(async (hit) => ({ ...hit, section: await resolve(hit) })));
}

function earlierQuestions({ history }: Question): string[] {
  return history.filter(({ role }) => role === 'user').map(({ text }) => text);
}

/**
 * Let the language model rewrite a question after the first, whatever its language and form: only the model can tell what the
 * question refers to.
 *
 * @returns `''` without a model, and if it fails
 */
async function rewriteQuestion(
  { model, onModelFailure }: AnswerSources,
  question: Question,
  signal: AbortSignal,
): Promise<string> {
  if (model === null || earlierQuestions(question).length === 0) return '';
  try {
    return await model.rewriteQuestion(question.text, question.history, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelPaused)) onModelFailure(error);
    return '';
  }
}

async function* answerWithQuotes(
  sources: AnswerSources,
  { hits, relevant, words, phrases }: Found,
  introduction: string,
): AsyncGenerator<AnswerEvent, void> {
  const quotes = inReadingOrder(chooseQuotes(words, relevant, sources.parseMarkdown));
  yield* sourceEvents(quotes.map(({ section }) => section));
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

function textEvent(phase: 'delta' | 'end', delta = ''): AnswerEvent {
  return { type: 'text', phase, part: TEXT_PART, delta };
}
