import { randomUUID } from 'node:crypto';
import type { AnswerEvent } from '../../protocol/reply/answer-event.ts';
import { DEFAULT_RETRIEVAL_PAGE_SIZE, type AssistantRequest } from '../../protocol/api.ts';
import { MESSAGE_ENDPOINT } from '../../protocol/endpoints.ts';
import { withQuotes } from '../../protocol/quoted-question.ts';
import { readAssistantRequest, RequestRefusal } from '../../protocol/requests/read-request.ts';
import { chooseStream } from '../../protocol/requests/stream-type.ts';
import { readQuestions, writeQuestions } from '../../protocol/reply/clarifying-question.ts';
import { answerQuestion } from '../answer/answer-question.ts';
import { ASK_TOOL } from '../answer/model/ask-tool.ts';
import { readerQuestions } from '../answer/model/clarification.ts';
import type { HistoryMessage } from '../answer/model/prompt.ts';
import { phrasesFor } from '../../engine/answer/phrases.ts';
import { countAnswer } from '../insights/count-answer.ts';
import type { Question } from '../answer/question.ts';
import type { ThreadTurn } from '../storage/thread-store.ts';
import { schemaRef } from './json-schema.ts';
import { checkAvailable } from './refusals.ts';
import type { AnswerEnd } from './request-entry.ts';
import type { DescribedRoute, ProjectCall } from './route.ts';
import { streamReply } from './stream-reply.ts';

/** `POST /v1/assistant/{domain}/message` */
export const MESSAGE_ROUTE: DescribedRoute = {
  operation: 'message',
  method: MESSAGE_ENDPOINT.method,
  template: MESSAGE_ENDPOINT.template,
  key: 'assistant',
  use: 'message',
  scope: 'project',
  describe: {
    tag: 'Assistant',
    summary: 'Ask a question',
    description:
      'Answers from the documentation. The event of type `finish` has the `threadId` to send with the next question.',
    choice:
      'The stream is that of AI SDK 5 to 7 (server-sent events whose `data:` lines are `AnswerChunk`s, then `[DONE]`) or the line protocol of AI SDK 4, whichever `Accept` names. For a client that names none, as those of the AI SDK, it is the line protocol if the last message has `content`. Both are labelled with their own media types, not with `application/json`. An answer that fails on the way has an `error` part and ends with `finish`.',
    body: {
      schema: schemaRef('AssistantRequest'),
      example: {
        fp: '6f1c9a52-2f0e-4d0c-9a3c-0d6c2f6b5f11',
        messages: [
          {
            id: '1',
            role: 'user',
            content: 'What is a proxy?',
            parts: [{ type: 'text', text: 'What is a proxy?' }],
          },
        ],
        filter: { version: 'v2', language: 'en' },
      },
    },
    headers: {
      Accept: { description: '`text/event-stream` or `text/plain`, the line protocol.' },
    },
    success: {
      description: 'The answer, as a stream.',
      content: {
        'text/event-stream': {
          schema: { type: 'string', contentSchema: schemaRef('AnswerChunk') },
        },
        'text/plain': { schema: { type: 'string' } },
      },
      headers: { 'X-Thread-Id': 'The thread that the answer belongs to.' },
    },
    errors: ['thread-not-found', 'unavailable'],
  },
  async handle(call) {
    const { project, service, request } = call;
    const sent = await call.readBody();
    const body = readAssistantRequest(sent, service.limits);
    const streamType = chooseStream(request.headers.get('accept'), sent);
    const turns = await readThread(call, body);
    checkAvailable(project);
    await call.charge(project);
    const { threads } = service;
    const threadId = body.threadId ?? (await threads.create({ domain: project.domain, fp: body.fp }));
    const question: Question = {
      text: withQuotes(body.context ?? [], body.messages.at(-1)?.content ?? ''),
      history: readHistory(body, turns),
      filter: body.filter ?? undefined,
      currentPath: body.currentPath,
      pageSize: body.retrievalPageSize ?? DEFAULT_RETRIEVAL_PAGE_SIZE,
    };
    const reader = new AbortController();
    const signal = AbortSignal.any([request.signal, reader.signal]);
    const { promise: end, resolve: finish } = Promise.withResolvers<AnswerEnd>();
    signal.addEventListener('abort', () => finish('left'));
    call.noteQuestion(question.text);
    call.waitUntil(end);
    return streamReply(
      replyEvents(call, question, threadId, signal),
      streamType === 'text/plain' ? 'v1' : 'sse',
      { 'x-thread-id': threadId },
      service.keepAlive,
      { left: () => reader.abort(), ended: () => finish('complete') },
    );
  },
};

/**
 * Read the earlier turns of the thread of a question.
 *
 * @throws RequestRefusal `thread-not-found` for a thread that is unknown, expired, or another visitor's
 */
async function readThread(
  { service, project: { domain } }: ProjectCall,
  { fp, threadId }: AssistantRequest,
): Promise<ThreadTurn[]> {
  if (threadId == null) return [];
  const turns = await service.threads.read(threadId, { domain, fp });
  if (turns === null) throw new RequestRefusal('thread-not-found', 'There is no such conversation.');
  return turns;
}

/** Return the conversation before the question: the one that the client sent, or the thread if it sent the last question only. */
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
  { service: { threads, insights, onFailure }, project }: ProjectCall,
  question: Question,
  threadId: string,
  signal: AbortSignal,
): AsyncGenerator<AnswerEvent, void> {
  let answer = '';
  let metadata: Record<string, unknown> = {};
  try {
    const id = randomUUID();
    yield { type: 'message', id };
    try {
      const events = answerQuestion(project.sources, question, signal);
      // What a reader has made clear says nothing by itself.
      const counted = { ...question, text: readerQuestions(question.history, question.text).at(-1)! };
      for await (const event of countAnswer(insights, project, counted, events, id)) {
        if (event.type === 'text') answer += event.delta;
        // The next question is an answer to it.
        if (event.type === 'tool' && event.name === ASK_TOOL)
          answer = `${answer}\n\n${writeQuestions(readQuestions(event.input))}`.trim();
        // Sent at the end, where every client reads metadata.
        if (event.type === 'metadata') metadata = { ...metadata, ...(event.value as object) };
        else if (event.type !== 'finish') yield event;
        else {
          yield { type: 'thread', threadId, rank: 1 };
          yield { ...event, metadata };
        }
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
    // The answer was sent, so that a failure to store it is not a failure of the request.
    if (answer !== '') await threads.append(threadId, { question: question.text, answer }).catch(onFailure);
  }
}
