import { DEFAULT_RETRIEVAL_PAGE_SIZE, type AssistantRequest } from '../../protocol/api.ts';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { foundEvent, searchEvent } from '../../engine/answer/answer-events.ts';
import { answerWithQuotes, answerWithText } from '../../engine/answer/answer-with-quotes.ts';
import { lookUp } from '../../engine/answer/look-up.ts';
import { phrasesFor } from '../../engine/answer/phrases.ts';
import { judgeHits } from '../../engine/answer/relevance.ts';
import { resolveRootLinks } from '../../engine/answer/root-links.ts';
import { readSmallTalk } from '../../engine/answer/small-talk.ts';
import { detectLanguage } from '../../engine/language/detect-language.ts';
import type { SearchOptions } from '../../engine/ranking/search-index.ts';
import { parseSource } from '../../markdown/source-tree.ts';
import { withQuotes } from '../../protocol/quoted-question.ts';

import { aborted } from './reading-failure.ts';
import type { StaticSearch } from './static-search.ts';

const SEARCH_CALL_ID = 'search-1';
const ID_BYTES = 16;

/**
 * Answer a question with quotes, by the rules of the service without a language model and in the same events. There is no thread: earlier
 * questions are those that the request has.
 *
 * @throws RequestFailure when the index cannot be read, or `signal` is aborted
 */
export async function* answerFromIndex(
  index: StaticSearch,
  { messages, filter, retrievalPageSize, currentPath, context }: AssistantRequest,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly AnswerEvent[], void, undefined> {
  const text = withQuotes(context ?? [], messages.at(-1)?.content ?? '');
  const earlier = messages
    .slice(0, -1)
    .filter(({ role }) => role === 'user')
    .map(({ content }) => content);
  const pageLanguage = filter?.language;
  const language = detectLanguage(text, pageLanguage) ?? pageLanguage ?? 'en';
  const phrases = phrasesFor(language);
  const begin: AnswerEvent[] = [
    { type: 'message', id: createId() },
    { type: 'step', phase: 'start' },
  ];
  const smallTalk = readSmallTalk(text);
  if (smallTalk !== null) {
    yield [...begin, ...answerWithText(phrases[smallTalk]), { type: 'end' }];
    return;
  }
  const search = { search: (options: SearchOptions) => index.search(options, signal) };
  const pageSize = retrievalPageSize ?? DEFAULT_RETRIEVAL_PAGE_SIZE;
  const question = { text, filter: filter ?? undefined, pageSize, currentPath };
  const { query, hits } = await lookUp(search, question, earlier);
  yield [
    ...begin,
    searchEvent(SEARCH_CALL_ID, query, filter ?? undefined),
    foundEvent(SEARCH_CALL_ID, hits),
    { type: 'step', phase: 'finish' },
    { type: 'step', phase: 'start' },
  ];
  const [words, quotable] = await Promise.all([
    index.contentWords(query, pageLanguage),
    Promise.all(
      hits.map(async (hit) => ({
        ...hit,
        section: await resolveRootLinks(hit.section, parseSource, (addresses) => index.findPages(addresses)),
      })),
    ),
  ]);
  if (signal?.aborted) throw aborted();
  const judgement = judgeHits(quotable);
  const found = { hits: quotable, judgement, words, phrases, language };
  // The readers of HTTP replies get metadata at the end, too.
  const metadata: AnswerEvent = { type: 'metadata', value: { certainty: judgement.certainty } };
  const answer = [...answerWithQuotes(found, phrases.quoted, parseSource)];
  yield [...answer.slice(0, -1), metadata, ...answer.slice(-1), { type: 'end' }];
}

/** Create the id of a message. Not by `crypto.randomUUID`, which pages without HTTPS do not have. */
function createId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(ID_BYTES));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
