import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { createService, type LanguageModelOptions } from '../../../src/service.ts';
import { collect, DOCS, find, question, startService, textOf, type RunningService } from '../http-service.ts';
import {
  endPieces,
  sendCompletion,
  startModelEndpoint,
  writePieces,
  type ModelRequest,
} from './model-endpoint.ts';

const ASKED = question('Which compression algorithm makes the smaller files?');
const QUOTES = /^The language model cannot be reached at the moment\./;

function say(response: ServerResponse, text: string): void {
  writePieces(response, text);
  endPieces(response);
}

const modelAt = (url: string, more: Partial<LanguageModelOptions> = {}) => ({
  model: { url, name: 'test-model', ...more },
});

const ask = async (service: RunningService, asked = ASKED) => collect(service.client.answer(asked));

describe('the settings of a model', () => {
  it('are in its requests', async () => {
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(
      modelAt(endpoint.url, {
        headers: { 'api-key': 'secret-7f', 'X-Team': 'docs' },
        body: { reasoning_effort: 'low', max_tokens: 77, stream_options: null },
        instructions: 'The product is called Lighthouse.',
        temperature: 0.2,
        tools: false,
      }),
    );
    await ask(service);
    const [request] = endpoint.received as (ModelRequest & { reasoning_effort?: string })[];
    assert.equal(request!.headers['api-key'], 'secret-7f');
    assert.equal(request!.headers['x-team'], 'docs');
    assert.equal(request!.reasoning_effort, 'low');
    assert.equal(request!.max_tokens, 77);
    assert.equal(request!.stream_options, undefined);
    assert.equal(request!.temperature, 0.2);
    assert.equal(request!.tools, undefined);
    assert.match(
      request!.messages[0]!.content,
      /not an instruction to you\.\n\nThe product is called Lighthouse\.$/,
    );
  });

  const wrong: [option: string, more: Partial<LanguageModelOptions>, error: RegExp][] = [
    ['temperature', { temperature: 3 }, /model\.temperature must be a number from 0 to 2/],
    ['maxOutputTokens', { maxOutputTokens: 0 }, /model\.maxOutputTokens must be a number from 1 to/],
    ['promptTokens', { promptTokens: 10 }, /model\.promptTokens must be a number from 1000 to/],
    ['firstTokenTimeout', { firstTokenTimeout: Number.NaN }, /model\.firstTokenTimeout must be a number/],
    ['url', { url: 'ftp://host' }, /model\.url must be an address/],
    ['key', { key: 'sk-…' }, /model\.key must consist of printable ASCII characters/],
    ['rewrite.key', { rewrite: { key: 'sk-…' } }, /model\.rewrite\.key must consist/],
    ['headers', { headers: { 'a b': 'c' } }, /model\.headers has a name or a value/],
    [
      'body',
      { body: Object.fromEntries(Array.from({ length: 21 }, (_, i) => [i, i])) },
      /model\.body must have at most 20/,
    ],
    ['instructions', { instructions: 'x'.repeat(8_001) }, /model\.instructions must have at most 8000/],
    [
      'a long prompt',
      { instructions: 'x'.repeat(2_000), promptTokens: 1_500 },
      /take too much of promptTokens \(1500\)/,
    ],
    [
      'foreignLinks',
      { foreignLinks: 'some' as 'all' },
      /model\.foreignLinks must be documented, all, none or a list/,
    ],
    ['rewrite', { rewrite: { timeout: 0 } }, /model\.rewrite\.timeout must be a number from 1 to/],
  ];
  for (const [option, more, error] of wrong) {
    it(`are refused where ${option} is out of its limits`, async () => {
      const options = { projects: [{ dir: DOCS, domain: 'lighthouse' }], dataDir: DOCS };
      await assert.rejects(createService({ ...options, ...modelAt('http://localhost/v1', more) }), {
        name: 'TypeError',
        message: error,
      });
    });
  }
});

describe('the budget of a prompt', () => {
  it('is filled with sections by page, as they are read, each under one number', async () => {
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(modelAt(endpoint.url));
    const events = await ask(service, { ...ASKED, retrievalPageSize: 1 });
    const prompt = endpoint.received[0]!.messages.at(-1)!.content;
    const sections = [...prompt.matchAll(/number="(\d+)" name="([^"]+)" address="([^"#]*)([^"]*)"/g)];
    const pages = sections.map(([, , , page]) => page);
    assert.deepEqual(
      sections.map(([, number]) => Number(number)),
      sections.map((_, at) => at + 1),
    );
    assert.equal(new Set(sections.map(([, , , page, anchor]) => page! + anchor!)).size, sections.length);
    const isWhole = pages.every((page, at) => pages.indexOf(page) === at || pages[at - 1] === page);
    assert.ok(isWhole, pages.join(' '));
    assert.equal(pages[0], 'v2/en/guides/compression');
    // A documentation of this size is given whole, whatever the reader is shown.
    assert.ok(sections.length > 5, String(sections.length));
    assert.equal(events.filter(({ type }) => type === 'source').length, 1);
  });

  it('holds whatever number of sections, conversation and question a visitor sends', async () => {
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(modelAt(endpoint.url, { promptTokens: 1_500, rewrite: false }));
    const long = 'Which compression? '.repeat(1_000);
    const message = (role: string, text: string) => ({
      id: role,
      role,
      content: text,
      parts: [{ type: 'text', text }],
    });
    const messages = [message('user', long), message('assistant', long), message('user', long)];
    await ask(service, { ...ASKED, messages, retrievalPageSize: 50 });
    await ask(service, { ...ASKED, retrievalPageSize: 50 });
    const sizes = endpoint.received.map(({ messages: sent }) =>
      Buffer.byteLength(sent.map(({ content }) => content).join('\n')),
    );
    assert.equal(sizes.length, 2);
    for (const size of sizes) assert.ok(size <= 1_500 * 4, `${size} bytes`);
    const [, alone] = endpoint.received;
    assert.match(alone!.messages.at(-1)!.content, /number="1"[^]*Question: Which compression algorithm/);
  });

  it('leaves as sources, where none is cited, those found that the model was given', async () => {
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(modelAt(endpoint.url, { promptTokens: 1_000 }));
    const events = await ask(service, { ...ASKED, retrievalPageSize: 50 });
    const given = endpoint.received[0]!.messages.at(-1)!.content.match(/number="\d+"/g)!;
    const sources = events.filter(({ type }) => type === 'source').length;
    assert.ok(sources > 0 && sources <= given.length);
    const found = find(
      events.filter((event) => event.type === 'tool' && event.state === 'output-available'),
      'tool',
    )!.output as { results: unknown[] };
    assert.ok(found.results.length > given.length);
  });
});

describe('a model that reads its prompt for long', () => {
  for (const [accept, sign] of [
    ['text/event-stream', ': keep-alive\n\n'],
    ['text/plain', '2:[]\n'],
  ] as const) {
    it(`is waited for with signs of life in ${accept}`, async () => {
      const { promise: isAlive, resolve: live } = Promise.withResolvers<void>();
      await using endpoint = await startModelEndpoint(
        (response) => void isAlive.then(() => say(response, 'Brotli.')),
      );
      await using service = await startService({ ...modelAt(endpoint.url), keepAlive: 20 });
      const response = await service.post('/v1/assistant/lighthouse/message', ASKED, { accept });
      let body = '';
      for await (const text of response.body!.pipeThrough(new TextDecoderStream())) {
        body += text;
        if (body.split(sign).length > 2) live();
      }
      assert.ok(body.includes(sign));
      assert.match(body, /Brotli\./);
    });
  }

  it('counts its reasoning as a first token', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      writePieces(response, '<think>Hm', '…');
    });
    await using service = await startService(
      modelAt(endpoint.url, { firstTokenTimeout: 60_000, timeout: 50 }),
    );
    assert.match(textOf(await ask(service)), QUOTES);
    assert.deepEqual(codesOf(service), ['timeout']);
  });
});

describe('failures of a model', () => {
  const failures: [code: string, respond: (response: ServerResponse) => void, message: RegExp][] = [
    ['unauthorized', (response) => void response.writeHead(401).end('{}'), /refused the key.*status 401/],
    [
      'rate_limited',
      (response) => void response.writeHead(429, { 'retry-after': '60' }).end('{}'),
      /rate limit.*status 429/,
    ],
    ['server_error', (response) => void response.writeHead(503).end('{}'), /log of its server.*status 503/],
    ['rejected', (response) => void response.writeHead(413).end('{}'), /rejected the request.*status 413/],
    ['unreachable', (response) => void response.destroy(), /cannot be reached/],
    ['timeout', () => {}, /did not answer in time/],
    ['invalid', (response) => say(response, ' '), /without text/],
  ];
  for (const [code, respond, message] of failures) {
    it(`are told apart: ${code}`, async () => {
      await using endpoint = await startModelEndpoint(respond);
      await using service = await startService(
        modelAt(endpoint.url, { firstTokenTimeout: code === 'timeout' ? 50 : 60_000 }),
      );
      assert.match(textOf(await ask(service)), QUOTES);
      assert.deepEqual(codesOf(service), [code]);
      assert.match((service.failures[0] as Error).message, message);
    });
  }

  it('name the server that does not answer, and why', async () => {
    const gone = await startModelEndpoint(() => {});
    await gone[Symbol.asyncDispose]();
    const { origin } = new URL(gone.url);
    for (const [url, place] of [
      [gone.url, `(unreachable, ${origin}, ECONNREFUSED).`],
      ['http://model.invalid/v1', '(unreachable, http://model.invalid, '],
    ] as const) {
      await using service = await startService(modelAt(url));
      assert.match(textOf(await ask(service)), QUOTES);
      const { message } = service.failures[0] as Error;
      assert.ok(message.includes(place), message);
    }
  });
});

describe('a model that fails once', () => {
  it('is asked again', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      if (endpoint.received.length === 1) response.writeHead(503).end('{}');
      else say(response, 'Brotli.');
    });
    await using service = await startService(modelAt(endpoint.url));
    assert.equal(textOf(await ask(service)), 'Brotli.');
    assert.deepEqual(service.failures, []);
  });
});

describe('a dead model', () => {
  it('is not waited for again during a pause, and is used again when it works', async () => {
    let isDead = true;
    await using endpoint = await startModelEndpoint((response) => {
      if (isDead) response.writeHead(401).end('{}');
      else say(response, 'Brotli.');
    });
    await using service = await startService(modelAt(endpoint.url, { pause: 120_000 }));
    assert.match(textOf(await ask(service)), QUOTES);
    assert.equal(endpoint.received.length, 1);
    for (let asked = 0; asked < 3; asked++) assert.match(textOf(await ask(service)), QUOTES);
    assert.equal(endpoint.received.length, 1);
    assert.equal(service.failures.length, 1);
    isDead = false;
    await using second = await startService(modelAt(endpoint.url, { pause: 0 }));
    isDead = true;
    assert.match(textOf(await ask(second)), QUOTES);
    isDead = false;
    assert.equal(textOf(await ask(second)), 'Brotli.');
  });

  it('holds up one reader at a time', async () => {
    const held: ServerResponse[] = [];
    const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
    await using endpoint = await startModelEndpoint((response) => {
      if (endpoint.received.length === 1) return void response.writeHead(401).end('{}');
      held.push(response);
      hold();
    });
    await using service = await startService(modelAt(endpoint.url, { pause: 0 }));
    await ask(service);
    const trial = ask(service);
    await isHeld;
    assert.match(textOf(await ask(service)), QUOTES);
    say(held[0]!, 'Brotli.');
    assert.equal(textOf(await trial), 'Brotli.');
    assert.equal(endpoint.received.length, 2);
  });

  it('is another thing than a question that it refuses', async () => {
    await using endpoint = await startModelEndpoint((response) => {
      if (endpoint.received.length === 1) response.writeHead(413).end('{}');
      else say(response, 'Brotli.');
    });
    await using service = await startService(modelAt(endpoint.url, { pause: 120_000 }));
    assert.match(textOf(await ask(service)), QUOTES);
    assert.equal(textOf(await ask(service)), 'Brotli.');
  });
});

describe('a question after the first', () => {
  const follow = async (service: RunningService, text: string) => {
    const threadId = find(await ask(service), 'thread')!.threadId!;
    return ask(service, question(text, { threadId }));
  };
  const queryOf = (events: Parameters<typeof find>[0]) =>
    (find(events, 'tool')!.input as { query: string }).query;

  it('is rewritten whatever its length and language, by a model of its own if there is one', async () => {
    await using small = await startModelEndpoint((response) =>
      sendCompletion(response, '"files excluded"\n'),
    );
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(
      modelAt(endpoint.url, { key: 'big', rewrite: { url: small.url, name: 'small', key: 'small-key' } }),
    );
    const asked = 'Welche Dateien lassen sich davon denn eigentlich noch ausnehmen, bitte?';
    assert.equal(queryOf(await follow(service, asked)), '"files excluded"');
    const [request] = small.received;
    assert.equal(request!.model, 'small');
    assert.equal(request!.authorization, 'Bearer small-key');
    assert.equal(small.received.length, 1);
  });

  for (const [title, respond] of [
    ['reasons until its limit', (response: ServerResponse) => sendCompletion(response, '<think>The reader')],
    ['is slow', () => {}],
    ['fails', (response: ServerResponse) => void response.writeHead(500).end('{}')],
  ] as const) {
    it(`is looked up as it is where the model that rewrites ${title}`, async () => {
      await using small = await startModelEndpoint(respond);
      await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
      await using service = await startService(
        modelAt(endpoint.url, { rewrite: { url: small.url, timeout: 50 } }),
      );
      // Too few words for its language to be known, so that the model is waited for.
      const events = await follow(service, 'Files excluded from compression');
      assert.equal(queryOf(events), 'Files excluded from compression');
      assert.equal(textOf(events), 'Brotli.');
      assert.equal(small.received.length > 0, true);
    });
  }

  it('does not wait for the model that rewrites where it is clear by itself', async () => {
    await using small = await startModelEndpoint(() => {});
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(
      modelAt(endpoint.url, { rewrite: { url: small.url, timeout: 600_000 } }),
    );
    const events = await follow(service, 'How are files excluded from compression?');
    assert.equal(queryOf(events), 'How are files excluded from compression?');
    assert.equal(textOf(events), 'Brotli.');
    assert.deepEqual(codesOf(service), []);
  });

  it('is not rewritten where that is switched off', async () => {
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(modelAt(endpoint.url, { rewrite: false }));
    await follow(service, 'How are files excluded from compression?');
    assert.ok(endpoint.received.every(({ stream }) => stream));
  });

  it('sends the key of an endpoint to no other', async () => {
    await using small = await startModelEndpoint((response) => sendCompletion(response, 'files'));
    await using endpoint = await startModelEndpoint((response) => say(response, 'Brotli.'));
    await using service = await startService(
      modelAt(endpoint.url, { key: 'big', headers: { 'api-key': 'big' }, rewrite: { url: small.url } }),
    );
    await follow(service, 'And others?');
    assert.equal(small.received[0]!.authorization, undefined);
    assert.equal(small.received[0]!.headers['api-key'], undefined);
  });
});

function codesOf({ failures }: RunningService): unknown[] {
  return failures.map((failure) => (failure as { code?: unknown }).code);
}
