import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { test } from 'node:test';
import { createOpenAiSource, createSearchSource, type OpenAiOptions } from '../../src/sources.ts';
import {
  endPieces,
  sendCompletion,
  startModelEndpoint,
  writeDeltas,
  writePieces,
} from '../service/model-endpoint.ts';
import { ask, QUESTION, REQUEST } from './ask.ts';

test('a streamed completion becomes an answer, its reasoning apart', async () => {
  const { reply, request } = await answer((response) => {
    writeDeltas(response, { role: 'assistant', reasoning_content: 'Let me see.' });
    writePieces(response, 'Use ', 'middleware.');
    endPieces(response);
  });
  assert.equal(reply.text, 'Use middleware.');
  assert.equal(reply.reasoning, 'Let me see.');
  assert.equal(reply.status, 'done');
  assert.equal(request.stream, true);
  assert.equal(request.authorization, undefined);
});

test('a completion in one piece is an answer, too', async () => {
  const { reply } = await answer((response) => sendCompletion(response, 'Use middleware.'));
  assert.equal(reply.text, 'Use middleware.');
  assert.equal(reply.status, 'done');
});

test('the model, the instructions, the filter and the conversation are sent', async () => {
  const { request } = await answer(
    (response) => sendCompletion(response, 'Yes.'),
    { model: 'small', instructions: 'Be brief.', body: { temperature: 0 } },
    { filter: { version: 'v2', language: 'de' } },
  );
  assert.equal(request.model, 'small');
  assert.equal(request.temperature, 0);
  assert.deepEqual(request.messages, [
    {
      role: 'system',
      content: 'Be brief.\n\nThe reader uses version v2.\n\nThe language of the page is de.',
    },
    { role: 'user', content: QUESTION },
  ]);
});

test('passages of a search are given to the model, and shown as sources', async () => {
  const calls: unknown[] = [];
  const search = createSearchSource(({ query, pageSize, version }) => {
    calls.push({ query, pageSize, version });
    return Promise.resolve([
      { url: '/a#b', title: 'Guide', headings: ['Setup'], content: 'Put it into `middleware.ts`.' },
      { url: '/c', title: 'More', excerpt: { text: 'An excerpt.', ranges: [] } },
    ]);
  });
  const { reply, request } = await answer(
    (response) => sendCompletion(response, 'In `middleware.ts` [1].'),
    { search, passages: 3 },
    { filter: { version: 'v2' } },
  );
  assert.deepEqual(calls, [{ query: QUESTION, pageSize: 3, version: 'v2' }]);
  const { content } = request.messages[0]!;
  assert.ok(content.includes('[1] Guide › Setup\nPut it into `middleware.ts`.\n\n[2] More\nAn excerpt.'));
  assert.deepEqual(
    reply.sources.map(({ url, title }) => [url, title]),
    [
      ['/a#b', 'Guide'],
      ['/c', 'More'],
    ],
  );
});

test('an answer that breaks off is not whole', async () => {
  const { reply } = await answer((response) => {
    writePieces(response, 'Use ');
    response.end();
  });
  assert.equal(reply.text, 'Use ');
  assert.notEqual(reply.status, 'done');
});

test('an error in the stream, and what is no completion, is a failed answer', async () => {
  const { reply } = await answer((response) => {
    writePieces(response, 'Use ');
    response.end('data: {"error":{"message":"Out of credit"}}\n\n');
  });
  assert.match(reply.error!.message, /Out of credit/);
  const other = await answer((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end('data: <html>\n\n');
  });
  assert.equal(other.reply.error!.code, 'bad-content');
});

test('a refusal is a failure with its status', async () => {
  const refused = answer((response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' });
    response.end('{"error":{"message":"Too many"}}');
  });
  await assert.rejects(refused, { code: 'http', status: 429, retryable: true, retryAfter: 7 });
});

test('an answer that is stopped ends the request', async () => {
  const stop = new AbortController();
  const left = Promise.withResolvers<void>();
  await using endpoint = await startModelEndpoint((response) => {
    response.on('close', () => left.resolve());
    writePieces(response, 'Use ');
  });
  const source = createOpenAiSource({ url: `${endpoint.url}/chat/completions` });
  await assert.rejects(
    async () => {
      for await (const _ of source.answer(REQUEST, { signal: stop.signal })) stop.abort();
    },
    { code: 'aborted' },
  );
  await left.promise;
});

/** Ask an endpoint that responds so. */
async function answer(
  respond: (response: ServerResponse) => void,
  options: Partial<OpenAiOptions> = {},
  more?: object,
) {
  await using endpoint = await startModelEndpoint(respond);
  const reply = await ask(createOpenAiSource({ url: `${endpoint.url}/chat/completions`, ...options }), more);
  return { reply, request: endpoint.received[0]! };
}
