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
} from '../service/answer/model-endpoint.ts';
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

test('an answer that breaks off is not whole, also of a server that has an empty reason to finish in each chunk', async () => {
  for (const finish_reason of [null, '', 'null']) {
    const { reply } = await answer((response) => {
      response.end(events(chunk({ content: 'Use ' }, { finish_reason })));
    });
    assert.deepEqual([reply.status, reply.text, reply.finishReason], ['interrupted', 'Use ', null]);
  }
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

const chunk = (delta: object, more: object = {}) => ({
  choices: [{ index: 0, delta, finish_reason: null, ...more }],
});
const STOP = chunk({}, { finish_reason: 'stop' });
const events = (...chunks: object[]): string =>
  chunks.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
const whole = (message: object, finish_reason: string | null = 'stop') =>
  JSON.stringify({ choices: [{ message, finish_reason }] });

/** What differs between servers: the type that they name, the body, and the answer with its reasoning. */
const BODIES: Readonly<
  Record<string, readonly [type: string, body: string, text: string, reasoning?: string]>
> = {
  'content as a list, and as a text (chat-14)': [
    'text/event-stream',
    events(
      chunk({ content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'hm' }] }] }),
      chunk({ content: [{ type: 'text', text: 'Hello ' }] }),
      chunk({ content: 'there' }),
      STOP,
    ),
    'Hello there',
    'hm',
  ],
  'a list with several parts, and some without a text': [
    'text/event-stream',
    events(
      chunk({ content: [{ type: 'output_text', text: { value: 'a' } }, 'b', null, { type: 'image' }] }),
      STOP,
    ),
    'ab',
  ],
  'reasoning in details': [
    'text/event-stream',
    events(
      chunk({ content: '', reasoning: '', reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }),
      chunk({ content: 'ok' }),
      STOP,
    ),
    'ok',
    'hm',
  ],
  'no choices, and none at all (chat-15)': [
    'text/event-stream',
    `: PROCESSING\n\n${events({ choices: [], prompt_filter_results: [] }, chunk({ role: 'assistant', content: '' }), chunk({ content: 'ok' }), { choices: null, usage: {} }, STOP, { choices: [], usage: { total_tokens: 1 } })}data: [DONE]\n\n`,
    'ok',
  ],
  'one bad chunk': [
    'text/event-stream',
    `${events(chunk({ content: 'o' }))}data: {"choi\n\ndata: 1\n\n${events(chunk({ content: 'k' }), STOP)}`,
    'ok',
  ],
  'a stream labelled JSON (chat-17)': [
    'application/json',
    `${events(chunk({ content: 'ok' }), STOP)}data: [DONE]\n\n`,
    'ok',
  ],
  'a stream labelled JSON, after a blank line': [
    'application/json',
    `\n\n${events(chunk({ content: 'ok' }), STOP)}`,
    'ok',
  ],
  'a document labelled a stream (chat-18)': [
    'text/event-stream',
    whole({ role: 'assistant', content: 'whole' }),
    'whole',
  ],
  'an indented document after a mark, without a label': [
    '',
    `\uFEFF\n${JSON.stringify(JSON.parse(whole({ content: 'whole' }, null)), null, 2)}\n`,
    'whole',
  ],
  'a document in each line': [
    'application/x-ndjson',
    [chunk({ content: 'o' }), chunk({ content: 'k' }), STOP].map((value) => JSON.stringify(value)).join('\n'),
    'ok',
  ],
  'a stream without blank lines': [
    'text/event-stream',
    events(chunk({ content: 'o' }), chunk({ content: 'k' }), STOP).replaceAll('\n\n', '\n'),
    'ok',
  ],
  'a stream that ends within its last line': [
    'text/event-stream',
    events(chunk({ content: 'ok' }), STOP).trimEnd(),
    'ok',
  ],
  'a refusal (chat-19)': [
    'text/event-stream',
    `${events(chunk({ refusal: 'I cannot ' }), chunk({ refusal: 'help with that.' }), STOP)}data: [DONE]\n\n`,
    'I cannot help with that.',
  ],
  'a refusal as a part': [
    'application/json',
    whole({ content: [{ type: 'refusal', refusal: 'No.' }] }),
    'No.',
  ],
  'a second choice': [
    'text/event-stream',
    events(
      { choices: [{ index: 1, delta: { content: 'other' } }] },
      {
        choices: [
          { index: 1, delta: { content: 'x' } },
          { index: 0, delta: { content: 'ok' } },
        ],
      },
      STOP,
    ),
    'ok',
  ],
  'the whole message once more at the end': [
    'text/event-stream',
    events(chunk({ content: 'ok' }), chunk({}, { message: { content: 'ok' }, finish_reason: 'stop' })),
    'ok',
  ],
  'reasoning between tags (chat-20)': [
    'text/event-stream',
    events(
      chunk({ content: '<thi' }),
      chunk({ content: 'nk>plan' }),
      chunk({ content: '</think>\n\nok' }),
      STOP,
    ),
    'ok',
    'plan',
  ],
  'a text before a call of a tool, and one after what that found': [
    'text/event-stream',
    events(
      chunk({ reasoning: 'A', tool_calls: [] }),
      chunk({ content: 'I will ', tool_calls: null, function_call: { name: '', arguments: '' } }),
      chunk({ content: 'look.', tool_calls: [] }),
      chunk({ tool_calls: [{ index: 0, id: 'c', function: { name: 'search', arguments: '' } }] }),
      chunk({ tool_calls: [{ index: 0, function: { arguments: '{}' } }] }),
      chunk({}, { finish_reason: 'tool_calls' }),
      chunk({ role: 'tool', content: '{"results":[]}' }),
      chunk({ content: [{ type: 'tool_result', content: [{ type: 'text', text: 'found' }] }] }),
      chunk({ reasoning: 'B' }),
      chunk({ role: 'assistant', content: '## Install' }),
      STOP,
    ),
    'I will look.\n\n## Install',
    'AB',
  ],
  'texts around a thought': [
    'text/event-stream',
    events(chunk({ content: 'Look.' }), chunk({ thinking: 'hm' }), chunk({ content: '- a' }), STOP),
    'Look.\n\n- a',
    'hm',
  ],
  'a refusal after a text': [
    'text/event-stream',
    events(chunk({ content: 'So: ' }), chunk({ refusal: 'No.' }), STOP),
    'So: \n\nNo.',
  ],
  'a field named twice, and its end in small letters': [
    'text/event-stream',
    `${events(chunk({ content: 'ok' }))}data: [done]\n\n`.replaceAll('data:', 'data: data:'),
    'ok',
  ],
  'a choice that is no list, with its index in words, and the text of a completion': [
    'text/event-stream',
    events(
      { choices: { index: '0', text: 'o' } },
      { choices: [{ index: '1', text: 'x' }] },
      { choices: [{ delta: 'k' }] },
      STOP,
    ),
    'ok',
  ],
};

for (const [name, [type, body, text, reasoning = null]] of Object.entries(BODIES))
  test(`${name}: the answer is whole`, async () => {
    const { reply } = await answer((response) => {
      response.writeHead(200, { ...(type && { 'content-type': type }) });
      response.end(body);
    });
    assert.deepEqual([reply.status, reply.text, reply.reasoning], ['done', text, reasoning]);
  });

test('cited pages are sources, each once', async () => {
  const citation = (url: string, title?: string) => ({ type: 'url_citation', url_citation: { url, title } });
  const { reply } = await answer((response) => {
    response.end(
      events(
        chunk({
          content: 'ok',
          annotations: [citation('https://a.example/', 'A'), { type: 'file_citation' }, null],
        }),
        { ...STOP, citations: ['https://b.example/', 'https://a.example/'] },
        { citations: ['https://c.example/'], search_results: [{ url: 'https://c.example/', title: 'C' }] },
        chunk({ context: { citations: [{ url: 'https://d.example/', title: 'D' }] } }),
      ),
    );
  });
  assert.deepEqual(
    reply.sources.map(({ url, title }) => [url, title]),
    [
      ['https://a.example/', 'A'],
      ['https://b.example/', null],
      ['https://c.example/', 'C'],
      ['https://d.example/', 'D'],
    ],
  );
});

test('errors in the forms of other servers are told, and what is withheld or cut', async () => {
  for (const body of [
    '{"error":{"code":429}}',
    '{"object":"error","message":"No model"}',
    'event: error\ndata: {"message":"No model"}\n\n',
    '{"choices":[{"delta":{"content":""},"finish_reason":"error","error":{"message":"No model"}}]}',
  ]) {
    const { reply } = await answer((response) => response.end(body));
    assert.deepEqual([reply.status, reply.error?.code], ['error', 'stream'], body);
  }
  const { reply } = await answer((response) => response.end(whole({ content: 'o' }, 'content_filter')));
  assert.equal(reply.finishReason, 'content-filter');
  for (const body of ['', '<html>', 'Hello', '[]', '{"a":1}', 'data: [DONE]\n\n']) {
    const bad = await answer((response) => response.end(body));
    assert.equal(bad.reply.error?.code, 'bad-content', body);
  }
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
