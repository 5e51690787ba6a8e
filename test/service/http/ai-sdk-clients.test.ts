/**
 * The service's streams, read by the real clients of the AI SDK. They are kept apart, in `test/ai-sdk`, since every generation
 * needs other packages: `npm ci --prefix test/ai-sdk`.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveHandler, type RunningServer } from '../../../src/node.ts';
import { createProxy } from '../../../src/proxy.ts';
import { ASSISTANT_KEY, startService, type RunningService } from '../http-service.ts';

const clients = fileURLToPath(new URL('../../ai-sdk/package.json', import.meta.url));
const { resolve } = createRequire(clients);
const skip = existsSync(new URL('../../ai-sdk/node_modules', import.meta.url))
  ? false
  : 'the clients are not installed (npm ci --prefix test/ai-sdk, 56 MB)';

const QUESTION = 'How do I choose a compression algorithm?';
const HEADERS = { authorization: `Bearer ${ASSISTANT_KEY}` };
const FILTER = { version: 'v2', language: 'en' };

interface Part {
  type: string;
  text?: string;
  url?: string;
}

interface UiMessage {
  id: string;
  role: string;
  parts: Part[];
  metadata?: { threadId?: string };
}

/** What versions 5 to 7 have in common. */
interface UiMessageClient {
  DefaultChatTransport: new (options: object) => { sendMessages(options: object): Promise<ReadableStream> };
  readUIMessageStream(options: object): AsyncIterable<UiMessage>;
}

/** What version 4 reads streams with. */
interface DataStreamClient {
  processDataStream(options: object): Promise<void>;
  callChatApi(options: object): Promise<void>;
}

let service: RunningService;
let proxy: RunningServer;

before(async () => {
  service = await startService();
  await service.service.ready;
  const keys = { assistant: ASSISTANT_KEY };
  proxy = await serveHandler(createProxy({ upstream: service.url, keys, domains: ['lighthouse'] }));
});

after(async () => {
  await proxy.close();
  await service[Symbol.asyncDispose]();
});

/** Where the endpoint is asked. No client says which stream it reads: what it sends tells. */
const PLACES = {
  directly: () => service.url,
  'through the proxy': () => proxy.url,
};

async function load<Client>(name: string): Promise<Client> {
  return (await import(resolve(name))) as Client;
}

describe('reading the service with the AI SDK', { skip }, () => {
  const cases = Object.entries(PLACES).flatMap(([place, url]) =>
    ['ai-5', 'ai-6', 'ai-7'].map((version) => ({ place, url, version })),
  );
  for (const { place, url, version } of cases) {
    it(`${version} reads the event stream ${place} without error, with sources and the thread`, async () => {
      const { DefaultChatTransport, readUIMessageStream } = await load<UiMessageClient>(version);
      const transport = new DefaultChatTransport({
        api: `${url()}/v1/assistant/lighthouse/message`,
        headers: HEADERS,
        prepareSendMessagesRequest: ({ messages, body }: { messages: UiMessage[]; body?: object }) => ({
          body: { fp: 'visitor-1', messages, filter: FILTER, ...body },
        }),
      });
      const ask = async (messages: UiMessage[], threadId?: string): Promise<UiMessage> => {
        const stream = await transport.sendMessages({
          chatId: 'chat',
          messages,
          trigger: 'submit-message',
          messageId: undefined,
          abortSignal: undefined,
          body: { threadId },
        });
        let last: UiMessage | undefined;
        const errors: unknown[] = [];
        const onError = (error: unknown): unknown => errors.push(error);
        for await (const message of readUIMessageStream({ stream, onError, terminateOnError: true }))
          last = message;
        assert.deepEqual(errors, []);
        return last!;
      };

      const first: UiMessage = { id: 'm1', role: 'user', parts: [{ type: 'text', text: QUESTION }] };
      const answer = await ask([first]);
      assert.equal(answer.role, 'assistant');
      assert.ok(answer.parts.some(({ type, text = '' }) => type === 'text' && /brotli/i.test(text)));
      assert.ok(answer.parts.some(({ type, url = '' }) => type === 'source-url' && url !== ''));
      assert.match(answer.metadata!.threadId!, /^[\da-f-]{36}$/);

      const second: UiMessage = {
        id: 'm2',
        role: 'user',
        parts: [{ type: 'text', text: 'Which files are excluded?' }],
      };
      const follow = await ask([first, answer, second], answer.metadata!.threadId);
      assert.equal(follow.metadata!.threadId, answer.metadata!.threadId);
    });
  }

  for (const [place, url] of Object.entries(PLACES)) {
    it(`ai-4 reads the line protocol ${place} without error, with sources`, async () => {
      const { callChatApi } = await load<DataStreamClient>('@ai-sdk/ui-utils');
      let text = '';
      let parts: { type: string; source?: { url: string } }[] = [];
      let finish = '';
      let thread: string | null = null;
      await callChatApi({
        api: `${url()}/v1/assistant/lighthouse/message`,
        headers: HEADERS,
        body: { fp: 'visitor-1', filter: FILTER, messages: [{ id: 'm1', role: 'user', content: QUESTION }] },
        onResponse: ({ headers }: Response) => {
          thread = headers.get('x-thread-id');
        },
        restoreMessagesOnFailure: () => assert.fail('the client gave up'),
        onUpdate: () => {},
        onFinish: (
          message: { content: string; parts: typeof parts },
          { finishReason }: { finishReason: string },
        ) => {
          ({ content: text, parts } = message);
          finish = finishReason;
        },
        generateId: () => 'id',
        lastMessage: undefined,
      });
      assert.match(text, /brotli/i);
      assert.equal(finish, 'stop');
      assert.ok(parts.some(({ type, source }) => type === 'source' && source?.url));
      assert.match(thread!, /^[\da-f-]{36}$/);
    });
  }

  it('ai-4 has a part of the line protocol read for every line', async () => {
    const { processDataStream } = await load<DataStreamClient>('@ai-sdk/ui-utils');
    const response = await service.post(
      '/v1/assistant/lighthouse/message',
      { fp: 'visitor-1', filter: FILTER, messages: [{ id: 'm1', role: 'user', content: QUESTION }] },
      { accept: 'text/plain' },
    );
    const [counted, read] = response.body!.tee();
    let parts = 0;
    const count = (): number => ++parts;
    const handlers = ['Text', 'Reasoning', 'Source', 'Data', 'Error', 'MessageAnnotations', 'FinishMessage'];
    const steps = [
      'StartStep',
      'FinishStep',
      'ToolCall',
      'ToolResult',
      'ToolCallStreamingStart',
      'ToolCallDelta',
    ];
    await processDataStream({
      stream: read,
      ...Object.fromEntries([...handlers, ...steps].map((name) => [`on${name}Part`, count])),
    });
    const lines = (await new Response(counted).text()).split('\n').filter(Boolean);
    assert.equal(parts, lines.length);
    const last = JSON.parse(lines.findLast((line) => line.startsWith('d:'))!.slice(2)) as {
      threadId?: string;
    };
    assert.equal(last.threadId, response.headers.get('x-thread-id'));
  });
});
