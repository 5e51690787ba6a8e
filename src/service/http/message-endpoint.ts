import { randomUUID } from 'node:crypto';
import type { AnswerEvent } from '../../protocol/answer-event.ts';
import { DEFAULT_RETRIEVAL_PAGE_SIZE, type AssistantRequest } from '../../protocol/api.ts';
import { RequestRefusal } from '../../protocol/read-request.ts';
import { answerQuestion, type AnswerSources, type Question } from '../answer/answer-question.ts';
import type { HistoryMessage } from '../answer/language-model.ts';
import { phrasesFor } from '../answer/phrases.ts';
import type { ThreadStore, ThreadTurn } from '../threads/thread-store.ts';
import { chooseFormat, streamReply } from './stream-reply.ts';

/** What the endpoint works with. */
export interface MessageEndpoint {
  domain: string;
  sources: AnswerSources;
  threads: ThreadStore;
  /** Hears of failures that the visitor is told of in general terms only. */
  onFailure: (error: unknown) => void;
}

/**
 * Finds the thread that a question belongs to.
 *
 * @returns what was said in it before; `null` for a question that starts a new one
 * @throws RequestRefusal `thread-not-found` for a thread that is unknown, over, or somebody else's
 */
export function findThread(
  { domain, threads }: MessageEndpoint,
  { fp, threadId }: AssistantRequest,
): { threadId: string; turns: ThreadTurn[] } | null {
  if (threadId == null) return null;
  const turns = threads.read(threadId, { domain, fp });
  if (turns === null) throw new RequestRefusal('thread-not-found', 'There is no such conversation.');
  return { threadId, turns };
}

/** Answers `POST /v1/assistant/{domain}/message` as a stream. */
export function answerMessage(
  endpoint: MessageEndpoint,
  body: AssistantRequest,
  thread: { threadId: string; turns: ThreadTurn[] } | null,
  request: Request,
  headers: Record<string, string>,
): Response {
  const threadId = thread?.threadId ?? endpoint.threads.create({ domain: endpoint.domain, fp: body.fp });
  const question: Question = {
    text: body.messages.at(-1)?.content ?? '',
    history: readHistory(body, thread?.turns ?? []),
    filter: body.filter ?? undefined,
    pageSize: body.retrievalPageSize ?? DEFAULT_RETRIEVAL_PAGE_SIZE,
  };
  const reader = new AbortController();
  const signal = AbortSignal.any([request.signal, reader.signal]);
  return streamReply(
    replyEvents(endpoint, question, threadId, signal),
    chooseFormat(request.headers.get('accept')),
    { ...headers, 'x-thread-id': threadId },
    () => reader.abort(),
  );
}

/** A client sends the conversation along; one that sends the last question only is known by its thread. */
function readHistory({ messages }: AssistantRequest, turns: readonly ThreadTurn[]): HistoryMessage[] {
  if (messages.length > 1) {
    return messages.slice(0, -1).map(({ role, content }) => ({
      role: role === 'assistant' ? 'assistant' : 'user',
      text: content,
    }));
  }
  return turns.flatMap(({ question, answer }) => [
    { role: 'user', text: question },
    { role: 'assistant', text: answer },
  ]);
}

async function* replyEvents(
  { sources, threads, onFailure }: MessageEndpoint,
  question: Question,
  threadId: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  let answer = '';
  try {
    yield { type: 'message', id: randomUUID() };
    try {
      for await (const event of answerQuestion(sources, question, signal)) {
        if (event.type === 'text') answer += event.delta;
        if (event.type === 'finish') yield { type: 'thread', threadId, rank: 1 };
        yield event;
      }
    } catch (error) {
      if (signal.aborted) return;
      onFailure(error);
      yield { type: 'error', message: phrasesFor(question.filter?.language).brokenOff };
      yield { type: 'thread', threadId, rank: 1 };
      yield { type: 'finish', reason: 'error' };
    }
    yield { type: 'end' };
  } finally {
    if (answer !== '') threads.append(threadId, { question: question.text, answer });
  }
}
