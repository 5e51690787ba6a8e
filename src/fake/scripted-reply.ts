import { randomUUID } from 'node:crypto';
import { DEFAULT_RETRIEVAL_PAGE_SIZE, type AssistantRequest } from '../protocol/api.ts';
import { createReplyEncoder, replyHeaders, type WireFormat } from '../protocol/encoding/encode.ts';
import type { AnswerEvent } from '../protocol/reply/answer-event.ts';
import { recordedResults } from './records.ts';
import type { Scenario } from './scenarios.ts';
import { PLAIN } from './texts.ts';
import { setTimeout as wait } from 'node:timers/promises';

/** Code points of one piece of an answer. */
const PIECE = /[^]{1,20}/gu;

/** Bytes that a reply promises which is cut, more than it has: some browsers take a chunked body that breaks off for a whole one. */
const CUT_LENGTH = 1_000_000;

/** Milliseconds until a connection is cut. */
const CUT_PAUSE = 200;

/** How a scenario is played. */
export interface Performance {
  readonly format: WireFormat;
  /** Milliseconds before each piece. */
  readonly delay: number;
  /** Ends the answer: its reader has left. */
  readonly signal: AbortSignal;
}

/** Answer a question by a scenario, as a stream. */
export function scriptedReply(
  scenario: Scenario,
  request: AssistantRequest,
  performance: Performance,
): Response {
  const threadId = request.threadId ?? randomUUID();
  const body = ReadableStream.from(encodeReply(scenario, request, { ...performance, threadId }));
  return new Response(body as ReadableStream<Uint8Array<ArrayBuffer>>, {
    headers: {
      ...replyHeaders(performance.format),
      'x-thread-id': threadId,
      ...(scenario.breaks === 'cut' && { 'content-length': String(CUT_LENGTH) }),
    },
  });
}

async function* encodeReply(
  scenario: Scenario,
  request: AssistantRequest,
  { format, delay, signal, threadId }: Performance & { threadId: string },
): AsyncGenerator<Uint8Array, void> {
  const encode = createReplyEncoder(format);
  const encoder = new TextEncoder();
  const { breaks, pace = 1 } = scenario;
  const events = scriptedEvents(scenario, request, threadId);
  const middle = events.length / 2;
  for (const [index, event] of events.entries()) {
    if (index >= middle && breaks === 'cut') {
      // Browsers drop what they have not read yet when a connection breaks.
      await pause(CUT_PAUSE, signal);
      throw new Error('The scenario cuts the connection.');
    }
    if (index >= middle && breaks === 'silence') await pause(null, signal);
    if (event.type === 'text') await pause(delay * pace, signal);
    const wire = encode(event);
    if (wire !== '') yield encoder.encode(wire);
  }
}

function scriptedEvents(
  { text = PLAIN, certainty = 'high', breaks }: Scenario,
  { messages, retrievalPageSize = DEFAULT_RETRIEVAL_PAGE_SIZE, filter = null }: AssistantRequest,
  threadId: string,
): AnswerEvent[] {
  const question = messages.at(-1)?.content ?? '';
  const results = certainty === 'none' ? [] : recordedResults({ pageSize: retrievalPageSize, filter });
  const pieces = text.match(PIECE) ?? [];
  const said = breaks === 'error' ? pieces.slice(0, pieces.length / 2) : pieces;
  const ending: AnswerEvent[] =
    breaks === 'error'
      ? [{ type: 'error', message: 'This is a fake: the scenario breaks off here.' }]
      : results.slice(0, 2).map(({ path, metadata: { title, href = path } }) => ({
          type: 'source',
          source: { url: `/${href}`, title },
        }));
  return [
    { type: 'message', id: randomUUID() },
    { type: 'step', phase: 'start' },
    { type: 'tool', id: 'search-1', name: 'search', state: 'input-available', input: { query: question } },
    { type: 'tool', id: 'search-1', state: 'output-available', output: { type: 'search', results } },
    { type: 'step', phase: 'finish' },
    { type: 'step', phase: 'start' },
    ...said.map((delta) => ({ type: 'text', phase: 'delta', part: 'text-1', delta }) as const),
    ...ending,
    { type: 'step', phase: 'finish' },
    { type: 'thread', threadId, rank: 1 },
    {
      type: 'finish',
      reason: breaks === 'error' ? 'error' : 'stop',
      metadata: { fake: true, certainty },
    },
    { type: 'end' },
  ];
}

/**
 * Wait.
 *
 * @param milliseconds `null`: until the visitor leaves
 * @throws the reason of `signal` once the visitor has left
 */
export async function pause(milliseconds: number | null, signal: AbortSignal): Promise<void> {
  if (milliseconds === null) {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    signal.throwIfAborted();
    await promise;
  } else if (milliseconds > 0) await wait(milliseconds, undefined, { signal });
}
