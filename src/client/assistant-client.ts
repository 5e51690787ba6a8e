import type { AnswerEvent } from '../protocol/answer-event.ts';
import type { AssistantRequest } from '../protocol/api.ts';
import { emitThread } from '../protocol/decode-chunk.ts';
import { createReplyDecoder, readFormatHint } from '../protocol/decode.ts';
import type { RequestFailure } from '../protocol/failure.ts';
import type { AnswerSource } from '../protocol/sources.ts';
import { createDeadline } from './deadline.ts';
import { readText } from './read-body.ts';
import { SearchClient, toRequestFailure, type CallOptions } from './search-client.ts';

/** How long a connection may stay open after the end mark of a reply, in milliseconds. */
const CLOSING_TIME = 1000;

/** The two endpoints that a visitor needs. What `DocsClient` has beyond them would be dead weight in most pages. */
export class AssistantClient extends SearchClient implements AnswerSource {
  /**
   * Asks a question and yields the events of the reply, those of one network read at a time.
   *
   * An error that the reply itself tells is an event of type `error`. A body that ends without an event of type `end`
   * was cut.
   *
   * @throws RequestFailure also after some events, when the connection breaks or stays silent
   */
  async *answer(
    request: AssistantRequest,
    { signal }: CallOptions = {},
  ): AsyncGenerator<readonly AnswerEvent[], void, undefined> {
    const deadline = createDeadline(signal);
    try {
      deadline.extend(this.timeouts.firstByte);
      const response = await this.send('message', {}, deadline.signal, request);
      const { headers } = response;
      const decoder = createReplyDecoder({ hint: readFormatHint(headers), limits: this.limits });
      const thread: AnswerEvent[] = [];
      emitThread(
        (event) => thread.push(event),
        { threadId: headers.get('x-thread-id'), threadKey: headers.get('x-thread-key') },
        7,
      );
      if (thread.length > 0) yield thread;

      let failure: RequestFailure | undefined;
      try {
        deadline.extend(this.timeouts.idle);
        for await (const piece of readText(response, deadline.signal)) {
          // The clock is for the network: how long the caller takes is the caller's business.
          deadline.pause();
          const events = decoder.push(piece);
          if (events.length > 0) yield events;
          if (decoder.state === 'refused') return;
          deadline.extend(decoder.state === 'ended' ? CLOSING_TIME : this.timeouts.idle);
        }
      } catch (error) {
        failure = toRequestFailure(error, deadline.signal);
        if (failure.code === 'aborted') throw failure;
      }
      const events = decoder.end(failure !== undefined);
      if (events.length > 0) yield events;
      if (failure !== undefined && decoder.state !== 'ended') throw failure;
    } catch (error) {
      throw toRequestFailure(error, deadline.signal);
    } finally {
      deadline.close();
    }
  }
}
