import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AskedQuestion, Feedback, ProxyOptions } from '../../src/proxy.ts';
import { stopClock } from '../support/stop-clock.ts';
import { post, postMessage, postSearch, proxyTo, question } from './requests.ts';
import { sendJson, startUpstream } from './upstream.ts';

stopClock();

const NOWHERE = 'http://127.0.0.1:9';
const SECRET = 'no session at db.internal';

describe('a challenge', () => {
  it('turns a question away before it is counted', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const proxy = proxyTo(upstream.url, {
      siteLimits: { messagesPerMinute: 1 },
      challenge: (request) => request.headers.get('x-captcha') === 'solved',
    });
    for (let attempt = 0; attempt < 3; attempt++) {
      const response = await proxy(postMessage());
      assert.deepEqual([response.status, (await response.json()).code], [403, 'challenge-required']);
    }
    assert.equal(upstream.received.length, 0);
    const solved = { headers: { 'x-captcha': 'solved' } };
    assert.equal((await proxy(postMessage(question, solved))).status, 200);
    assert.equal((await proxy(postMessage(question, solved))).status, 429);
  });

  it('knows who asks what', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const seen: unknown[] = [];
    const proxy = proxyTo(upstream.url, { challenge: (_, asked) => seen.push(asked) > 0 });
    await proxy(postMessage({ ...question, filter: { version: 'v2' } }));
    assert.deepEqual(seen, [{ domain: 'docs', text: 'Hello?', filter: { version: 'v2' }, fp: 'visitor-1' }]);
  });

  it('is not asked of a search', async () => {
    await using upstream = await startUpstream(sendJson([]));
    const proxy = proxyTo(upstream.url, { challenge: () => false });
    assert.equal((await proxy(postSearch())).status, 200);
  });

  it('lets nothing through when it fails', async () => {
    const proxy = proxyTo(NOWHERE, {
      challenge: () => {
        throw new Error(SECRET);
      },
    });
    const response = await proxy(postMessage());
    const text = await response.text();
    assert.deepEqual([response.status, JSON.parse(text).code], [500, 'internal']);
    assert.doesNotMatch(text, /session/);
  });
});

describe('the log of questions', () => {
  const ask = async (options: Partial<ProxyOptions>, cookie = 'consent=yes') => {
    await using upstream = await startUpstream(sendJson([]));
    return await proxyTo(upstream.url, options)(postMessage(question, { headers: { cookie } }));
  };
  const hasConsent = (request: Request) => request.headers.get('cookie') === 'consent=yes';

  it('gets the question of a visitor who agreed, and nothing that says who it was', async () => {
    const { promise: written, resolve: write } = Promise.withResolvers<AskedQuestion>();
    await ask({ questionLog: { hasConsent, write } });
    assert.deepEqual(await written, { domain: 'docs', text: 'Hello?' });
  });

  it('gets nothing of others', async () => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    const log: AskedQuestion[] = [];
    const response = await ask(
      {
        questionLog: {
          hasConsent: async (request) => {
            queueMicrotask(resolve);
            return hasConsent(request);
          },
          write: (entry) => void log.push(entry),
        },
      },
      'consent=no',
    );
    await asked;
    assert.equal(response.status, 200);
    assert.deepEqual(log, []);
  });

  it('does not concern the visitor when it fails', async () => {
    const { promise: heard, resolve: hear } = Promise.withResolvers<unknown>();
    const failure = new Error('disk full');
    const response = await ask({
      questionLog: { hasConsent, write: () => Promise.reject(failure) },
      onHookFailure: (hook, error) => hear([hook, error]),
    });
    assert.equal(response.status, 200);
    assert.deepEqual(await heard, ['questionLog', failure]);
  });
});

describe('feedback', () => {
  const detail = { messageId: 'm2', rating: 'negative', reasons: ['outdated'], note: 'See v3.' };

  it('does not exist without a sink', async () => {
    assert.equal((await proxyTo(NOWHERE)(post('/feedback', detail))).status, 404);
  });

  it('comes to the sink, rebuilt from the fields it has', async () => {
    const received: Feedback[] = [];
    const proxy = proxyTo(NOWHERE, {
      basePath: '/api',
      onFeedback: (feedback) => void received.push(feedback),
    });
    const response = await proxy(post('/api/feedback', { ...detail, domain: 'docs', email: 'a@b.example' }));
    assert.deepEqual([response.status, await response.text()], [204, '']);
    await proxy(post('/api/feedback', { rating: null }));
    await proxy(post('/api/feedback', { page: 'https://docs.example.com/keys', rating: 'positive' }));
    assert.deepEqual(received, [
      { ...detail, domain: 'docs' },
      { messageId: null, rating: null, reasons: [], note: '' },
      {
        messageId: null,
        page: 'https://docs.example.com/keys',
        rating: 'positive',
        reasons: [],
        note: '',
      },
    ]);
  });

  const wrong: [field: string | undefined, body: unknown][] = [
    [undefined, []],
    ['domain', { domain: 'other' }],
    ['messageId', { messageId: 7 }],
    ['messageId', { messageId: 'x'.repeat(257) }],
    ['page', { page: '/keys' }],
    ['page', { page: 'javascript:alert(1)' }],
    ['page', { page: `https://docs.example.com/${'x'.repeat(2048)}` }],
    ['rating', { rating: 'great' }],
    ['reasons', { reasons: 'outdated' }],
    ['reasons', { reasons: Array(11).fill('x') }],
    ['reasons', { reasons: ['x'.repeat(101)] }],
    ['reasons', { reasons: [{}] }],
    ['note', { note: 'x'.repeat(2001) }],
  ];
  for (const [field, body] of wrong) {
    it(`names ${field ?? 'no field'} for ${JSON.stringify(body).slice(0, 50)}`, async () => {
      const proxy = proxyTo(NOWHERE, { onFeedback: () => assert.fail('must not get here') });
      const response = await proxy(post('/feedback', body));
      const answer = await response.json();
      assert.deepEqual([response.status, answer.code, answer.field], [400, 'invalid-request', field]);
    });
  }

  it('is counted', async () => {
    const proxy = proxyTo(NOWHERE, { onFeedback: () => {}, visitorLimits: { feedbackPerMinute: 1 } });
    const visitor = { remoteAddress: '192.0.2.1' };
    assert.equal((await proxy(post('/feedback', detail), visitor)).status, 204);
    assert.equal((await proxy(post('/feedback', detail), visitor)).status, 429);
  });

  it('is told to have failed without a word of why', async () => {
    const response = await proxyTo(NOWHERE, { onFeedback: () => Promise.reject(new Error(SECRET)) })(
      post('/feedback', detail),
    );
    const text = await response.text();
    assert.equal(response.status, 500);
    assert.doesNotMatch(text, /session/);
  });

  it('is open to the origins that may call', async () => {
    const options = { onFeedback: () => {}, origins: ['https://docs.example.com'] };
    const send = (origin: string, method: string) =>
      proxyTo(NOWHERE, options)(new Request('http://site.example/feedback', { method, headers: { origin } }));
    assert.equal((await send('https://docs.example.com', 'OPTIONS')).status, 204);
    assert.equal((await send('https://evil.example', 'OPTIONS')).status, 403);
    assert.equal((await send('https://docs.example.com', 'GET')).status, 405);
  });
});
