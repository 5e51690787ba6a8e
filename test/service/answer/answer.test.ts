import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import {
  parseJsonEventStream,
  readUIMessageStream,
  uiMessageChunkSchema,
  type UIMessage,
  type UIMessageChunk,
} from 'ai';
import { DocsClient, type AnswerEvent, type AssistantRequest } from '../../../src/client.ts';
import { createReplyDecoder } from '../../../src/protocol/decoding/decode.ts';
import {
  ADMIN_KEY,
  ASSISTANT_KEY,
  collect,
  DOCS,
  ENGLISH,
  find,
  question,
  startService,
  textOf,
  type RunningService,
} from '../http-service.ts';

const MESSAGE = '/v1/assistant/lighthouse/message';
let service: RunningService;

before(async () => {
  service = await startService();
});

after(async () => {
  await service[Symbol.asyncDispose]();
});

const ask = (body: AssistantRequest): Promise<AnswerEvent[]> => collect(service.client.answer(body));

/** The query that a reply says it looked up. */
function lookedUp(events: readonly AnswerEvent[]): string {
  return (find(events, 'tool')!.input as { query: string }).query;
}

describe('an answer without a language model', () => {
  it('quotes the passages that answer, with their code, under links to their sections', async () => {
    const text = textOf(await ask(question('Which compression algorithm makes the smaller files?')));
    assert.match(text, /^These passages of the documentation answer best\. They are quoted/);
    assert.match(
      text,
      /### \[Compression › Choose an algorithm\]\(v2\/en\/guides\/compression#choose-an-algorithm\) \[1\]\n\nThe setting/,
    );
    assert.match(text, /```json title="lighthouse\.json"\n\{ "compression": "brotli" \}\n```/);
  });

  it('goes through a search, its sources and the text to the thread, in this order', async () => {
    const events = await ask(question('Which compression algorithm makes the smaller files?'));
    const order = events.map((event) =>
      event.type === 'tool' ? event.state : 'phase' in event ? `${event.type} ${event.phase}` : event.type,
    );
    const once = order.filter((name, index) => name !== order[index - 1]);
    assert.deepEqual(once, [
      'thread',
      'format',
      'message',
      'step start',
      'input-available',
      'output-available',
      'step finish',
      'step start',
      'source',
      'text start',
      'text delta',
      'text end',
      'step finish',
      'thread',
      'metadata',
      'finish',
      'end',
    ]);
  });

  it('tells what it found', async () => {
    const events = await ask(question('Which compression algorithm?', { retrievalPageSize: 2 }));
    const output = events.find((event) => event.type === 'tool' && event.state === 'output-available');
    assert.ok(output?.type === 'tool');
    const { type, results } = output.output as { type: string; results: { path: string }[] };
    assert.equal(type, 'search');
    assert.equal(results.length, 2);
    assert.equal(results[0]!.path, 'v2/en/guides/compression');
    assert.equal(find(events, 'source')!.source.url, 'v2/en/guides/compression#choose-an-algorithm');
  });

  it('comes in pieces', async () => {
    const events = await ask(question('Which compression algorithm makes the smaller files?'));
    const pieces = events.filter((event) => event.type === 'text' && event.phase === 'delta');
    assert.ok(pieces.length > 5, `${pieces.length} pieces`);
  });

  it('says so when nothing is close, and names the nearest sections', async () => {
    const events = await ask(question('Who repairs a broken lighthouse window in Portugal on Sundays?'));
    assert.match(textOf(events), /^I could not find an answer .* nearest:\n\n- \[/);
    assert.equal(find(events, 'source'), undefined);
    assert.equal(find(events, 'finish')!.reason, 'stop');
  });

  it('names none where none has to do with the question', async () => {
    const events = await ask(question('How do I bake bread?'));
    assert.equal(textOf(events), 'I could not find an answer to this in this documentation.');
  });

  it('says so when there is nothing at all', async () => {
    const events = await ask(question('anything', { filter: { version: 'v9' } }));
    assert.equal(textOf(events), 'I could not find an answer to this in this documentation.');
  });

  it('is short for a greeting and for thanks, and looks nothing up', async () => {
    const events = await ask(question('Hello!'));
    assert.equal(textOf(events), 'Hello! Ask a question about this documentation.');
    assert.equal(find(events, 'tool'), undefined);
    assert.equal(find(events, 'finish')!.reason, 'stop');
    assert.equal(
      textOf(await ask(question('Vielen Dank!', { filter: { language: 'de' } }))),
      'Gern geschehen.',
    );
  });

  it('tells in its metadata how certain it is', async () => {
    const certainty = async (text: string) =>
      (find(await ask(question(text)), 'metadata')!.value as { certainty: string }).certainty;
    assert.equal(await certainty('Which compression algorithm makes the smaller files?'), 'high');
    assert.equal(await certainty('How do I bake bread?'), 'none');
  });

  it('speaks the language of the question, also on a page in another one', async () => {
    const events = await ask(question('Wie backe ich ein Brot für die Familie?', { filter: ENGLISH }));
    assert.match(textOf(events), /^Dazu habe ich in dieser Dokumentation keine Antwort gefunden/);
  });

  it('names the language of pages that are not translated', async () => {
    const filter = { version: 'v2', language: 'fr' };
    const events = await ask(question('compression algorithm', { filter }));
    assert.match(
      textOf(events),
      /^Ces passages .*\n\n### \[.*\]\(v2\/en\/guides\/compression.*\) \(anglais\) \[1\]/,
    );
    assert.match(find(events, 'source')!.source.title!, /\(anglais\)$/);
  });

  for (const language of ['en_US', 'english!', 'fr_FR']) {
    it(`is given to a page that says of its language "${language}"`, async () => {
      const events = await ask(question('compression algorithm', { filter: { version: 'v2', language } }));
      assert.match(textOf(events), /\n\n### \[.*\]\(v2\/en\/guides\/compression.*\) (?:\(\w+\) )?\[1\]/);
      assert.equal(find(events, 'finish')!.reason, 'stop');
    });
  }

  it('looks a new topic up alone', async () => {
    const history = question('What are redirects?').messages;
    const events = await ask({
      ...question('Which compression algorithm?'),
      messages: [...history, ...question('What is compression?').messages],
    });
    assert.equal(lookedUp(events), 'What is compression?');
  });

  it('speaks the language of the filter', async () => {
    const events = await ask(question('Paketmanager', { filter: { version: 'v2', language: 'de' } }));
    assert.match(textOf(events), /^Diese Stellen der Dokumentation/);
    assert.match(textOf(events), /\(v2\/de\/guides\/install#installation-mit-einem-paketmanager/);
  });

  it('follows the version of the filter', async () => {
    const inVersion = async (version: string) =>
      textOf(await ask(question('install package manager', { filter: { version, language: 'en' } })));
    assert.match(await inVersion('v1'), /There is no package for a package manager yet/);
    assert.match(await inVersion('v2'), /npm install lighthouse-server/);
  });
});

describe('the formats of the stream', () => {
  const body = question('Which compression algorithm makes the smaller files?');

  it('are what Accept names; else the line protocol for messages with content, as AI SDK 4 sends them', async () => {
    const events = 'text/event-stream';
    const lines = 'text/plain; charset=utf-8';
    const partsOnly = { ...body, messages: body.messages.map(({ role, parts }) => ({ role, parts })) };
    for (const [accept, sent, label] of [
      ['*/*', body, lines],
      ['application/json', body, lines],
      ['*/*', partsOnly, events],
      ['text/event-stream, text/plain, application/json', body, events],
      ['text/plain', partsOnly, lines],
    ] as const) {
      const response = await service.post(MESSAGE, sent, { accept });
      assert.equal(response.headers.get('content-type'), label);
      assert.equal(response.headers.get('cache-control'), 'no-cache, no-transform');
      assert.equal(response.headers.get('x-accel-buffering'), 'no');
      await response.body!.cancel();
    }
  });

  it('carry the same answer and the thread', async () => {
    const reference = textOf(await ask(body));
    const response = await service.post(MESSAGE, body, { accept: 'text/plain' });
    assert.equal(response.headers.get('x-vercel-ai-data-stream'), 'v1');
    const decoder = createReplyDecoder();
    const events = [...(await decoder.push(await response.text())), ...(await decoder.end())];
    assert.equal(textOf(events), reference);
    assert.equal(find(events, 'thread')!.threadId, response.headers.get('x-thread-id'));
    assert.equal(events.at(-1)!.type, 'end');
    assert.deepEqual(
      events.filter(({ type }) => type === 'warning'),
      [],
    );
  });

  it('are read by the official client of AI SDK 7', async () => {
    const response = await service.post(MESSAGE, body, { accept: 'text/event-stream' });
    const threadId = response.headers.get('x-thread-id');
    const chunks = parseJsonEventStream({ stream: response.body!, schema: uiMessageChunkSchema }).pipeThrough(
      new TransformStream<
        { success: true; value: UIMessageChunk } | { success: false; error: unknown },
        UIMessageChunk
      >({
        transform(result, controller) {
          if (!result.success) throw result.error;
          controller.enqueue(result.value);
        },
      }),
    );
    let message: UIMessage | undefined;
    for await (message of readUIMessageStream({ stream: chunks, terminateOnError: true }));
    assert.ok(message);
    assert.deepEqual(message.metadata, { certainty: 'high', threadId });
    const text = message.parts.map((part) => (part.type === 'text' ? part.text : '')).join('');
    assert.equal(text, textOf(await ask(body)));
    const search = message.parts.find((part) => part.type === 'tool-search');
    assert.ok(search && 'state' in search && search.state === 'output-available');
    assert.ok(message.parts.some((part) => part.type === 'source-url'));
  });
});

describe('a thread', () => {
  const start = async (fp = 'visitor-1') =>
    find(await ask(question('Which compression algorithm makes the smaller files?', { fp })), 'thread')!
      .threadId!;

  it('is told in the header and at the end, and goes on', async () => {
    const threadId = await start();
    const follow = question('And which endings are excluded?', { threadId });
    const response = await service.post(MESSAGE, follow, { accept: 'text/event-stream' });
    assert.equal(response.headers.get('x-thread-id'), threadId);
    assert.match(await response.text(), new RegExp(`"messageMetadata":\\{[^}]*"threadId":"${threadId}"\\}`));
  });

  it('supplies the question that a follow-up leans on', async () => {
    const threadId = await start();
    const events = await ask(question('And how do I exclude them?', { threadId }));
    assert.equal(
      lookedUp(events),
      'Which compression algorithm makes the smaller files?\nAnd how do I exclude them?',
    );
  });

  it('gives way to the conversation that the client sends', async () => {
    const [message] = question('How do redirects work?').messages;
    const follow = question('And for one page?').messages[0]!;
    const events = await ask({
      ...question(''),
      messages: [message!, { ...message!, role: 'assistant' }, follow],
    });
    assert.equal(lookedUp(events), 'How do redirects work?\nAnd for one page?');
  });

  it('is not known to another visitor, and unknown threads are answered alike', async () => {
    const threadId = await start();
    const answers = await Promise.all(
      [
        question('And now?', { threadId, fp: 'visitor-2' }),
        question('And now?', { threadId: 'no-such-thread' }),
      ].map(async (body) => {
        const response = await service.post(MESSAGE, body);
        return [response.status, await response.json()];
      }),
    );
    assert.deepEqual(answers[0], answers[1]);
    assert.equal(answers[0]![0], 404);
    assert.equal((answers[0]![1] as { code: string }).code, 'thread-not-found');
  });

  it('is not known in another documentation', async () => {
    const keys = { assistant: ASSISTANT_KEY, admin: ADMIN_KEY };
    await using two = await startService({
      projects: [
        { dir: DOCS, domain: 'lighthouse', keys },
        { dir: DOCS, domain: 'other', keys },
      ],
    });
    const threadId = find(await collect(two.client.answer(question('redirects'))), 'thread')!.threadId!;
    const response = await two.post('/v1/assistant/other/message', question('redirects', { threadId }));
    assert.equal((await response.json()).code, 'thread-not-found');
  });
});

describe('the limits of the assistant endpoint', () => {
  const limits = { perKeyAndMonth: 10, perOrganizationAndHour: 100, perAddressAndDay: 100 };

  it('are exact with 64 parallel clients', async () => {
    await using limited = await startService({ rateLimits: limits });
    const responses = await Promise.all(
      Array.from({ length: 64 }, async () => {
        const response = await limited.post(MESSAGE, question('redirects'));
        await response.text();
        return response;
      }),
    );
    assert.equal(responses.filter(({ status }) => status === 200).length, 10);
    const refused = responses.filter(({ status }) => status === 429);
    assert.equal(refused.length, 54);
    assert.equal(refused[0]!.headers.get('ratelimit-limit'), '10');
    assert.equal(refused[0]!.headers.get('ratelimit-remaining'), '0');
    assert.equal(refused[0]!.headers.get('retry-after'), refused[0]!.headers.get('ratelimit-reset'));
  });

  it('are not touched by requests that are refused', async () => {
    await using limited = await startService({ rateLimits: { ...limits, perKeyAndMonth: 1 } });
    const refused = [
      () => limited.post(MESSAGE, question('x'), { authorization: 'Bearer wrong' }),
      () => limited.post('/v1/assistant/other/message', question('x')),
      () => limited.post(MESSAGE, {}),
      () => limited.post(MESSAGE, question('x', { threadId: 'unknown' })),
      () => limited.post('/v1/search/lighthouse', { query: 'x' }),
    ];
    for (const request of refused) await (await request()).text();
    assert.equal((await limited.post(MESSAGE, question('redirects'))).status, 200);
    assert.equal((await limited.post(MESSAGE, question('redirects'))).status, 429);
  });

  it('charge no limit when another one is used up', async () => {
    await using limited = await startService({
      rateLimits: { ...limits, perAddressAndDay: 1, perKeyAndMonth: 2 },
      trustedProxies: 1,
    });
    const from = async (address: string) =>
      (await limited.post(MESSAGE, question('redirects'), { 'x-forwarded-for': address })).status;
    assert.equal(await from('192.0.2.1'), 200);
    assert.equal(await from('192.0.2.1'), 429);
    assert.equal(await from('192.0.2.2'), 200, 'the refused request did not count for the key');
    assert.equal(await from('192.0.2.3'), 429);
  });

  it('and threads survive a restart', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
    const options = { dataDir, rateLimits: { ...limits, perKeyAndMonth: 2 } };
    let threadId = '';
    {
      await using first = await startService(options);
      threadId = find(await collect(first.client.answer(question('redirects'))), 'thread')!.threadId!;
    }
    {
      await using second = await startService(options);
      const events = await collect(second.client.answer(question('And for one page?', { threadId })));
      assert.equal(lookedUp(events), 'redirects\nAnd for one page?');
      assert.equal((await second.post(MESSAGE, question('redirects'))).status, 429);
    }
    await rm(dataDir, { recursive: true });
  });
});

describe('a question that is refused', () => {
  const refused: [field: string, body: unknown][] = [
    ['fp', { ...question('x'), fp: '' }],
    ['messages', { ...question('x'), messages: [] }],
    ['messages[0].role', { ...question('x'), messages: [{ role: 'system', content: 'x' }] }],
    ['retrievalPageSize', question('x', { retrievalPageSize: 0 })],
    ['filter.language', question('x', { filter: { language: 'x'.repeat(65) } })],
  ];
  for (const [field, body] of refused) {
    it(`names ${field}`, async () => {
      const response = await service.post(MESSAGE, body);
      const answer = await response.json();
      assert.deepEqual([response.status, answer.code, answer.field], [400, 'invalid-request', field]);
    });
  }

  it('is told to our client with its code', async () => {
    const client = new DocsClient({
      endpoint: service.url,
      domain: 'lighthouse',
      headers: { authorization: 'Bearer no' },
    });
    await assert.rejects(collect(client.answer(question('x'))), {
      code: 'http',
      status: 401,
      serverCode: 'unauthorized',
    });
  });
});

describe('a reader who leaves', () => {
  it('leaves nothing that fails behind', async () => {
    const reader = new AbortController();
    const response = await fetch(service.url + MESSAGE, {
      method: 'POST',
      body: JSON.stringify(question('redirects', { filter: ENGLISH })),
      headers: { 'content-type': 'application/json', authorization: `Bearer ${ASSISTANT_KEY}` },
      signal: reader.signal,
    });
    await response.body!.getReader().read();
    reader.abort();
    await ask(question('redirects'));
    assert.deepEqual(service.failures, []);
  });
});
