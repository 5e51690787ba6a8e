import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TargetOptions } from '../../src/conformance/target.ts';
import { serveHandler, type Handler } from '../../src/node.ts';
import { createFake } from '../../src/fake/create-fake.ts';
import { ADMIN_KEY, check, KEY, namesOf, seenBy } from './run.ts';

const SHORT = { timeout: 300 };

/** Run the checks against a handler. */
async function checkHandler(handler: Handler, options: Partial<TargetOptions> = {}) {
  const server = await serveHandler(handler, { closeWithin: 0 });
  try {
    return await check(server.url, { ...SHORT, ...options });
  } finally {
    await server.close();
  }
}

const answer =
  (body: string, headers: Record<string, string>): Handler =>
  () =>
    new Response(body, { headers });
const JSON_TYPE = { 'content-type': 'application/json' };

/** A body that goes on as long as somebody reads it. */
function endless(piece: string): ReadableStream<Uint8Array> {
  const bytes = new TextEncoder().encode(piece);
  return new ReadableStream({
    async pull(controller) {
      await new Promise(setImmediate);
      controller.enqueue(bytes);
    },
  });
}

describe('a server that is no server of the API', () => {
  it('is told by a row: nobody listens', async () => {
    const reports = await check('http://127.0.0.1:9');
    assert.match(
      seenBy(reports, 'search.status'),
      /^fail: no answer: .*ECONNREFUSED|^fail: no answer: bad port/,
    );
    assert.equal(namesOf(reports, 'pass').length, 0);
  });

  it('is told by a row: a name that there is not', async () => {
    const reports = await check('http://nowhere.invalid');
    assert.match(seenBy(reports, 'search.status'), /^fail: no answer: /);
  });

  it('is told by a row: a page of HTML', async () => {
    const page = '<!doctype html><title>Sign in</title>';
    const reports = await checkHandler(answer(page, { 'content-type': 'text/html' }));
    assert.equal(seenBy(reports, 'search.media-type'), 'fail: text/html');
    assert.equal(seenBy(reports, 'search.array'), `fail: status 200, text/html, ${page}`);
    assert.equal(seenBy(reports, 'message.format'), `fail: status 200, text/html, ${page}`);
  });

  it('is told by a row: a redirect, which is not followed', async () => {
    const paths: string[] = [];
    const reports = await checkHandler((request) => {
      paths.push(new URL(request.url).pathname);
      return new Response(null, { status: 302, headers: { location: '/login' } });
    });
    assert.equal(seenBy(reports, 'search.status'), 'fail: status 302, redirected to /login');
    assert.ok(!paths.includes('/login'));
  });

  it('is told by a row: a wrong key', async () => {
    const fake = createFake({ origins: [], delay: 0, keys: { assistant: KEY, admin: ADMIN_KEY } });
    const reports = await checkHandler(fake, { key: 'other', adminKey: 'another' });
    assert.match(seenBy(reports, 'search.status'), /^fail: status 401, application\/json, .*assistant key/);
    assert.equal(seenBy(reports, 'search.no-key'), 'skipped: It needs search.status, which has not passed.');
  });

  it('is told by a row: nothing comes', async () => {
    const reports = await checkHandler(() => new Promise(() => {}));
    assert.equal(seenBy(reports, 'search.status'), 'fail: no answer within 0.3 s');
  });

  it('is told by a row: a stream that never ends', async () => {
    const headers = { 'content-type': 'text/event-stream' };
    const reports = await checkHandler(() => new Response(endless(': alive\n\n'), { headers }));
    assert.equal(seenBy(reports, 'message.status').slice(0, 16), 'pass: status 200');
    assert.match(seenBy(reports, 'message.complete'), /^fail: the (?:body had not ended|body is longer)/);
  });

  it('is told by a row: a body without an end, of which no more is read than allowed', async () => {
    let sent = 0;
    const reports = await checkHandler(
      () => {
        const body = endless('x'.repeat(10_000)).pipeThrough(
          new TransformStream<Uint8Array, Uint8Array>({
            transform(chunk, controller) {
              sent += chunk.byteLength;
              controller.enqueue(chunk);
            },
          }),
        );
        return new Response(body, { headers: JSON_TYPE });
      },
      { maxBytes: 50_000, timeout: 10_000, projectId: null },
    );
    assert.match(seenBy(reports, 'search.status'), /^fail: .*longer than 50000 bytes/);
    // Two requests, and what the buffers of their connections hold.
    assert.ok(sent < 20_000_000, `${sent} bytes`);
  });

  it('is told by a row: a connection that is closed at once', async () => {
    const reports = await checkHandler(() => {
      const body = new ReadableStream<Uint8Array>({
        pull: (controller) => controller.error(new Error('cut')),
      });
      return new Response(body, { headers: JSON_TYPE });
    });
    assert.match(seenBy(reports, 'search.status'), /^fail: status 200, .*the body broke off/);
  });

  const BODIES = {
    'a string': '"text"',
    'a list of null': '[null]',
    'a nested list': '['.repeat(100_000) + ']'.repeat(100_000),
    'ids that no address can have': JSON.stringify({
      statusId: '\ud800/../..',
      allSessions: [{ sessionId: '\ud800?#' }],
    }),
    'names of a prototype': '{"__proto__":[],"constructor":{},"allSessions":[{"__proto__":1}]}',
    'a stream of oddities':
      'data: {"type":"text-start","id":{}}\n\ndata: {"type":"finish","messageMetadata":[1]}\n\n',
    'lines of oddities':
      '2:[null,"{",{"type":"finish","threadId":{}}]\nd:null\nd:{"finishReason":"stop"}\na:null\n',
  };
  for (const [what, body] of Object.entries(BODIES)) {
    it(`is told by rows: ${what}`, async () => {
      const reports = await checkHandler(answer(body, JSON_TYPE));
      assert.ok(namesOf(reports, 'fail').length > 0);
    });
  }

  it('gets no key into a row by answering with what it was sent', async () => {
    const reports = await checkHandler((request) => Response.json([request.headers.get('authorization')]));
    const seen = reports.map((report) => report.seen).join();
    assert.match(seen, /Bearer \[key\]/);
    assert.ok(!seen.includes(KEY) && !seen.includes(ADMIN_KEY));
  });

  it('has no more than 300 characters of its own in a row', async () => {
    const reports = await checkHandler(answer('[]', { 'content-type': `application/${'x'.repeat(5_000)}` }));
    assert.equal(seenBy(reports, 'search.media-type').length, 'fail: '.length + 300);
  });
});
