import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, it } from 'node:test';
import type { AnswerEvent, AssistantRequest, Message } from '../../../src/client.ts';
import { takeQuestions } from '../../../src/protocol/reply/clarifying-question.ts';
import { applyContent, createContent, endReply } from '../../../src/protocol/reply/reply-content.ts';
import { AnswerChunk } from '../../../src/service/http/schemas.ts';
import { adminOf } from '../deploy/update-service.ts';
import { temporaryFolder, type TemporaryFolder } from '../docs-folder.ts';
import { collect, find, question, startService, textOf, type RunningService } from '../http-service.ts';
import {
  endPieces,
  searchCall,
  sendCompletion,
  startModelEndpoint,
  writeDeltas,
  writePieces,
  type ModelEndpoint,
  type ModelRequest,
} from './model-endpoint.ts';

const PAGES = {
  'index.md': '# Courier\n\nCourier delivers messages between services.',
  'sdk/node.md': '# Node\n\nInstall the SDK for Node with npm install courier.',
  'sdk/python.md': '# Python\n\nInstall the SDK for Python with pip install courier.',
  'prices.md': '# Prices\n\nA message costs a cent. The first thousand of a month are free.',
};
const QUESTION = 'How do I install the SDK?';
const ASKED = { question: 'Which SDK do you use?', choices: ['Node', 'Python'] };
const WRITTEN = 'Which SDK do you use?\n- Node\n- Python';

let folder: TemporaryFolder;
let endpoint: ModelEndpoint;
let service: RunningService;
/** What the model says at first, and the tools that it calls. */
let said: string;
let calls: readonly object[];

const isRewriting = ({ stream }: ModelRequest) => !stream;

before(async () => {
  folder = await temporaryFolder(PAGES);
  endpoint = await startModelEndpoint((response, request) => {
    const last = request.messages.at(-1)!;
    if (isRewriting(request)) return sendCompletion(response, last.content);
    if (last.role === 'tool' || !last.content.includes(`Question: ${QUESTION}`)) {
      writePieces(response, 'Use pip.');
      return endPieces(response);
    }
    if (said !== '') writePieces(response, said);
    writeDeltas(response, ...calls);
    endPieces(response, 'tool_calls');
  });
  service = await startService({
    projects: [{ dir: folder.path, domain: 'lighthouse', projectId: 'project-1' }],
    model: { url: endpoint.url, name: 'test-model', pause: 0 },
    insights: { minimumCount: 1 },
  });
});

beforeEach(() => {
  calls = [askCall(ASKED)];
  said = '';
  endpoint.received.length = 0;
  service.failures.length = 0;
});

after(async () => {
  await service[Symbol.asyncDispose]();
  await endpoint[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

function askCall(args: unknown, index = 0): object {
  return searchCall(JSON.stringify(args), index, 'ask_reader');
}

function request(text: string, more: Partial<AssistantRequest> = {}): AssistantRequest {
  const { filter: _, ...rest } = question(text, more);
  return rest;
}

const ask = (text = QUESTION, more: Partial<AssistantRequest> = {}) =>
  collect(service.client.answer(request(text, more)));

/** What a page shows as a question to the reader; `undefined`: nothing. */
function askedOf(events: readonly AnswerEvent[]): string | undefined {
  const reply = createContent();
  for (const event of events) applyContent(reply, event);
  endReply(reply);
  assert.equal(reply.status, 'done');
  return takeQuestions(reply);
}

const queryOf = (events: readonly AnswerEvent[]) => (find(events, 'tool')!.input as { query: string }).query;

function firstPage(events: readonly AnswerEvent[]): string | undefined {
  const found = events.find((event) => event.type === 'tool' && event.state === 'output-available');
  return (found as { output: { results: { path: string }[] } }).output.results[0]?.path;
}

/** The conversation as the elements send it. */
const message = (role: string, content: string): Message => ({
  id: crypto.randomUUID(),
  role,
  content,
  parts: [{ type: 'text', text: content }],
});

describe('a model that asks the reader', () => {
  it('ends its answer with the question, and no source', async () => {
    const events = await ask();
    assert.equal(askedOf(events), WRITTEN);
    assert.equal(textOf(events), '');
    assert.equal(find(events, 'source'), undefined);
    assert.equal(find(events, 'finish')!.reason, 'tool-calls');
    assert.equal(endpoint.received.length, 1);
    const tool = events.filter((event) => event.type === 'tool').at(-1)!;
    assert.deepEqual([tool.name, tool.state, tool.input], ['ask_reader', 'input-available', ASKED]);
    assert.deepEqual(service.failures, []);
  });

  it('does so in the line protocol, too', async () => {
    const response = await service.post('/v1/assistant/lighthouse/message', request(QUESTION), {
      accept: 'text/plain',
    });
    const lines = (await response.text()).split('\n').filter((line) => /^[9a]:/.test(line));
    assert.deepEqual(JSON.parse(lines.at(-1)!.slice(2)).args, ASKED);
  });

  it('does so as the description of the API says', async () => {
    const accept = 'text/event-stream';
    said = '<think>Two.</think>There are two SDKs.';
    const response = await service.post('/v1/assistant/lighthouse/message', request(QUESTION), { accept });
    const data = [...(await response.text()).matchAll(/^data: (\{.*\})$/gm)].map(([, json]) =>
      JSON.parse(json!),
    );
    for (const chunk of data) assert.deepEqual(AnswerChunk.parse(chunk), chunk);
    const types = data.map(({ type }: { type: string }) => type);
    assert.ok(types.includes('reasoning-delta') && types.includes('tool-input-available'), types.join());
  });

  it('may say something before, and search', async () => {
    said = 'There are two SDKs.';
    calls = [searchCall('{"query":"SDK"}'), askCall(ASKED, 1)];
    const events = await ask();
    assert.equal(textOf(events).replace(/ \[\d\]/, ''), 'There are two SDKs.');
    assert.equal(askedOf(events), WRITTEN);
    assert.equal(endpoint.received.length, 1);
  });

  it('asks once, with five choices at most, in lines of a limited length', async () => {
    const choices = [
      'Node',
      'Node',
      ' ',
      ...Array.from({ length: 9 }, (_, at) => `${at}${'x'.repeat(300)}\ny`),
    ];
    calls = [askCall({ question: `Which?\n\n${'x'.repeat(2_000)}`, choices }), askCall(ASKED, 1)];
    const [text, ...written] = askedOf(await ask())!.split('\n- ');
    assert.equal(text!.length, 1_000);
    assert.match(text!, /^Which\? x+$/);
    assert.deepEqual(
      written.map(({ length }) => length),
      [4, 200, 200, 200, 200],
    );
  });

  for (const [title, args] of [
    ['no choice', { question: 'Which SDK?', choices: [] }],
    ['one choice', { question: 'Which SDK?', choices: ['Node', 'Node '] }],
    ['choices that are no texts', { question: 'Which SDK?', choices: [1, null] }],
    ['no question', { question: ' ', choices: ['Node', 'Python'] }],
    ['a question that is no text', { question: ['Which?'], choices: ['Node', 'Python'] }],
    ['nothing', null],
  ] as const) {
    it(`with ${title} asks nothing, and answers`, async () => {
      calls = [askCall(args)];
      const events = await ask();
      assert.equal(askedOf(events), undefined);
      assert.match(textOf(events), /^Use pip\./);
      assert.deepEqual(service.failures, []);
    });
  }

  it('with arguments that are no JSON asks nothing, and answers', async () => {
    calls = [searchCall('{"question": ', 0, 'ask_reader')];
    const events = await ask();
    assert.equal(askedOf(events), undefined);
    assert.match(textOf(events), /^Use pip\./);
  });

  it('asks programs, too, which get it as the answer', async () => {
    const params = { name: 'ask', arguments: { question: QUESTION } };
    const headers = { accept: 'application/json, text/event-stream' };
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params };
    const response = await service.post('/mcp', body, headers);
    const [, json] = /^(?:data: )?(\{.*\})$/m.exec(await response.text())!;
    const { result } = JSON.parse(json!) as { result: { structuredContent: { answer: string } } };
    assert.equal(result.structuredContent.answer, WRITTEN);
  });

  it('is not offered tools where it has none', async () => {
    await using without = await startService({
      projects: [{ dir: folder.path, domain: 'lighthouse' }],
      model: { url: endpoint.url, name: 'test-model', tools: false },
    });
    calls = [];
    said = 'Use npm.';
    await collect(without.client.answer(request(QUESTION)));
    const [received] = endpoint.received;
    assert.equal(received!.tools, undefined);
    assert.doesNotMatch(received!.messages[0]!.content, /ask_reader/);
  });
});

describe('the answer to a question of the model', () => {
  /** Ask, and answer what the model asks: in the thread, and with the conversation as pages send it. */
  const ways: [title: string, reply: (text: string) => Promise<AnswerEvent[]>][] = [
    [
      'in its thread',
      async (text) => {
        const events = await ask();
        const { threadId } = find(events, 'thread')!;
        return ask(text, { threadId: threadId! });
      },
    ],
    [
      'with the conversation',
      async (text) => {
        const messages = [message('user', QUESTION), message('assistant', WRITTEN), message('user', text)];
        return ask('', { messages });
      },
    ],
  ];
  for (const [title, reply] of ways) {
    for (const text of ['Python', 'the one for Python, I think'])
      it(`is looked up together with what it makes clear, ${title}: ${text}`, async () => {
        const events = await reply(text);
        assert.equal(queryOf(events), `${QUESTION}\n${text}`);
        assert.equal(firstPage(events), 'sdk/python');
        assert.match(textOf(events), /^Use pip\./);
        const { messages } = endpoint.received.at(-1)!;
        assert.deepEqual(
          messages.slice(1, -1).map(({ content }) => content),
          [QUESTION, WRITTEN],
        );
        assert.ok(messages.at(-1)!.content.endsWith(`Question: ${text}`));
      });

    it(`may be a question of its own, ${title}`, async () => {
      const events = await reply('How much does a message cost?');
      assert.equal(firstPage(events), 'prices');
      assert.doesNotMatch(queryOf(events), /install/);
    });
  }

  it('counts for what is asked after it', async () => {
    const messages = [
      message('user', QUESTION),
      message('assistant', WRITTEN),
      message('user', 'Python'),
      message('assistant', 'Use pip.'),
      message('user', 'Why does it fail?'),
    ];
    await using quoting = await startService({ projects: [{ dir: folder.path, domain: 'lighthouse' }] });
    const events = await collect(quoting.client.answer(request('', { messages })));
    assert.equal(queryOf(events), `${QUESTION}\nPython\nWhy does it fail?`);
  });

  it('is counted with what it makes clear', async () => {
    const { threadId } = find(await ask(), 'thread')!;
    await ask('Python', { threadId: threadId! });
    const { questions } = await adminOf(service.url).getInsights();
    const texts = questions.map(({ text }) => text);
    assert.ok(texts.includes('how do i install the sdk? python'), texts.join('|'));
    assert.ok(!texts.includes('python'), texts.join('|'));
  });

  it('is not answered with another question', async () => {
    const messages = [message('user', 'How?'), message('assistant', WRITTEN), message('user', QUESTION)];
    const events = await ask('', { messages });
    assert.equal(askedOf(events), undefined);
    assert.match(textOf(events), /^Use pip\./);
  });
});
