import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { detectLanguage } from '../../engine/language/detect-language.ts';
import type { PlainParser } from '../docs/plain-parser.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { SectionHit } from '../../engine/ranking/search-index.ts';
import { foundEvent, searchEvent } from '../../engine/answer/answer-events.ts';
import type { Section } from '../../engine/sections/section.ts';
import { answerWithModel } from './answer-with-model.ts';
import { answerWithQuotes, answerWithText, type Retrieval } from '../../engine/answer/answer-with-quotes.ts';
import { chooseSections, CONTEXT_HITS } from './choose-sections.ts';
import { lookUp, type LookUp, retrieveSections } from '../../engine/answer/look-up.ts';
import type { LanguageModel } from './model/language-model.ts';
import { ModelPaused } from './model/model-circuit.ts';
import { readerQuestions } from './model/clarification.ts';
import { phrasesFor } from '../../engine/answer/phrases.ts';
import type { Question } from './question.ts';
import { judgeHits } from '../../engine/answer/relevance.ts';
import { resolveRootLinks } from '../../engine/answer/root-links.ts';
import { readSmallTalk } from '../../engine/answer/small-talk.ts';

/** The parts that answers are made of. */
export interface AnswerSources {
  search: ProjectSearch;
  /** `null`: answers consist of quotes. */
  model: LanguageModel | null;
  /** Load the parser, once for all questions. */
  loadParser: () => Promise<Pick<PlainParser, 'parseMarkdown'>>;
  /** Addresses of the site's pages, which end with a slash; empty if they are unknown. */
  sites: readonly URL[];
  /** Called when the language model failed. */
  onModelFailure: (error: unknown) => void;
}

const SEARCH_CALL_ID = 'search-1';

/**
 * Retrieve sections for a question and answer it: with the language model, or with quotes. The events are those between the start
 * of the message and its end.
 */
export async function* answerQuestion(
  sources: AnswerSources,
  question: Question,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  const { search, model } = sources;
  const pageLanguage = question.filter?.language;
  const questions = readerQuestions(question.history, question.text);
  const language = detectLanguage(questions.at(-1)!, pageLanguage) ?? pageLanguage ?? 'en';
  const phrases = phrasesFor(language);
  const smallTalk = readSmallTalk(question.text);
  if (smallTalk !== null) {
    yield { type: 'step', phase: 'start' };
    yield* answerWithText(phrases[smallTalk]);
    return;
  }
  // Loaded while the sections are searched.
  const parser = sources.loadParser();
  parser.catch(() => {});
  const { query, hits: found } = await findSections(sources, question, questions, signal);
  const hits = found.slice(0, question.pageSize);
  signal.throwIfAborted();
  yield { type: 'step', phase: 'start' };
  yield searchEvent(SEARCH_CALL_ID, query, question.filter);
  yield foundEvent(SEARCH_CALL_ID, hits);
  yield { type: 'step', phase: 'finish' };
  yield { type: 'step', phase: 'start' };
  const [words, quotable, { parseMarkdown }] = await Promise.all([
    search.contentWords(query, pageLanguage),
    hitsWithSiteLinks(sources, hits),
    parser,
  ]);
  signal.throwIfAborted();
  const judgement = judgeHits(quotable);
  yield { type: 'metadata', value: { certainty: judgement.certainty } };
  const retrieval: Retrieval = { hits: quotable, judgement, words, phrases, language };
  if (model === null) return yield* answerWithQuotes(retrieval, phrases.quoted, parseMarkdown);
  const { filter } = question;
  const context = {
    model,
    question,
    language,
    hits: quotable,
    judgement,
    choice: await chooseSections(search, found, { filter, promptTokens: model.promptTokens }),
    search: (again: string) => retrieveSections(search, again, question),
    resolveLinks: (sections: readonly Section[]) => withSiteLinks(sources, sections),
    findPage: async (address: string) => (await search.findPages([address])).get(address),
    sites: sources.sites,
    parseMarkdown,
    brokenOff: phrases.brokenOff,
    onFailure: sources.onModelFailure,
  };
  const isAnswered = yield* answerWithModel(context, signal);
  if (!isAnswered) yield* answerWithQuotes(retrieval, phrases.quotedInstead, parseMarkdown);
}

/** Resolve the links of sections that begin at the root. */
async function withSiteLinks(
  { search, loadParser }: AnswerSources,
  sections: readonly Section[],
): Promise<Section[]> {
  const { parseMarkdown } = await loadParser();
  return Promise.all(
    sections.map((section) =>
      resolveRootLinks(section, parseMarkdown, (addresses) => search.findPages(addresses)),
    ),
  );
}

async function hitsWithSiteLinks(sources: AnswerSources, hits: readonly SectionHit[]): Promise<SectionHit[]> {
  const sections = await withSiteLinks(
    sources,
    hits.map(({ section }) => section),
  );
  return hits.map((hit, at) => ({ ...hit, section: sections[at]! }));
}

/**
 * Look up a question as it is and, after the first question, as the language model rewrites it. The model is waited for only where
 * the question is not clear by itself.
 *
 * @param questions those of the reader, oldest first, the last with what the reader has made clear
 */
async function findSections(
  sources: AnswerSources,
  question: Question,
  questions: readonly string[],
  signal: AbortSignal,
): Promise<Pick<LookUp, 'query' | 'hits'>> {
  const { search, model } = sources;
  const text = questions.at(-1)!;
  const hits = model === null ? question.pageSize : Math.max(CONTEXT_HITS, question.pageSize);
  const options = { ...question, text, hits };
  const earlier = questions.slice(0, -1);
  if (model === null || earlier.length === 0) return lookUp(search, options, earlier);
  const needless = new AbortController();
  const rewriting = rewriteQuestion(sources, model, question, AbortSignal.any([signal, needless.signal]));
  rewriting.catch(() => {});
  const plain = await lookUp(search, options, earlier);
  if (plain.isClear) {
    needless.abort();
    return plain;
  }
  const query = await rewriting;
  return query === '' ? plain : { query, hits: await retrieveSections(search, query, options) };
}

/**
 * Let the language model rewrite a question, whatever its language and form: only the model can tell what the question refers to.
 *
 * @returns `''` if it fails
 */
async function rewriteQuestion(
  { onModelFailure }: AnswerSources,
  model: LanguageModel,
  question: Question,
  signal: AbortSignal,
): Promise<string> {
  try {
    return await model.rewriteQuestion(question.text, question.history, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof ModelPaused)) onModelFailure(error);
    return '';
  }
}
