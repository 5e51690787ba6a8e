/** Chat routes of each version of the AI SDK: `npm ci --prefix test/ai-sdk`. */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { serveHandler } from '../../src/node.ts';
import { createAiSdkSource } from '../../src/sources.ts';
import { createChatRoute, type AiSdk, type ChatBody, type MockModel } from './chat-route.ts';
import { ask, QUESTION } from './ask.ts';

const { resolve } = createRequire(fileURLToPath(new URL('../ai-sdk/package.json', import.meta.url)));
const skip = existsSync(new URL('../ai-sdk/node_modules', import.meta.url))
  ? false
  : 'the versions are not installed (npm ci --prefix test/ai-sdk, 56 MB)';

for (const version of [5, 6, 7]) {
  describe(`a chat route of version ${version} of the AI SDK`, { skip }, () => {
    test('answers, with sources, in the same chat', async () => {
      const received = { bodies: [] as ChatBody[], prompts: [] as unknown[] };
      await using server = await serveRoute(version, received);
      const source = createAiSdkSource({ url: `${server.url}/api/chat`, body: { plan: 'free' } });
      const filter = { version: 'v2', language: 'de' };
      const first = await ask(source, { filter });
      assert.equal(first.text, `You asked: ${QUESTION}`);
      assert.equal(first.status, 'done');
      assert.deepEqual(
        first.sources.map(({ url, title }) => [url, title]),
        [['/guide', 'Guide']],
      );
      const second = await ask(source, { threadId: first.threadId });
      assert.equal(second.text, `You asked: ${QUESTION}`);
      const [one, two] = received.bodies;
      assert.match(one!.id, /^[\da-f]{32}$/);
      assert.equal(two!.id, one!.id);
      const { messages, id: _, ...fields } = one!;
      assert.deepEqual(fields, { plan: 'free', trigger: 'submit-message', filter });
      assert.deepEqual(messages, [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }]);
      assert.match(JSON.stringify(received.prompts[0]), new RegExp(QUESTION.replace('?', '\\?')));
    });
  });
}

test('a route that fails is a failure with its status, and leaves no thread', async () => {
  await using server = await serve(() => Promise.resolve(Response.json({ error: 'Busy' }, { status: 503 })));
  const source = createAiSdkSource({ url: server.url });
  await assert.rejects(ask(source), { code: 'http', status: 503, retryable: true, message: 'Busy' });
});

test('the address may end with a slash, and headers are asked for each time', async () => {
  const seen: string[] = [];
  await using server = await serve((request) => {
    seen.push(`${new URL(request.url).pathname} ${request.headers.get('x-page')}`);
    return Promise.resolve(new Response('data: {"type":"finish"}\n\n'));
  });
  let count = 0;
  const source = createAiSdkSource({
    url: `${server.url}/api/chat/`,
    headers: () => ({ 'x-page': `${++count}` }),
  });
  await ask(source);
  await ask(source);
  assert.deepEqual(seen, ['/api/chat/ 1', '/api/chat/ 2']);
});

async function serve(answer: (request: Request) => Promise<Response>) {
  const server = await serveHandler(answer);
  return { url: server.url, [Symbol.asyncDispose]: () => server.close() };
}

async function serveRoute(version: number, received: { bodies: ChatBody[]; prompts: unknown[] }) {
  const sdk = (await import(resolve(`ai-${version}`))) as AiSdk;
  const mocks = (await import(resolve(`ai-${version}/test`))) as Record<string, MockModel>;
  const [, Model] = Object.entries(mocks).findLast(([name]) => /^MockLanguageModelV\d+$/.test(name))!;
  return serve(createChatRoute(sdk, Model, version === 5 ? 'old' : 'new', received));
}
