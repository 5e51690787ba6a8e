import { DEFAULT_RETRIEVAL_PAGE_SIZE } from '../protocol/api.ts';
import { createReplyDecoder } from '../protocol/decoding/decode.ts';
import { MESSAGE_ENDPOINT } from '../protocol/endpoints.ts';
import { applyEvent, createReply, type Reply } from '../protocol/reply/reply.ts';
import { endReply } from '../protocol/reply/reply-content.ts';
import { count, fail, pass, passIf, skip, type Check, type Outcome, isSuccess, refusesKey } from './check.ts';
import { describe, mediaType, quote, type Exchange } from './exchange.ts';
import { readWire } from './read-wire.ts';
import type { Target } from './target.ts';

const STATUS = ['message.status'];
const FORMAT = ['message.format'];
const ANSWERED = ['message.complete', 'message.text'];
/** The label of the contract, and those of the two formats that it describes. */
const MEDIA_TYPES = ['application/json', 'text/plain', 'text/event-stream'];

/** `POST /v1/assistant/{domain}/message`: the stream of one answer. */
const STREAM_CHECKS: readonly Check[] = [
  {
    name: 'message.status',
    contract: '4.1: success is 200.',
    expected: 'status 200',
    async run(target) {
      const got = await target.answer;
      return passIf(got.status === 200, describe(got));
    },
  },
  {
    name: 'message.media-type',
    contract: '4.1: a stream of formatted data-stream parts, labelled application/json.',
    expected: `content type ${MEDIA_TYPES.join(', or that of the format: ')}`,
    needs: STATUS,
    async run(target) {
      const type = mediaType(await target.answer);
      return passIf(MEDIA_TYPES.includes(type), type || 'no content type');
    },
  },
  {
    name: 'message.encoding',
    contract: '4.1: the format of the data stream protocol, which is UTF-8.',
    expected: 'valid UTF-8',
    needs: STATUS,
    async run(target) {
      const { isUtf8, text } = await target.answer;
      return passIf(isUtf8, isUtf8 ? count(text.length, 'character') : 'bytes that are not UTF-8');
    },
  },
  {
    name: 'message.format',
    contract: '4.1: the body is in the format of the data stream protocol of a client-side AI chat library.',
    expected: 'a data stream (AI SDK 4) or a UI message stream (AI SDK 5 to 7)',
    needs: STATUS,
    async run(target) {
      const got = await target.answer;
      const { format } = readWire(got.text);
      if (format === null) return fail(describe(got));
      return pass(format === 'sse' ? 'a UI message stream' : 'a data stream');
    },
  },
  {
    name: 'message.parts',
    contract: '4.1: a stream of formatted data-stream parts.',
    expected: 'only parts that the official clients read, in an order that they read',
    needs: FORMAT,
    async run(target) {
      const { problems } = readWire((await target.answer).text);
      return problems.length === 0 ? pass('every part is read') : fail(problems.join('; '));
    },
  },
  {
    name: 'message.complete',
    contract: '4.1: the body is a stream.',
    expected: 'a body that ends by itself, within --timeout and --max-bytes',
    needs: STATUS,
    async run(target) {
      const { end, problem } = await target.answer;
      return end === 'complete' ? pass('it has ended') : fail(problem);
    },
  },
  {
    name: 'message.end-mark',
    contract: '4.1: the format of the data stream protocol, which has an end mark.',
    expected: '[DONE] at the end of a UI message stream, a part d in a data stream',
    needs: FORMAT,
    async run(target) {
      const { text } = await target.answer;
      return readWire(text).hasEnd ? pass('ended by its mark') : fail(`ends with ${quote(text.slice(-80))}`);
    },
  },
  {
    name: 'message.text',
    contract: '1: generates an assistant reply.',
    expected: 'text, and no error part',
    needs: FORMAT,
    async run(target) {
      const { text, error, status } = await readReply(await target.answer);
      if (error !== null) return fail(`an error part: ${error.message}`);
      return text.trim() === '' ? fail(`no text; the reply ends as ${status}`) : pass(quote(text));
    },
  },
  {
    name: 'message.finish',
    contract: '6: the stream contains an event of type finish.',
    expected: 'one event of type finish',
    needs: FORMAT,
    async run(target) {
      const { length } = readWire((await target.answer).text).finishes;
      return passIf(length === 1, count(length, 'event of type finish'));
    },
  },
  {
    name: 'message.thread-id',
    contract: '4.1: the event of type finish carries threadId.',
    expected: 'threadId in the event of type finish, or in its metadata',
    platform: {
      contract: 'Platform, message: the header X-Thread-Id names the thread.',
      expected: 'the header X-Thread-Id, or threadId in the event of type finish or in its metadata',
    },
    needs: ['message.finish'],
    async run(target) {
      const got = await target.answer;
      const { headers } = got;
      const threadId = threadIdOf(target, got);
      if (threadId !== undefined) return pass(threadId);
      return fail(headers.has('x-thread-id') ? 'only the header X-Thread-Id has one' : 'no threadId');
    },
  },
];

/** What requests may say. */
const REQUEST_CHECKS: readonly Check[] = [
  {
    name: 'message.thread',
    contract: '4.1: a client sends threadId in later requests to stay in the same thread.',
    expected: 'an answer whose event of type finish carries the same threadId',
    platform: {
      contract: 'Platform, message: later messages have threadId and threadKey in the body.',
      expected: 'an answer that names the same thread',
    },
    needs: ['message.thread-id', ...ANSWERED],
    async run(target) {
      const first = await target.answer;
      const threadId = threadIdOf(target, first);
      const { text } = await readReply(first);
      const threadKey = target.isPlatform ? first.headers.get('x-thread-key') : null;
      const got = await target.ask({ threadId: threadId!, ...(threadKey !== null && { threadKey }) }, [
        target.options.question,
        text,
      ]);
      if (got.status !== 200) return fail(describe(got));
      const next = threadIdOf(target, got);
      return passIf(next === threadId, next === threadId ? 'the same threadId' : `${threadId}, then ${next}`);
    },
  },
  {
    name: 'message.thread-key',
    contract: 'Platform, message: a thread whose key is missing is not found.',
    expected: 'a thread without the key that the answer has sent is refused: no status of success',
    isPlatformOnly: true,
    needs: ['message.thread'],
    async run(target) {
      const first = await target.answer;
      if (!first.headers.has('x-thread-key')) return skip('The answer has no X-Thread-Key.');
      const { text } = await readReply(first);
      const more = { threadId: threadIdOf(target, first)! };
      return passRefused(await target.ask(more, [target.options.question, text]));
    },
  },
  {
    name: 'message.more-fields',
    contract: 'Platform, message: currentPath of at most 200 characters, context and filter.groups.',
    expected: 'an answer to a question with all three',
    isPlatformOnly: true,
    needs: ANSWERED,
    async run(target) {
      const path = '/quickstart';
      const context = [
        { type: 'textSelection', value: 'Run it.', path },
        { type: 'code', value: 'npm install', path },
      ] as const;
      const got = await target.ask({
        currentPath: path,
        context: [...context],
        filter: { groups: ['readers'] },
      });
      return passWithText(got);
    },
  },
  {
    name: 'message.null',
    contract: '2.1: threadId and filter may be null.',
    expected: 'status 200 with both null',
    needs: ANSWERED,
    run: async (target) => passWithText(await target.ask({ threadId: null, filter: null })),
  },
  {
    name: 'message.default-retrieval',
    contract: `8: retrievalPageSize is ${DEFAULT_RETRIEVAL_PAGE_SIZE} by default.`,
    expected: `at most ${DEFAULT_RETRIEVAL_PAGE_SIZE} results in each retrieval that the stream shows`,
    needs: ANSWERED,
    run: async (target) => passWithRetrieval(await target.answer, DEFAULT_RETRIEVAL_PAGE_SIZE),
  },
  {
    name: 'message.retrieval-page-size',
    contract: '2.1: retrievalPageSize is the number of retrieval results.',
    expected:
      'an answer with retrievalPageSize 1, and at most 1 result in each retrieval that the stream shows',
    platform: {
      contract: 'Platform, message: retrievalPageSize is accepted; a model may search several times.',
      expected: 'an answer with retrievalPageSize 1',
    },
    needs: ANSWERED,
    async run(target) {
      const got = await target.ask({ retrievalPageSize: 1 });
      if (target.isPlatform) return passWithText(got);
      return got.status === 200 ? passWithRetrieval(got, 1) : fail(describe(got));
    },
  },
  {
    name: 'message.broken-body',
    contract: '1: all bodies are JSON unless stated.',
    expected: 'a body that is no JSON is refused: no status of success, or an error part',
    needs: ANSWERED,
    run: async (target) => passRefused(await target.send(MESSAGE_ENDPOINT, { body: '{"messages":' })),
  },
  {
    name: 'message.no-messages',
    contract: '2.1: messages is required.',
    expected: 'a body without messages is refused: no status of success, or an error part',
    needs: ANSWERED,
    async run(target) {
      const { fp } = target.questionBody();
      return passRefused(await target.send(MESSAGE_ENDPOINT, { body: { fp } }));
    },
  },
  ...(['none', 'wrong'] as const).map((choice) =>
    refusesKey('message', choice, MESSAGE_ENDPOINT, {
      needs: STATUS,
      body: (target) => target.questionBody(),
    }),
  ),
];

export const MESSAGE_CHECKS: readonly Check[] = [...STREAM_CHECKS, ...REQUEST_CHECKS];

/** Run last, because nothing is answered afterwards. */
export const LIMIT_CHECKS: readonly Check[] = [
  {
    name: 'message.limit',
    contract:
      '8: 10,000 uses per key and month, requests per organization and hour, requests per IP address and day.',
    expected: 'a question is refused once as many were answered as --limit says',
    needs: ANSWERED,
    run: (target) => useUp(target),
  },
];

async function useUp(target: Target): Promise<Outcome> {
  const { limit } = target.options;
  if (limit === undefined)
    return skip(
      'It would take 10,000 questions. Set a smaller limit at the server, and tell it with --limit.',
    );
  for (let sent = 1; sent <= limit + 1; sent++) {
    const got = await target.ask();
    if (got.status === 0) return fail(describe(got));
    if (!isSuccess(got)) return pass(`status ${got.status} at question ${sent}`);
  }
  return fail(`${limit + 1} more questions were answered`);
}

/** The thread of an answer. The platform names it in a header. */
function threadIdOf({ isPlatform }: Target, { headers, text }: Exchange): string | undefined {
  const named = isPlatform ? headers.get('x-thread-id') : null;
  return named || readWire(text).threadId;
}

/** Read a reply as the client of this package does, which repairs what it can. */
async function readReply({ text }: Exchange): Promise<Reply> {
  const decoder = createReplyDecoder();
  const reply = createReply();
  for (const event of [...(await decoder.push(text)), ...(await decoder.end())]) applyEvent(reply, event);
  endReply(reply);
  return reply;
}

async function passWithText(got: Exchange): Promise<Outcome> {
  const { text } = await readReply(got);
  return passIf(got.status === 200 && text.trim() !== '', describe(got));
}

async function passRefused(got: Exchange): Promise<Outcome> {
  if (got.status === 0) return fail(describe(got));
  if (!isSuccess(got)) return pass(`status ${got.status}`);
  const { error } = await readReply(got);
  return passIf(error !== null, describe(got));
}

function passWithRetrieval({ text }: Exchange, most: number): Outcome {
  const { retrieved } = readWire(text);
  if (retrieved.length === 0) return skip('The stream shows no retrieval.');
  return passIf(Math.max(...retrieved) <= most, `results: ${retrieved.join(', ')}`);
}
