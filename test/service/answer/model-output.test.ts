import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai';
import type { AnswerEvent } from '../../../src/client.ts';
import type { LanguageModelOptions } from '../../../src/service.ts';
import {
  ASSISTANT_KEY,
  collect,
  find,
  question,
  startService,
  textOf,
  type RunningService,
} from '../http-service.ts';
import {
  endPieces,
  searchCall,
  startModelEndpoint,
  writeDeltas,
  writePieces,
  type ModelEndpoint,
  type ModelRequest,
} from './model-endpoint.ts';

const ASKED = question('Which compression algorithm makes the smaller files?');
const QUOTES = /^The language model cannot be reached at the moment\./;

type Respond = (response: ServerResponse, request: ModelRequest) => void;

let respond: Respond;
let endpoint: ModelEndpoint;
let service: RunningService;

/** One service for all tests of a suite, whose model answers as each test says. */
function serveModel(more: Partial<LanguageModelOptions> = {}): void {
  before(async () => {
    endpoint = await startModelEndpoint((response, request) => respond(response, request));
    service = await startService({ model: { url: endpoint.url, name: 'test-model', pause: 0, ...more } });
  });
  after(async () => {
    await service[Symbol.asyncDispose]();
    await endpoint[Symbol.asyncDispose]();
  });
}

/** Ask, with a model that answers this. */
async function ask(answer: Respond): Promise<AnswerEvent[]> {
  respond = answer;
  endpoint.received.length = 0;
  service.failures.length = 0;
  return collect(service.client.answer(ASKED));
}

const says =
  (...pieces: readonly string[]): Respond =>
  (response) => {
    writePieces(response, ...pieces);
    endPieces(response);
  };

function reasoningOf(events: readonly AnswerEvent[]): string {
  return events.map((event) => (event.type === 'reasoning' ? event.delta : '')).join('');
}

const toolStates = (events: readonly AnswerEvent[]) =>
  events.flatMap((event) => (event.type === 'tool' ? event.state : []));

describe('reasoning of a model', () => {
  serveModel();

  for (const [name, field] of [
    ['reasoning_content', 'reasoning_content'],
    ['reasoning', 'reasoning'],
  ] as const) {
    it(`in the field ${name} is reasoning of the answer`, async () => {
      const events = await ask((response) => {
        writeDeltas(response, { [field]: 'Small ' }, { [field]: 'files?' }, { content: 'Brotli.' });
        endPieces(response);
      });
      assert.equal(reasoningOf(events), 'Small files?');
      assert.equal(textOf(events), 'Brotli.');
    });
  }

  it('between tags is reasoning, at the beginning and in the middle, however it is cut', async () => {
    const written = '<think>Small files?</think>\n\nBrotli.<think>Sure?</think> Yes.';
    for (const pieces of [
      [written],
      [...written],
      [written.slice(0, 3), written.slice(3, 24), written.slice(24)],
    ]) {
      const events = await ask(says(...pieces));
      assert.equal(reasoningOf(events).replaceAll('\n', ''), 'Small files?Sure?');
      assert.equal(textOf(events).replaceAll('\n', ''), 'Brotli. Yes.');
    }
  });

  it('that does not end is no answer', async () => {
    const events = await ask(says('<thi', 'nk>Small files? Brotli.'));
    assert.equal(reasoningOf(events), 'Small files? Brotli.');
    assert.match(textOf(events), QUOTES);
    assert.equal(find(events, 'finish')!.reason, 'stop');
  });

  it('without an end is cut', async () => {
    const events = await ask((response) => {
      const think = (): void => {
        for (let piece = 0; piece < 10; piece++)
          writeDeltas(response, { reasoning_content: 'x'.repeat(50_000) });
      };
      think();
    });
    assert.equal(reasoningOf(events).length, 400_000);
    assert.match(textOf(events), QUOTES);
  });
});

describe('reasoning whose opening tag is in the template of the server', () => {
  serveModel({ startsWithReasoning: true });

  it('ends at its closing tag', async () => {
    const events = await ask(says('Small files?</th', 'ink>Brotli.'));
    assert.equal(reasoningOf(events), 'Small files?');
    assert.equal(textOf(events), 'Brotli.');
  });
});

describe('links of a model', () => {
  serveModel();

  it('lead to pages of the site, wherever they are cut', async () => {
    const written =
      'Take [Brotli](v2/en/guides/compression#choose-an-algorithm), [that](/v2/en/guides/none) or [this](https://evil.example/?q=1).';
    const events = await ask(says(...written));
    assert.equal(
      textOf(events),
      'Take [Brotli](v2/en/guides/compression#choose-an-algorithm), that or this.',
    );
  });

  it('that are not closed at the end of the answer are text', async () => {
    assert.equal(textOf(await ask(says('See [this](https://ev'))), 'See [this] (ev');
  });
});

describe('a model that searches once more', () => {
  serveModel();

  const searchesFor =
    (query: string, answer: string): Respond =>
    (response, { messages }) => {
      if (messages.at(-1)!.role === 'tool') return says(answer)(response, {} as ModelRequest);
      const args = JSON.stringify({ query });
      writeDeltas(response, searchCall(args.slice(0, 5)), {
        tool_calls: [{ index: 0, function: { arguments: args.slice(5) } }],
      });
      endPieces(response, 'tool_calls');
    };

  it('gets further sections with further numbers, and the reader sees the step', async () => {
    const events = await ask(searchesFor('How are files excluded from compression?', 'So [2].'));
    const [, , input, output] = events.filter((event) => event.type === 'tool');
    assert.deepEqual(input!.input, {
      query: 'How are files excluded from compression?',
      filter: ASKED.filter,
    });
    assert.equal(output!.state, 'output-available');
    assert.equal(textOf(events), 'So [1].');
    const [first, second] = endpoint.received;
    const given = first!.messages.at(-1)!.content.match(/number="\d+"/g)!;
    const further = second!.messages.at(-1)!.content.match(/number="\d+"/g) ?? [];
    assert.equal(further[0] ?? `number="${given.length + 1}"`, `number="${given.length + 1}"`);
    assert.equal(events.filter(({ type }) => type === 'source').length, 1);
  });

  it('searches once, and answers then', async () => {
    const events = await ask((response, { tools, messages }) => {
      if (tools === undefined) return says('At last.')(response, {} as ModelRequest);
      writeDeltas(response, searchCall(JSON.stringify({ query: `lamp ${messages.length}` })));
      endPieces(response, 'tool_calls');
    });
    assert.equal(textOf(events), 'At last.');
    assert.equal(toolStates(events).length, 4);
    assert.equal(endpoint.received.length, 3);
  });

  it('keeps what it said before apart from its answer', async () => {
    const events = await ask((response, request) => {
      if (request.messages.at(-1)!.role === 'tool') return says('Brotli.')(response, request);
      writePieces(response, 'Let me look.');
      writeDeltas(response, searchCall('{"query":"algorithm"}'));
      endPieces(response, 'tool_calls');
    });
    assert.equal(textOf(events), 'Let me look.\n\nBrotli.');
  });

  for (const [title, call] of [
    ['arguments that are no JSON', searchCall('{"query": ')],
    ['other arguments', searchCall('{"question": "lamp"}')],
    ['a query that is no text', searchCall('{"query": [1]}')],
    ['a tool that there is not', searchCall('{"query": "lamp"}', 0, 'delete')],
  ] as const) {
    it(`and calls with ${title} answers without`, async () => {
      const events = await ask((response, request) => {
        if (request.messages.at(-1)!.role === 'tool') return says('Brotli.')(response, request);
        writeDeltas(response, call);
        endPieces(response, 'tool_calls');
      });
      assert.equal(textOf(events), 'Brotli.');
      assert.equal(toolStates(events).length, 2);
    });
  }

  for (const [title, storm] of [
    ['a thousand calls', Array.from({ length: 1_000 }, (_, index) => searchCall('{"query":"lamp"}', index))],
    ['endless arguments', Array.from({ length: 100 }, () => searchCall('x'.repeat(1_000)))],
  ] as const) {
    it(`and makes ${title} gives way to quotes`, async () => {
      const events = await ask((response) => {
        writeDeltas(response, ...storm);
        endPieces(response, 'tool_calls');
      });
      assert.match(textOf(events), QUOTES);
      assert.equal(endpoint.received.length, 1);
      assert.deepEqual(codesOf(service.failures), ['invalid']);
    });
  }
});

describe('an endpoint that refuses', () => {
  for (const [title, status, message, accepts] of [
    ['tools', 400, 'this model does not support tools', ({ tools }: ModelRequest) => tools === undefined],
    [
      'tools, as llama.cpp does',
      500,
      'tools param requires --jinja flag',
      ({ tools }: ModelRequest) => tools === undefined,
    ],
    [
      'the old name of the token limit',
      400,
      "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.",
      (request: ModelRequest) => request.max_tokens === undefined && request.max_completion_tokens === 4_000,
    ],
    [
      'a temperature',
      400,
      'temperature does not support 0.5',
      (request: ModelRequest) => request.temperature === undefined,
    ],
  ] as const) {
    it(`${title} is asked without, and from then on at once`, async () => {
      await using refusing = await startModelEndpoint((response, request) => {
        if (accepts(request)) return says('Brotli.')(response, request);
        response.writeHead(status).end(JSON.stringify({ error: { message } }));
      });
      await using running = await startService({
        model: { url: refusing.url, name: 'test-model', temperature: 0.5 },
      });
      for (const asked of [2, 3]) {
        assert.equal(textOf(await collect(running.client.answer(ASKED))), 'Brotli.');
        assert.equal(refusing.received.length, asked);
      }
      assert.deepEqual(running.failures, []);
    });
  }
});

describe('a response of a model', () => {
  serveModel();

  it('with a line of any length gives way to quotes', async () => {
    const events = await ask((response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const piece = 'x'.repeat(1024 * 1024);
      response.write('data: ');
      for (let written = 0; written < 20; written++) response.write(piece);
      response.end();
    });
    assert.match(textOf(events), QUOTES);
    assert.deepEqual(codesOf(service.failures), ['invalid']);
  });
});

describe('the stream of such an answer', () => {
  serveModel();

  it('is read by the client of the AI SDK, with reasoning, both searches and text', async () => {
    respond = (response, request) => {
      if (request.messages.at(-1)!.role === 'tool') return says('Brotli.')(response, request);
      writeDeltas(response, { reasoning_content: 'Small?' }, searchCall('{"query":"algorithm"}'));
      endPieces(response, 'tool_calls');
    };
    const transport = new DefaultChatTransport({
      api: `${service.url}/v1/assistant/lighthouse/message`,
      headers: { authorization: `Bearer ${ASSISTANT_KEY}` },
      prepareSendMessagesRequest: ({ messages }) => ({ body: { fp: 'visitor-1', messages } }),
    });
    const stream = await transport.sendMessages({
      chatId: 'chat',
      messages: [{ id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Which algorithm?' }] }],
      trigger: 'submit-message',
      messageId: undefined,
      abortSignal: undefined,
    });
    let last: UIMessage | undefined;
    for await (const message of readUIMessageStream({ stream, terminateOnError: true })) last = message;
    const types = last!.parts.map(({ type }) => type).filter((type) => type !== 'source-url');
    assert.equal(types.join(' '), 'step-start tool-search step-start reasoning tool-search step-start text');
  });
});

function codesOf(failures: readonly unknown[]): unknown[] {
  return failures.map((failure) => (failure as { code?: unknown }).code);
}
