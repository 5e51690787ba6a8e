import type { AnswerEvent } from '../protocol/reply/answer-event.ts';
import type { AssistantRequest } from '../protocol/api.ts';
import { emitThread } from '../protocol/decoding/decode-chunk.ts';
import { createReplyDecoder, readFormatHint, type ReplyDecoder } from '../protocol/decoding/decode.ts';
import { MESSAGE_ENDPOINT, type EndpointAddress } from '../protocol/endpoints.ts';
import type { RequestFailure } from '../protocol/failures/failure.ts';
import type { AnswerSource } from '../protocol/sources.ts';
import { createDeadline } from './deadline.ts';
import { streamText } from './stream-text.ts';
import {
  createSender,
  toRequestFailure,
  type CallOptions,
  type DocsClientLimits,
  type DocsClientOptions,
  type Sender,
} from './sender.ts';

/** How long a connection may stay open after the end mark of a reply, in milliseconds. */
const CLOSING_TIME = 1000;

/** A client for questions alone, because a page with a chat needs no more of `DocsClient`. */
export class AssistantClient implements AnswerSource {
  protected readonly sender: Sender;

  constructor(options: DocsClientOptions) {
    this.sender = createSender(options);
  }

  /**
   * Ask a question and yield the events of the reply, those of one network read at a time.
   *
   * An error within the reply is an event of type `error`. A body that ends without an event of type `end`
   * was cut.
   *
   * @throws RequestFailure also after some events, when the connection breaks or stays silent
   */
  answer(
    request: AssistantRequest,
    options?: CallOptions,
  ): AsyncGenerator<readonly AnswerEvent[], void, undefined> {
    return requestAnswer(this.sender, MESSAGE_ENDPOINT, request, options);
  }
}

/** Ask, and yield the events of the reply. `openDecoder` is for a reply in a format that is no AI SDK's. */
export async function* requestAnswer(
  { send, timeouts, limits }: Sender,
  endpoint: EndpointAddress,
  body: object,
  { signal }: CallOptions = {},
  openDecoder = createDecoder,
): AsyncGenerator<readonly AnswerEvent[], void, undefined> {
  const deadline = createDeadline(signal);
  try {
    deadline.extend(timeouts.firstByte);
    const response = await send(endpoint, {}, deadline.signal, body);
    const { headers } = response;
    const decoder = openDecoder(headers, limits);
    const thread: AnswerEvent[] = [];
    emitThread(
      (event) => thread.push(event),
      { threadId: headers.get('x-thread-id'), threadKey: headers.get('x-thread-key') },
      7,
    );
    if (thread.length > 0) yield thread;

    let failure: RequestFailure | undefined;
    try {
      deadline.extend(timeouts.idle);
      for await (const chunk of streamText(response, deadline.signal)) {
        // The timeout is for the network, not for the caller, who may take any time for these events.
        deadline.pause();
        const events = await decoder.push(chunk);
        if (events.length > 0) yield events;
        if (decoder.state === 'refused') return;
        deadline.extend(decoder.state === 'ended' ? CLOSING_TIME : timeouts.idle);
      }
    } catch (error) {
      failure = toRequestFailure(error, deadline.signal);
      if (failure.code === 'aborted') throw failure;
    }
    const events = await decoder.end(failure !== undefined);
    if (events.length > 0) yield events;
    if (failure !== undefined && decoder.state !== 'ended') throw failure;
  } catch (error) {
    throw toRequestFailure(error, deadline.signal);
  } finally {
    deadline.close();
  }
}

function createDecoder(headers: Headers, limits: DocsClientLimits): ReplyDecoder {
  return createReplyDecoder({ hint: readFormatHint(headers), limits });
}
