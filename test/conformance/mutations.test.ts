import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { CHECKS } from '../../src/conformance/run-conformance.ts';
import type { TargetOptions } from '../../src/conformance/target.ts';
import { createFake } from '../../src/fake/create-fake.ts';
import { serveHandler } from '../../src/node.ts';
import { ADMIN_KEY, check, KEY, namesOf, seenBy } from './run.ts';

/** A server that keeps the contract but for one thing. */
type Mutation = (request: Request, answer: (request: Request) => Promise<Response>) => Promise<Response>;

const ORIGIN = 'http://localhost:3000';
const SEARCH = /\/v1\/search\//;
const MESSAGE = /\/message$/;
const JOBS = /\/jobs$/;
const JOB = /\/job\//;
const START = /\/project\/update\//;
const STATUS = /\/update-status\//;

/** Change what is answered with success at some addresses. */
function change(path: RegExp, edit: (response: Response, text: string) => Response): Mutation {
  return async (request, answer) => {
    const response = await answer(request);
    if (!path.test(request.url) || response.status !== 200) return response;
    return edit(response, await response.text());
  };
}

const text = (path: RegExp, edit: (text: string) => string): Mutation =>
  change(path, ({ headers }, body) => new Response(edit(body), { headers }));
const json = <Body>(path: RegExp, edit: (body: Body) => unknown): Mutation =>
  text(path, (body) => JSON.stringify(edit(JSON.parse(body) as Body)));
const status = (path: RegExp, code: number): Mutation =>
  change(path, ({ headers }, body) => new Response(body, { headers, status: code }));
const type = (path: RegExp, value: string): Mutation =>
  change(path, ({ headers }, body) => {
    headers.set('content-type', value);
    return new Response(body, { headers });
  });
const without =
  (header: string): Mutation =>
  async (request, answer) => {
    const response = await answer(request);
    response.headers.delete(header);
    return response;
  };

/** Answer all requests whose `authorization` is this as if it were the right key. */
function letIn(path: RegExp, authorization: string | null): Mutation {
  return (request, answer) => {
    if (!path.test(request.url) || request.headers.get('authorization') !== authorization)
      return answer(request);
    const headers = new Headers(request.headers);
    headers.set('authorization', `Bearer ${/search|assistant/.test(request.url) ? KEY : ADMIN_KEY}`);
    return answer(new Request(request, { headers }));
  };
}

/** Do something else with requests whose body is so. */
function withBody(
  path: RegExp,
  isMeant: (body: string) => boolean,
  other: (
    request: Request,
    answer: (request: Request) => Promise<Response>,
    body: string,
  ) => Promise<Response>,
): Mutation {
  return async (request, answer) => {
    const body = path.test(request.url) ? await request.clone().text() : '';
    return isMeant(body) && path.test(request.url) ? other(request, answer, body) : answer(request);
  };
}

const refuse = () => Promise.resolve(new Response('no', { status: 400 }));
/** Answer as if the body were another. */
const insteadOf =
  (body: object) =>
  (request: Request, answer: (request: Request) => Promise<Response>): Promise<Response> =>
    answer(
      new Request(request.url, { method: 'POST', headers: request.headers, body: JSON.stringify(body) }),
    );
const message = { role: 'user', content: 'hello', parts: [{ type: 'text', text: 'hello' }] };

const DELTA = /data: \{"type":"text-delta".*\n\n/;
const FINISH = /data: \{"type":"finish",.*\n\n/;
const insert = (event: string): Mutation =>
  text(MESSAGE, (body) => body.replace(DELTA, (delta) => event + delta));
const moreResults = (body: string) => body.replace('"results":[', `"results":[${'{"path":"a"},'.repeat(6)}`);
const WRONG = 'Bearer docs-assistant-conformance-wrong-key';

let changes = 0;
/** What is wrong at a server, by the check that has to see it; nothing else may fail. */
const MUTATIONS: Readonly<Record<string, readonly (readonly [what: string, mutation: Mutation])[]>> = {
  'search.status': [
    ['another status of success', status(SEARCH, 206)],
    [
      'a redirect',
      change(SEARCH, () => new Response(null, { status: 307, headers: { location: '/login' } })),
    ],
  ],
  'search.media-type': [
    ['a label of HTML', type(SEARCH, 'text/html')],
    ['no label', change(SEARCH, (_, body) => new Response(new TextEncoder().encode(body)))],
  ],
  'search.array': [
    ['an object', json(SEARCH, (results) => ({ results }))],
    ['a page of HTML', change(SEARCH, ({ headers }) => new Response('<!doctype html>', { headers }))],
  ],
  'search.results': [
    [
      'no content',
      json<object[]>(SEARCH, (results) => results.map((one) => ({ ...one, content: undefined }))),
    ],
    [
      'a path that is a number',
      json<object[]>(SEARCH, (results) => results.map((one) => ({ ...one, path: 1 }))),
    ],
    [
      'metadata as a list',
      json<object[]>(SEARCH, (results) => results.map((one) => ({ ...one, metadata: [] }))),
    ],
  ],
  'search.page-size': [
    ['more results than wanted', json<object[]>(SEARCH, (results) => [...results, ...results])],
    [
      'none for one',
      withBody(
        SEARCH,
        (body) => body.includes('"pageSize":1'),
        () => Promise.resolve(Response.json([])),
      ),
    ],
  ],
  'search.filter': [['a filter is refused', withBody(SEARCH, (body) => body.includes('"filter"'), refuse)]],
  'search.broken-body': [
    [
      'a broken body is taken',
      withBody(SEARCH, (body) => !body.endsWith('}'), insteadOf({ query: 'install' })),
    ],
  ],
  'search.no-key': [['no key is required', letIn(SEARCH, null)]],
  'search.wrong-key': [['any key is taken', letIn(SEARCH, WRONG)]],
  'message.status': [['another status of success', status(MESSAGE, 201)]],
  'message.media-type': [['a label of HTML', type(MESSAGE, 'text/html; charset=utf-8')]],
  'message.encoding': [
    [
      'bytes that are no text',
      change(
        MESSAGE,
        ({ headers }, body) => new Response(new Blob([': ', Uint8Array.of(0xff), '\n\n', body]), { headers }),
      ),
    ],
  ],
  'message.format': [
    ['plain text', text(MESSAGE, () => 'Install it.')],
    ['a page of HTML', text(MESSAGE, () => '<!doctype html><p>Sign in</p>')],
    ['chunks without "data:"', text(MESSAGE, (body) => body.replaceAll('data: ', ''))],
    ['nothing', text(MESSAGE, () => '')],
  ],
  'message.parts': [
    ['JSON that is cut', insert('data: {"type":"text-de\n\n')],
    ['a type that nobody knows', insert('data: {"type":"thread","id":"1"}\n\n')],
    ['a field that is missing', insert('data: {"type":"text-delta","id":"text-1"}\n\n')],
    [
      'text for a part that was not started',
      insert('data: {"type":"text-delta","id":"other","delta":""}\n\n'),
    ],
    [
      'an output without a call',
      insert('data: {"type":"tool-output-available","toolCallId":"x","output":1}\n\n'),
    ],
    ['null for a field that may be left out', insert('data: {"type":"start","messageId":null}\n\n')],
    [
      'a reason that nobody knows',
      text(MESSAGE, (body) => body.replace('"finishReason":"stop"', '"finishReason":"ok"')),
    ],
    ['an event after the end mark', text(MESSAGE, (body) => `${body}data: {"type":"start"}\n\n`)],
    ['an event without its blank line', text(MESSAGE, (body) => body.replace(/\n\n$/, '\n\ndata: {}'))],
  ],
  'message.complete': [
    [
      'a body that does not end',
      change(MESSAGE, ({ headers }, body) => {
        const start = (controller: ReadableStreamDefaultController<Uint8Array>) =>
          controller.enqueue(new TextEncoder().encode(body));
        return new Response(new ReadableStream({ start }), { headers });
      }),
    ],
    [
      'a body that is cut',
      change(MESSAGE, ({ headers }, body) => {
        headers.set('content-length', '1000000');
        const chunks = [new TextEncoder().encode(body)];
        const pull = async (controller: ReadableStreamDefaultController<Uint8Array>) => {
          await new Promise(setImmediate);
          const chunk = chunks.pop();
          if (chunk === undefined) controller.error(new Error('cut'));
          else controller.enqueue(chunk);
        };
        return new Response(new ReadableStream({ pull }), { headers });
      }),
    ],
    ['a body that is too long', text(MESSAGE, (body) => `${body}: ${'x'.repeat(1_000_000)}\n\n`)],
  ],
  'message.end-mark': [['no end mark', text(MESSAGE, (body) => body.replace('data: [DONE]\n\n', ''))]],
  'message.text': [
    ['an answer without text', text(MESSAGE, (body) => body.replaceAll(new RegExp(DELTA, 'g'), ''))],
    ['an error part', insert('data: {"type":"error","errorText":"overloaded"}\n\n')],
  ],
  'message.finish': [
    ['no event of type finish', text(MESSAGE, (body) => body.replace(FINISH, ''))],
    ['two', text(MESSAGE, (body) => body.replace(FINISH, '$&$&'))],
  ],
  'message.thread-id': [['no threadId', text(MESSAGE, (body) => body.replace(/,"threadId":"[^"]*"/, ''))]],
  'message.thread': [
    [
      'ids that change',
      text(MESSAGE, (body) => body.replace(/"threadId":"[^"]*"/, () => `"threadId":"thread-${changes++}"`)),
    ],
    ['a thread that is not found', withBody(MESSAGE, (body) => body.includes('"threadId":"'), refuse)],
  ],
  'message.null': [
    ['null is refused', withBody(MESSAGE, (body) => body.includes('"threadId":null'), refuse)],
  ],
  'message.default-retrieval': [
    [
      'more results than by default',
      withBody(
        MESSAGE,
        (body) => !body.includes('"retrievalPageSize"') && body.includes('"fp"'),
        (request, answer) => text(MESSAGE, moreResults)(request, answer),
      ),
    ],
  ],
  'message.retrieval-page-size': [
    [
      'more results than wanted',
      withBody(
        MESSAGE,
        (body) => body.includes('"retrievalPageSize"'),
        (request, answer) => text(MESSAGE, moreResults)(request, answer),
      ),
    ],
    ['a size is refused', withBody(MESSAGE, (body) => body.includes('"retrievalPageSize"'), refuse)],
  ],
  'message.broken-body': [
    [
      'a broken body is taken',
      withBody(
        MESSAGE,
        (body) => body !== '' && !body.endsWith('}'),
        insteadOf({ fp: 'x', messages: [message] }),
      ),
    ],
  ],
  'message.no-messages': [
    [
      'no messages are needed',
      withBody(MESSAGE, (body) => /^\{[^[]*\}$/.test(body), insteadOf({ fp: 'x', messages: [message] })),
    ],
  ],
  'message.no-key': [['no key is required', letIn(MESSAGE, null)]],
  'message.wrong-key': [['any key is taken', letIn(MESSAGE, WRONG)]],
  'page.preflight': [['a header that is not allowed', without('access-control-allow-headers')]],
  'page.readable': [
    [
      'an answer that no page may read',
      change(MESSAGE, ({ headers }, body) => {
        headers.delete('access-control-allow-origin');
        return new Response(body, { headers });
      }),
    ],
  ],
  'jobs.status': [['another status of success', status(JOBS, 203)]],
  'jobs.media-type': [['a label of text', type(JOBS, 'text/plain')]],
  'jobs.list': [['a bare list', json<{ allSessions: unknown }>(JOBS, ({ allSessions }) => allSessions)]],
  'jobs.sessions': [
    ['the spelling that one expects', text(JOBS, (body) => body.replaceAll('haulted', 'halted'))],
    ['a reason that there is not', text(JOBS, (body) => body.replaceAll('"completed"', '"done"'))],
    ['a time of another zone', text(JOBS, (body) => body.replaceAll('.000Z', '+02:00'))],
    ['a list of texts', json(JOBS, () => ({ allSessions: ['one'] }))],
  ],
  'job.one': [
    ['another session', json<object>(JOB, (session) => ({ ...session, sessionId: 'other' }))],
    ['nothing', status(JOB, 404)],
  ],
  'jobs.no-key': [['no key is required', letIn(JOBS, null)]],
  'jobs.wrong-key': [['any key is taken', letIn(JOBS, WRONG)]],
  'jobs.assistant-key': [['the other key is taken', letIn(JOBS, `Bearer ${KEY}`)]],
  'update.start': [
    ['another status of success', status(START, 202)],
    ['another name', json<{ statusId: string }>(START, ({ statusId }) => ({ id: statusId }))],
  ],
  'update.no-key': [['no key is required', letIn(START, null)]],
  'update.wrong-key': [['any key is taken', letIn(START, WRONG)]],
  'update-status.status': [['another status of success', status(STATUS, 203)]],
  'update-status.media-type': [['no JSON by its label', type(STATUS, 'text/plain')]],
  'update-status.id': [
    ['ids that change', json<object>(STATUS, (update) => ({ ...update, _id: `update-${changes++}` }))],
    ['another project', json<object>(STATUS, (update) => ({ ...update, projectId: 'other' }))],
  ],
  'update-status.fields': [
    ['a state that there is not', json<object>(STATUS, (update) => ({ ...update, status: 'running' }))],
    ['logs as one text', json<object>(STATUS, (update) => ({ ...update, logs: 'Queued.' }))],
    ['a commit without its hash', json<object>(STATUS, (update) => ({ ...update, commit: {} }))],
    [
      'files that are no lists',
      json<object>(STATUS, (update) => ({ ...update, commit: { sha: 'a', filesChanged: { added: 'a' } } })),
    ],
  ],
  'update-status.no-key': [['no key is required', letIn(STATUS, null)]],
  'update-status.wrong-key': [['any key is taken', letIn(STATUS, WRONG)]],
  'message.limit': [['no limit', (request, answer) => answer(request)]],
};

/** The same for the line protocol, where it differs. */
const LINE_MUTATIONS: typeof MUTATIONS = {
  'message.parts': [
    ['a code that nobody knows', text(MESSAGE, (body) => body.replace('\nd:', '\nz:1\nd:'))],
    ['JSON that is cut', text(MESSAGE, (body) => body.replace('\nd:', '\n0:"a\nd:'))],
    ['text that is none', text(MESSAGE, (body) => body.replace('\nd:', '\n0:1\nd:'))],
    [
      'a result without a call',
      text(MESSAGE, (body) => body.replace('\nd:', '\na:{"toolCallId":"x","result":1}\nd:')),
    ],
  ],
  'message.end-mark': [],
  'message.thread-id': [
    ['no threadId', text(MESSAGE, (body) => body.replaceAll(/,"threadId":"[^"]*"/g, ''))],
  ],
};

async function checkMutation(mutation: Mutation, options: Partial<TargetOptions> = {}) {
  const fake = createFake({ origins: [ORIGIN], delay: 0, keys: { assistant: KEY, admin: ADMIN_KEY } });
  const server = await serveHandler((request) => mutation(request, fake), { closeWithin: 0 });
  try {
    return await check(server.url, { origin: ORIGIN, timeout: 1_000, ...options });
  } finally {
    await server.close();
  }
}

it('every check has a server that it fails', () => {
  assert.deepEqual(
    CHECKS.filter(({ isPlatformOnly }) => !isPlatformOnly)
      .map(({ name }) => name)
      .filter((name) => (MUTATIONS[name] ?? []).length === 0),
    [],
  );
});

for (const [accept, table] of [
  ['text/event-stream', MUTATIONS],
  ['text/plain', LINE_MUTATIONS],
] as const) {
  for (const [name, mutations] of Object.entries(table)) {
    describe(`${name} fails, with answers in ${accept}`, () => {
      for (const [what, mutation] of mutations) {
        it(`for ${what}`, async () => {
          const limit = name === 'message.limit' ? { limit: 2 } : {};
          const reports = await checkMutation(mutation, { accept, ...limit });
          assert.deepEqual(namesOf(reports, 'fail'), [name], seenBy(reports, name));
        });
      }
    });
  }
}
