import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocsClient, RequestFailure, type InsightsQuery } from '../../../src/client.ts';
import { createProxy } from '../../../src/proxy.ts';
import { callDirectly } from '../../../src/cli/open-to-pages.ts';
import { ProjectInsights } from '../../../src/service/insights/insights.ts';
import type { InsightStore } from '../../../src/service/storage/insight-store.ts';
import { temporaryFolder } from '../docs-folder.ts';
import {
  ADMIN_KEY,
  ASSISTANT_KEY,
  collect,
  ENGLISH,
  find,
  question,
  startService,
  type RunningService,
} from '../http-service.ts';

const INSIGHTS = '/v1/project/insights/project-1';
const FOLLOW = '/v1/insights/lighthouse/follow';
const FEEDBACK = '/v1/insights/lighthouse/feedback';
const ASKED = 'Which compression algorithm makes the smaller files?';
const UNKNOWN = 'How do I bake bread for ann@example.com?';

const adminOf = ({ url }: RunningService) =>
  new DocsClient({
    endpoint: url,
    projectId: 'project-1',
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });

async function ask({ client }: RunningService, text: string): Promise<string> {
  return find(await collect(client.answer(question(text))), 'message')!.id;
}

async function codeOf(response: Response): Promise<string> {
  const { code, field } = (await response.json()) as { code: string; field?: string };
  return [response.status, code, field].filter((part) => part !== undefined).join(' ');
}

describe('insights', () => {
  it('show what readers look for after a restart, and nobody', async () => {
    await using folder = await temporaryFolder();
    const options = { dataDir: folder.path, insights: { minimumCount: 2 } };
    {
      await using service = await startService(options);
      await service.service.ready;
      const [answer] = [await ask(service, ASKED), await ask(service, ASKED)];
      for (const text of [UNKNOWN, UNKNOWN, 'Asked once: how do I fly?', 'Hello!']) await ask(service, text);
      // As it is typed: the last one counts.
      for (const query of ['compr', 'compression', 'zeppelin', 'zeppelins', 'zeppelins 9876543'])
        await service.client.search({ query, filter: ENGLISH });
      await service.client.search({ query: 'compression', filter: { version: 'of-a-stranger' } });
      const rating = { messageId: answer, rating: 'negative', reasons: [], note: '' };
      const page = {
        messageId: null,
        page: 'https://docs.example.com/v2/en/guides/redirects',
        rating: 'positive',
      };
      const posts: [string, object][] = [
        [FEEDBACK, rating],
        [FEEDBACK, { ...rating, rating: 'positive', note: 'A second rating of the same answer' }],
        [FEEDBACK, { ...rating, messageId: 'unknown' }],
        [FEEDBACK, page],
        [FEEDBACK, { ...page, note: 'The note that follows' }],
        [FEEDBACK, { ...page, rating: null }],
        [FEEDBACK, { ...page, page: 'https://docs.example.com/of/a/stranger' }],
        [FOLLOW, { path: 'v2/en/guides/install' }],
        // The version and language of a page are those of the index.
        [FOLLOW, { path: '/v2/en/guides/install/', version: 'of-a-stranger', language: 'xx' }],
        [FOLLOW, { path: 'of/a/stranger' }],
      ];
      for (const [path, body] of posts) assert.equal((await service.post(path, body)).status, 204);
      assert.deepEqual(service.failures, []);
    }
    await using service = await startService(options);
    await service.service.ready;
    const admin = adminOf(service);
    const read = (query?: InsightsQuery) => admin.getInsights(query);
    const insights = await read();
    const today = new Date().toISOString().slice(0, 10);
    const scope = { ...ENGLISH } as { version: string; language: string };
    const counted = { ...scope, count: 2, lastDay: insights.until };
    assert.equal(Math.abs(Date.parse(today) - Date.parse(insights.until)) <= 86_400_000, true);
    assert.deepEqual(insights.totals, {
      questions: 5,
      refused: 3,
      uncertain: 0,
      searches: 3,
      searchesWithoutResult: 2,
      helpful: 1,
      notHelpful: 1,
      follows: 2,
    });
    assert.deepEqual(insights.missing, [
      { ...counted, text: 'how do i bake bread for [email]', kind: 'question', reason: 'refused' },
    ]);
    assert.deepEqual(insights.questions, [
      { ...counted, text: 'how do i bake bread for [email]' },
      { ...counted, text: 'which compression algorithm makes the smaller files' },
    ]);
    const counts = { follows: 0, helpful: 0, notHelpful: 0 };
    assert.deepEqual(insights.pages, [
      { path: '/v2/en/guides/install', title: insights.pages[0]?.title, ...scope, ...counts, follows: 2 },
      { path: '/v2/en/guides/redirects', title: 'Redirects', ...scope, ...counts, helpful: 1 },
    ]);
    assert.deepEqual([insights.versions, insights.languages], [['v2'], ['en']]);
    assert.deepEqual([insights.retentionDays, insights.minimumCount], [90, 2]);
    assert.equal((await read({ limit: 1 })).questions.length, 1);
    const others = await read({ version: 'v1', days: 1 });
    assert.deepEqual([others.totals.questions, others.questions, others.since], [0, [], others.until]);
    const stored = await import('node:fs/promises').then(({ readFile }) =>
      readFile(`${folder.path}/state.sqlite`, 'latin1'),
    );
    const columns = /CREATE TABLE insights \(([^)]*)/.exec(stored)![1]!;
    assert.deepEqual(columns.match(/\b[a-z_]+(?= TEXT| INTEGER)/g), [
      'project_id',
      'day',
      'kind',
      'version',
      'language',
      'text',
      'count',
    ]);
  });

  it('refuse what is out of range, and other keys', async () => {
    await using service = await startService({
      insights: { days: 7 },
      rateLimits: { followsPerKeyAndHour: 1 },
    });
    const get = (query: string, key = ADMIN_KEY) =>
      fetch(service.url + query, { headers: { authorization: `Bearer ${key}` } });
    for (const [query, field] of [
      ['days=0', 'days'],
      ['days=8', 'days'],
      ['days=x', 'days'],
      ['limit=501', 'limit'],
      ['limit=', 'limit'],
      [`version=${'v'.repeat(65)}`, 'version'],
      [`language=${'v'.repeat(65)}`, 'language'],
    ])
      assert.equal(await codeOf(await get(`${INSIGHTS}?${query}`)), `400 invalid-request ${field}`);
    assert.equal(await codeOf(await get(INSIGHTS, ASSISTANT_KEY)), '403 forbidden');
    assert.equal(await codeOf(await get('/v1/project/insights/project-2')), '404 not-found');
    for (const [body, code] of [
      [{}, '400 invalid-request path'],
      [{ path: 'x'.repeat(1_025) }, '400 invalid-request path'],
      [{ path: 7 }, '400 invalid-request path'],
      [{ path: 'x', more: 'x'.repeat(8_192) }, '413 too-large'],
    ] as const)
      assert.equal(await codeOf(await service.post(FOLLOW, body)), code);
    const rating = { messageId: 'm', rating: 'positive' };
    assert.equal(
      await codeOf(await service.post(FEEDBACK, { ...rating, domain: 'others' })),
      '400 invalid-request domain',
    );
    assert.equal(await codeOf(await service.post(FEEDBACK, { note: 'x'.repeat(32_768) })), '413 too-large');
    assert.equal((await service.post(FEEDBACK, rating)).status, 204);
    assert.equal(await codeOf(await service.post(FOLLOW, { path: '' })), '429 rate-limited');
  });

  it('are off unless they are asked for', async () => {
    await using service = await startService();
    const failure = await adminOf(service)
      .getInsights()
      .catch((error: unknown) => error);
    assert.ok(failure instanceof RequestFailure);
    assert.deepEqual([failure.status, failure.serverCode], [404, 'insights-off']);
    assert.equal((await service.post(FOLLOW, { path: '' })).status, 204);
    assert.equal((await service.post(FEEDBACK, { messageId: 'm', rating: 'positive' })).status, 204);
    await assert.rejects(startService({ insights: { days: 0 } }), /insights\.days must be a whole number/);
  });

  it('pass the proxy: reports within its limits, reading for those whom its host authorizes', async () => {
    await using service = await startService({ insights: {} });
    await service.service.ready;
    const site = 'https://site.example';
    const proxyWith = (more: object) =>
      createProxy({
        ...callDirectly(service.service, ASSISTANT_KEY),
        keys: { assistant: ASSISTANT_KEY, admin: ADMIN_KEY },
        domains: ['lighthouse'],
        visitorLimits: { followsPerMinute: 1 },
        ...more,
      });
    const proxy = proxyWith({ authorize: () => true });
    const post = (path: string, body: object) =>
      proxy(
        new Request(site + path, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify(body),
        }),
        { remoteAddress: '192.0.2.1' },
      );
    assert.equal((await post(FOLLOW, { path: 'v2/en/guides/install' })).status, 204);
    assert.equal(await codeOf(await post(FOLLOW, { path: 'v2/en' })), '429 rate-limited');
    assert.equal(await codeOf(await post(FOLLOW, { path: 7 })), '400 invalid-request path');
    const rating = { messageId: null, page: `${site}/v2/en/guides/install`, rating: 'negative' };
    assert.equal((await post(FEEDBACK, rating)).status, 204);
    assert.equal(
      await codeOf(await post(FOLLOW.replace('lighthouse', 'others'), { path: '' })),
      '404 not-found',
    );
    const read = await proxy(new Request(`${site}${INSIGHTS}?days=1&limit=5&key=x`));
    const { since, until, pages } = (await read.json()) as Record<string, unknown> & { pages: object[] };
    assert.deepEqual([read.status, since === until, pages.length], [200, true, 1]);
    assert.equal(await codeOf(await proxyWith({})(new Request(site + INSIGHTS))), '404 not-found');
    const refused = proxyWith({ authorize: () => false });
    assert.equal(await codeOf(await refused(new Request(site + INSIGHTS))), '403 forbidden');
  });

  it('never fail a request, and are added when the store works again', async () => {
    const added: string[] = [];
    const removed: string[] = [];
    const failures: unknown[] = [];
    let isBroken = true;
    let lost = 0;
    const store: InsightStore = {
      async add(counts) {
        if (isBroken) throw new Error('The store is away');
        added.push(...counts.map(({ kind, text, day, count }) => `${day} ${kind} ${text}: ${count}`));
      },
      read: async () => [],
      removeBefore: async (day) => void removed.push(day),
    };
    const insights = new ProjectInsights(
      { days: 30 },
      {
        store,
        onFailure: (error) => failures.push(error),
        onLostFlush: () => lost++,
        clock: () => Date.UTC(2026, 10, 25),
      },
    );
    const project = {
      projectId: 'p',
      generation: () => ({ hash: 'h' }),
      pages: { list: async () => [] },
      search: { findPages: async () => new Map<string, string>() },
      sources: { sites: [] },
    };
    insights.countAnswer(project, { text: 'Why?' }, 'low');
    await insights.read(project, {});
    insights.countAnswer(project, { text: 'why' }, 'high');
    assert.deepEqual([failures.length, lost, added], [1, 1, []]);
    isBroken = false;
    await insights.close();
    assert.deepEqual(added, ['2026-11-25 question why: 2', '2026-11-25 uncertain why: 1']);
    assert.deepEqual(removed, ['2026-10-27']);
    // What cannot be looked up is reported, and not counted.
    project.search.findPages = () => Promise.reject(new Error('The index is away'));
    insights.countFollow(project, { path: 'x' });
    await insights.read(project, {});
    assert.deepEqual([failures.length, added.length], [2, 2]);
  });
});
