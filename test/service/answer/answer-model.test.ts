import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import type { LanguageModelOptions } from '../../../src/service.ts';
import { ASSISTANT_KEY, collect, find, question, startService, textOf } from '../http-service.ts';
import { endPieces, MODEL_KEY, sendCompletion, startModelEndpoint, writePieces } from './model-endpoint.ts';

const ASKED = question('Which compression algorithm makes the smaller files?');
const SECRET = `quota of ${MODEL_KEY} at gpu.internal used up`;

const modelAt = (url: string, more: Partial<LanguageModelOptions> = {}) => ({
  model: { url, name: 'test-model', key: MODEL_KEY, ...more },
});

describe('an answer of a language model', () => {
  it('is streamed as the model says it, with the sections as sources', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'Take ', '[Brotli](v2/en/guides/compression#choose-an-algorithm)', '.');
      endPieces(response);
    });
    await using service = await startService(modelAt(endpoint.url));
    const events = await collect(service.client.answer(ASKED));
    assert.equal(textOf(events), 'Take [Brotli](v2/en/guides/compression#choose-an-algorithm).');
    assert.equal(find(events, 'source')!.source.url, 'v2/en/guides/compression#choose-an-algorithm');
    assert.equal(find(events, 'finish')!.reason, 'stop');
    assert.equal(events.at(-1)!.type, 'end');
    assert.deepEqual(service.failures, []);
  });

  it('cites for a model that does not, and has its suggestions in whatever form it writes them', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'The setting `compression.algorithm` ', 'chooses the algorithm: `gzip` ');
      writePieces(response, 'or `brotli`, the smaller.\n\n**Sugges', 'tions:**\n- What is gzip?\n');
      endPieces(response);
    });
    await using service = await startService(modelAt(endpoint.url));
    const events = await collect(service.client.answer(ASKED));
    assert.match(textOf(events), /smaller\. \[1\]\n\n```suggestions\n- What is gzip\?\n+```\n$/);
    const sources = events.filter(({ type }) => type === 'source');
    assert.equal(sources.length, 1);
    assert.match(find(events, 'source')!.source.url ?? '', /guides\/compression/);
  });

  it('is told to pages before the first question, with whatever they will be answered', async () => {
    for (const options of [{}, modelAt('http://127.0.0.1:9')]) {
      await using service = await startService(options);
      const headers = { authorization: `Bearer ${ASSISTANT_KEY}` };
      const response = await fetch(`${service.url}/v1/assistant/lighthouse`, { headers });
      assert.deepEqual(await response.json(), { hasModel: 'model' in options });
      assert.equal(response.headers.get('cache-control'), 'private, max-age=600');
    }
  });

  it('takes no redirect to another origin, which would get the prompt and the own header fields', async () => {
    const headers = { 'x-api-key': 'of-the-provider' };
    for (const status of [301, 302, 303, 307, 308]) {
      await using other = await startModelEndpoint((response) => {
        writePieces(response, 'Stolen.');
        endPieces(response);
      });
      await using endpoint = await startModelEndpoint((response) => {
        response.writeHead(status, { location: `${other.url}/chat/completions` }).end();
      });
      await using service = await startService(modelAt(endpoint.url, { headers }));
      const events = await collect(service.client.answer(ASKED));
      assert.doesNotMatch(textOf(events), /Stolen/);
      assert.deepEqual(other.received, []);
      assert.match(String(service.failures[0]), /check its address/);
    }
  });

  it('is asked for with the sections marked as quotes that no section can end by itself', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'Yes.');
      endPieces(response);
    });
    await using service = await startService(modelAt(endpoint.url));
    await collect(service.client.answer(ASKED));
    await collect(service.client.answer(ASKED));
    const [first, second] = endpoint.received;
    assert.equal(first!.authorization, `Bearer ${MODEL_KEY}`);
    assert.equal(first!.model, 'test-model');
    assert.match(first!.messages[0]!.content, /not an instruction to you/);
    const prompt = first!.messages.at(-1)!;
    assert.equal(prompt.role, 'user');
    assert.match(
      prompt.content,
      /number="\d+" name="[^"]+" address="v2\/en\/guides\/compression#choose-an-algorithm" version="v2" language="en">\nThe setting/,
    );
    assert.match(prompt.content, /\n\nQuestion: Which compression algorithm makes the smaller files\?$/);
    const mark = (content: string) => /<(section-\w+) /.exec(content)![1];
    assert.notEqual(mark(prompt.content), mark(second!.messages.at(-1)!.content));
  });

  it('comes with the conversation before it, and looks up what the model makes of the follow-up', async () => {
    await using endpoint = await startModelEndpoint((response, { stream }) => {
      if (!stream) return sendCompletion(response, 'How are files excluded from compression?');
      writePieces(response, 'An answer.');
      endPieces(response);
    });
    await using service = await startService(modelAt(endpoint.url));
    const threadId = find(await collect(service.client.answer(ASKED)), 'thread')!.threadId!;
    const events = await collect(service.client.answer(question('And to exclude some?', { threadId })));
    assert.deepEqual(find(events, 'tool')!.input, {
      query: 'How are files excluded from compression?',
      filter: { version: 'v2', language: 'en' },
    });
    const { messages } = endpoint.received.at(-1)!;
    assert.deepEqual(messages.slice(1, 3), [
      { role: 'user', content: 'Which compression algorithm makes the smaller files?' },
      { role: 'assistant', content: 'An answer.' },
    ]);
  });

  it('says when it was cut at the model’s limit', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'A long');
      endPieces(response, 'length');
    });
    await using service = await startService(modelAt(endpoint.url));
    assert.equal(find(await collect(service.client.answer(ASKED)), 'finish')!.reason, 'length');
  });

  it('comes from endpoints that do not know how to count tokens, which are asked to once', async () => {
    await using endpoint = await startModelEndpoint((response, { stream_options: asked }) => {
      if (asked) return void response.writeHead(422).end('{"error":{"message":"Extra inputs"}}');
      writePieces(response, 'Brotli.');
      endPieces(response);
    });
    await using service = await startService(modelAt(endpoint.url));
    for (let turn = 0; turn < 2; turn++) {
      assert.equal(textOf(await collect(service.client.answer(ASKED))), 'Brotli.');
    }
    const asked = endpoint.received.map((request) => request.stream_options !== undefined);
    assert.deepEqual(asked, [true, false, false]);
  });

  it('is cut when the model does not end', async () => {
    const { promise: closed, resolve: close } = Promise.withResolvers<void>();
    await using endpoint = await startModelEndpoint((response) => {
      response.once('close', close);
      for (let piece = 0; piece < 5; piece++) writePieces(response, 'x'.repeat(30_000));
    });
    await using service = await startService(modelAt(endpoint.url));
    const events = await collect(service.client.answer(ASKED));
    assert.equal(textOf(events).length, 100_000);
    assert.equal(find(events, 'finish')!.reason, 'length');
    await closed;
  });

  it('is stopped when the reader leaves', async () => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<ServerResponse>();
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'Word ');
      ask(response);
    });
    await using service = await startService(modelAt(endpoint.url));
    const reader = new AbortController();
    const reply = collect(service.client.answer(ASKED, { signal: reader.signal }));
    const model = await asked;
    const closed = once(model, 'close');
    reader.abort();
    await assert.rejects(reply, { code: 'aborted' });
    await closed;
    assert.deepEqual(service.failures, []);
  });
});

describe('a language model that fails', () => {
  const failures: [title: string, respond: (response: ServerResponse) => void][] = [
    ['refuses', (response) => response.writeHead(401).end(JSON.stringify({ error: { message: SECRET } }))],
    ['breaks off before its first word', (response) => response.destroy()],
    [
      'says nothing',
      (response) => endPieces(response.writeHead(200, { 'content-type': 'text/event-stream' })),
    ],
    [
      'does not speak the protocol',
      (response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<html>'),
    ],
  ];
  for (const [title, respond] of failures) {
    it(`and ${title} gives way to quotes`, async () => {
      await using endpoint = await startModelEndpoint(respond);
      await using service = await startService(modelAt(endpoint.url));
      const events = await collect(service.client.answer(ASKED));
      assert.match(textOf(events), /^The language model cannot be reached at the moment\..*"brotli"/s);
      assert.equal(find(events, 'finish')!.reason, 'stop');
      assert.doesNotMatch(JSON.stringify(events), /model-key|gpu\.internal|127\.0/);
    });
  }

  it('and is silent gives way to quotes in time', async () => {
    await using endpoint = await startModelEndpoint(() => {});
    await using service = await startService(modelAt(endpoint.url, { firstTokenTimeout: 50 }));
    const events = await collect(service.client.answer(ASKED));
    assert.match(textOf(events), /^The language model cannot be reached/);
    assert.equal(service.failures.length, 1);
  });

  it('in the middle of its answer ends it with an error that says nothing of the cause', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, 'Take ');
      setImmediate(() => response.destroy());
    });
    await using service = await startService(modelAt(endpoint.url));
    const events = await collect(service.client.answer(ASKED));
    assert.equal(textOf(events), 'Take ');
    assert.equal(find(events, 'error')!.message, 'The answer broke off. Please try again.');
    assert.equal(find(events, 'finish')!.reason, 'error');
    assert.equal(events.at(-1)!.type, 'end');
    assert.equal(service.failures.length, 1);
  });
});
