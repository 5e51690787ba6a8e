import { badContent } from '../client/read-json.ts';
import { createDeadline } from '../client/deadline.ts';
import { toRequestFailure } from '../client/sender.ts';
import type { Message } from '../protocol/api.ts';
import { isRecord, isString } from '../protocol/record.ts';
import type { AnswerEvent } from '../protocol/reply/answer-event.ts';
import type { AnswerSource } from '../protocol/sources.ts';
import { whenAborted } from './when-aborted.ts';

/** What a question comes with. */
export interface AnswerCall {
  /** The conversation so far, oldest first, the question included. */
  readonly messages: readonly Message[];
  /** The thread that an earlier answer of this conversation has named. */
  readonly threadId: string | undefined;
  /** Version that the reader has chosen, or that of the page. Unset: all. */
  readonly version: string | undefined;
  /** Language that the reader has chosen, or that of the page. Unset: all. */
  readonly language: string | undefined;
  /** Aborted when the reader stops the answer, and after 60 seconds in which nothing was yielded. */
  readonly signal: AbortSignal;
}

/** A part of an answer: Markdown that is appended to it, a page that it rests on, or the id of its thread. */
export type AnswerPart =
  | string
  | { readonly source: { readonly url: string; readonly title?: string } }
  | { readonly threadId: string };

/** Answers a question in parts. What it throws is shown as a failure, with a button that asks again. */
export type AnswerFunction = (question: string, call: AnswerCall) => AsyncIterable<AnswerPart>;

/** Milliseconds between two parts. */
const TIMEOUT = 60_000;

/**
 * Create a source of answers from a function, usually `async function*`. Of an answer, 1,000,000 characters and 2,000 parts are kept, 20 sources
 * shown.
 */
export function createAnswerSource(answer: AnswerFunction): AnswerSource {
  return {
    async *answer({ messages, threadId, filter }, { signal: caller } = {}) {
      const deadline = createDeadline(caller);
      const { signal } = deadline;
      const { version, language } = filter ?? {};
      const call = { messages, threadId: threadId ?? undefined, version, language, signal };
      const aborted = whenAborted(signal);
      let parts: AsyncIterator<AnswerPart> | undefined;
      try {
        signal.throwIfAborted();
        parts = answer(messages.at(-1)?.content ?? '', call)[Symbol.asyncIterator]();
        for (;;) {
          deadline.extend(TIMEOUT);
          const { done, value } = await Promise.race([parts.next(), aborted]);
          deadline.pause();
          if (done) break;
          yield [toEvent(value)];
        }
        yield [{ type: 'finish', reason: 'stop' }, { type: 'end' }];
      } catch (error) {
        throw toRequestFailure(error, signal);
      } finally {
        deadline.close();
        // Not awaited: what it waits for may never come.
        void parts?.return?.().catch(() => {});
      }
    },
  };
}

function toEvent(part: unknown): AnswerEvent {
  if (isString(part)) return { type: 'text', phase: 'delta', part: '', delta: part };
  if (isRecord(part)) {
    const { source, threadId } = part;
    if (isRecord(source) && isString(source.url))
      return {
        type: 'source',
        source: { url: source.url, title: isString(source.title) ? source.title : undefined },
      };
    if (isString(threadId)) return { type: 'thread', threadId, rank: 1 };
  }
  throw badContent('A part of an answer is a text, {source: {url, title}} or {threadId}.');
}
