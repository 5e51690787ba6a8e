import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';

import { createReplyDecoder, readFormatHint } from '../../src/protocol/decoding/decode.ts';
import { applyEvent, createReply, type Reply } from '../../src/protocol/reply/reply.ts';
import { endReply } from '../../src/protocol/reply/reply-content.ts';
import type { Failure } from '../../src/protocol/failures/failure.ts';

/** The state that a client should reach, as the recordings tell it. */
export interface RecommendedState {
  status: string;
  error: {
    code: string;
    message: string | null;
    httpStatus?: number;
    retryable?: boolean;
    retryAfter?: string | null;
  } | null;
  [field: string]: unknown;
}

export interface Recording {
  name: string;
  scenario: string;
  status: number;
  headers: Record<string, string>;
  body: Uint8Array;
  recommended: RecommendedState;
}

const STREAMS = new URL('streams/', import.meta.url);

/** All recordings, of every generation of the SDK that has a folder. */
export function readRecordings(): Recording[] {
  const generations = readdirSync(STREAMS).filter((name) => !name.startsWith('.'));
  return generations.flatMap(readGeneration);
}

function readGeneration(sdk: string): Recording[] {
  const folder = new URL(`${sdk}/`, STREAMS);
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .map((file) => {
      const { scenario, http, notes, recommended } = JSON.parse(readFileSync(new URL(file, folder), 'utf8'));
      const body = readFileSync(new URL(file.replace('.json', '.txt'), folder));
      return {
        name: `${sdk}/${scenario}`,
        scenario,
        status: http.status,
        headers: http.headers ?? {},
        // Two scenarios are about what came before a certain byte; their recorded body is the whole one.
        body: new Uint8Array(body.subarray(0, Number(/after (\d+) bytes/.exec(notes)?.[1] ?? body.length))),
        recommended: abbreviate(withBlocks(recommended)) as RecommendedState,
      };
    });
}

/** The recordings join parts of text without a separator, although each is a block of its own. */
function withBlocks(recommended: RecommendedState): RecommendedState {
  const { textParts } = recommended as { textParts?: string[] };
  const isJoined = textParts !== undefined && textParts.length > 1;
  return isJoined ? { ...recommended, text: textParts.join('\n\n') } : recommended;
}

const NETWORK_FAILURE: Failure = { code: 'network', retryable: true, message: 'terminated' };

/** Reads a recording the way the client does: bytes in pieces, through a streaming decoder. */
export async function replay(
  recording: Recording,
  pieces: Iterable<Uint8Array> = [recording.body],
): Promise<Reply> {
  const headers = new Headers(recording.headers);
  const reply = createReply();
  const decoder = createReplyDecoder({ hint: readFormatHint(headers) });
  const text = new TextDecoder();
  const threadId = headers.get('x-thread-id');
  const threadKey = headers.get('x-thread-key');
  if (threadId !== null) applyEvent(reply, { type: 'thread', threadId, rank: 7 });
  if (threadKey !== null) applyEvent(reply, { type: 'thread', threadKey, rank: 7 });
  const broken = recording.scenario === 'disconnect';
  const stopped = recording.scenario === 'abort-client';
  for (const piece of pieces) {
    for (const event of await decoder.push(text.decode(piece, { stream: true }))) applyEvent(reply, event);
  }
  for (const event of await decoder.push(text.decode())) applyEvent(reply, event);
  for (const event of await decoder.end(broken || stopped)) applyEvent(reply, event);
  endReply(reply, { stopped, ...(broken && { failure: NETWORK_FAILURE }) });
  return reply;
}

/** Brings a reply into the shape of {@link RecommendedState}. */
export function toRecommended(reply: Reply): RecommendedState {
  const { error } = reply;
  return abbreviate({
    protocol: reply.format,
    status: reply.status,
    messageId: reply.messageId,
    threadId: reply.threadId,
    threadKey: reply.threadKey,
    text: reply.text,
    // The recordings count a text without a protocol as no part; here it is one, so that parts always add up to the text.
    textParts: reply.format === 'text' ? [] : reply.textParts,
    reasoning: reply.reasoning,
    toolCalls: reply.toolCalls,
    sources: reply.sources,
    files: reply.files.length,
    data: reply.data,
    annotations: reply.annotations,
    metadata: reply.metadata,
    finishReason: reply.finishReason,
    error: error && { code: error.code, message: error.message },
    aborted: reply.aborted,
    warnings: reply.warnings,
  }) as RecommendedState;
}

/** The recordings give long strings as their length and hash. */
function abbreviate(value: unknown): unknown {
  if (typeof value === 'string' && value.length > 2000) {
    return { length: value.length, sha256utf8: createHash('sha256').update(value).digest('hex') };
  }
  if (Array.isArray(value)) return value.map(abbreviate);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, abbreviate(entry)]));
  }
  return value;
}

export function* cutBytes(body: Uint8Array, size: number): Iterable<Uint8Array> {
  for (let start = 0; start < body.length; start += size) yield body.subarray(start, start + size);
}
