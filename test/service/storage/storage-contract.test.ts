import assert from 'node:assert/strict';
import { createHash, randomBytes } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createRateLimiter, type RateLimit } from '../../../src/limits/rate-limit.ts';
import type { AgentSession, Commit } from '../../../src/protocol/api.ts';
import type { ServiceStore, UpdateRequest } from '../../../src/service/storage/service-store.ts';
import { MAX_LOG_LINES } from '../../../src/service/storage/update-record.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { STORE_KINDS, type StorePlace } from './stores.ts';

const DAY = 86_400_000;
const owner = { domain: 'docs', fp: 'visitor-1' };
const digest = (text: string) => createHash('sha256').update(text).digest();
const key = { id: 'k1', kind: 'assistant', projectId: 'p1', label: 'site' } as const;
const request: UpdateRequest = { projectId: 'p1', subdomain: 'docs', source: 'api', commit: null };
const LEASE = 5_000;
const session = (id: string, createdAt = '2026-01-01T00:00:00.000Z'): AgentSession => ({
  sessionId: id,
  subdomain: 'docs',
  branch: null,
  haulted: false,
  todos: [],
  createdAt,
});

/** A store of its own, and the clock that it goes by. */
async function openStore(
  place: StorePlace,
  options = {},
): Promise<{ store: ServiceStore; tick(ms: number): void }> {
  let now = 1_000 * DAY;
  const store = await place.open({ clock: () => now, ...options });
  return { store, tick: (ms) => (now += ms) };
}

for (const { name, skip, create } of STORE_KINDS) {
  describe(`keys in ${name}`, { skip }, () => {
    it('are listed newest first, those of one project or of all', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      await store.keys.add(key, digest('1'));
      tick(1);
      await store.keys.add({ ...key, id: 'k2', projectId: 'p2', kind: 'admin' }, digest('2'));
      const ids = (await store.keys.list()).map(({ id }) => id);
      assert.deepEqual(ids, ['k2', 'k1']);
      assert.deepEqual(await store.keys.list('p1'), [
        { ...key, createdAt: 1_000 * DAY, revokedAt: null, usedAt: null },
      ]);
    });

    it('are known by their digests until they are revoked, in every process', async () => {
      await using place = await create();
      const [one, other] = [await place.open(), await place.open()];
      await one.keys.add(key, digest('1'));
      assert.deepEqual(await other.keys.digests(), [
        { id: 'k1', kind: 'assistant', projectId: 'p1', digest: digest('1') },
      ]);
      assert.equal(await one.keys.revoke('k1'), true);
      assert.equal(await one.keys.revoke('k1'), false);
      assert.equal(await one.keys.revoke('unknown'), false);
      assert.deepEqual(await other.keys.digests(), []);
      assert.notEqual((await other.keys.list())[0]!.revokedAt, null);
    });

    it('cannot have the same text twice', async () => {
      await using place = await create();
      const { store } = await openStore(place);
      await store.keys.add(key, digest('1'));
      await assert.rejects(store.keys.add({ ...key, id: 'k2' }, digest('1')), /unique/i);
    });

    it('tell when they were used, to the minute', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      await store.keys.add(key, digest('1'));
      const used = async () => (await store.keys.list())[0]!.usedAt! - 1_000 * DAY;
      await store.keys.touch('k1');
      tick(59_000);
      await store.keys.touch('k1');
      assert.equal(await used(), 0);
      tick(1_000);
      await store.keys.touch('k1');
      assert.equal(await used(), 60_000);
    });
  });

  describe(`threads in ${name}`, { skip }, () => {
    it('keep their turns in order', async () => {
      await using place = await create();
      const { threads } = await place.open();
      const id = await threads.create(owner);
      assert.deepEqual(await threads.read(id, owner), []);
      await threads.append(id, { question: 'One?', answer: '1' });
      await threads.append(id, { question: 'Two?', answer: '2 \u{1F600}' });
      assert.deepEqual(await threads.read(id, owner), [
        { question: 'One?', answer: '1' },
        { question: 'Two?', answer: '2 \u{1F600}' },
      ]);
    });

    it('keep any character that a visitor can send', async () => {
      await using place = await create();
      const { threads } = await place.open();
      const id = await threads.create(owner);
      await threads.append(id, { question: 'a\0b', answer: '\uFFFF' });
      const [turn] = (await threads.read(id, owner))!;
      assert.match(turn!.question, /^a.b$/s);
    });

    it('belong to one visitor in one documentation', async () => {
      await using place = await create();
      const { threads } = await place.open();
      const id = await threads.create(owner);
      assert.equal(await threads.read(id, { ...owner, fp: 'visitor-2' }), null);
      assert.equal(await threads.read(id, { ...owner, domain: 'other' }), null);
      for (const unknown of ['unknown', '00000000-0000-4000-8000-000000000000', "'; --"]) {
        assert.equal(await threads.read(unknown, owner), null);
      }
    });

    it('are over when they were not used for their time', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place, { threads: { days: 30 } });
      const id = await store.threads.create(owner);
      tick(29 * DAY);
      await store.threads.append(id, { question: 'Still there?', answer: 'Yes' });
      tick(29 * DAY);
      assert.equal((await store.threads.read(id, owner))?.length, 1);
      tick(DAY);
      assert.equal(await store.threads.read(id, owner), null);
      // Whoever starts another removes it: going back in time does not bring it back.
      await store.threads.create(owner);
      tick(-30 * DAY);
      assert.equal(await store.threads.read(id, owner), null);
    });

    it('give way to newer ones when there are too many', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place, { threads: { threads: 2 } });
      const start = async () => {
        tick(1);
        return store.threads.create(owner);
      };
      const [first, second] = [await start(), await start()];
      tick(1);
      await store.threads.append(first, { question: 'x', answer: 'y' });
      const third = await start();
      const found = await Promise.all([first, second, third].map((id) => store.threads.read(id, owner)));
      assert.deepEqual(
        found.map((turns) => turns !== null),
        [true, false, true],
      );
    });

    it('keep a bounded number of turns of bounded length', async () => {
      await using place = await create();
      const { store } = await openStore(place, { threads: { turns: 2, answerCharacters: 3 } });
      const id = await store.threads.create(owner);
      for (const question of ['1', '2', '3'])
        await store.threads.append(id, { question, answer: 'long answer' });
      assert.deepEqual(await store.threads.read(id, owner), [
        { question: '2', answer: 'lon' },
        { question: '3', answer: 'lon' },
      ]);
    });

    it('that are gone take no more turns', async () => {
      await using place = await create();
      const { threads } = await place.open();
      await threads.append('00000000-0000-4000-8000-000000000000', { question: 'x', answer: 'y' });
      assert.equal(await threads.read('00000000-0000-4000-8000-000000000000', owner), null);
    });
  });

  describe(`counters in ${name}`, { skip }, () => {
    const limit: RateLimit = { name: 'test', limit: 500, window: 'day' };
    const clock = () => DAY * 100;

    it('are exact for 64 parallel clients of two processes', async () => {
      await using place = await create();
      const limiters = [await place.open(), await place.open()].map((store) =>
        createRateLimiter({ store: store.limits, clock }),
      );
      const clients = Array.from({ length: 64 }, async (_, client) => {
        let accepted = 0;
        // Each has a subject of its own as well, named so that the order of the two differs.
        const own = { limit: { ...limit, name: client % 2 ? 'a' : 'z' }, subject: String(client) };
        for (let use = 0; use < 10; use++) {
          const decision = await limiters[client % 2]!.charge([own, { limit, subject: 'all' }]);
          if (decision.accepted) accepted++;
        }
        return accepted;
      });
      const accepted = await Promise.all(clients);
      assert.equal(
        accepted.reduce((sum, count) => sum + count),
        500,
      );
    });

    it('charge all limits or none', async () => {
      await using place = await create();
      const limiter = createRateLimiter({ store: (await place.open()).limits, clock });
      const both = [
        { limit, subject: 'a' },
        { limit: { ...limit, name: 'narrow', limit: 1 }, subject: 'a' },
      ];
      const accepted = [];
      for (let use = 0; use < 3; use++) accepted.push((await limiter.charge(both)).accepted);
      assert.deepEqual(accepted, [true, false, false]);
      assert.equal((await limiter.charge([{ limit, subject: 'a' }])).remaining, 498);
    });

    it('outlive the process', async () => {
      await using place = await create();
      const first = await place.open();
      await createRateLimiter({ store: first.limits, clock }).charge([{ limit, subject: 'a' }]);
      const second = createRateLimiter({ store: (await place.open()).limits, clock });
      assert.equal((await second.charge([{ limit, subject: 'a' }])).remaining, 498);
    });

    it('begin anew when their window is over', async () => {
      await using place = await create();
      let now = 0;
      const limiter = createRateLimiter({ store: (await place.open()).limits, clock: () => now });
      const once = { limit: { ...limit, limit: 1 }, subject: 'a' };
      assert.equal((await limiter.charge([once])).accepted, true);
      assert.equal((await limiter.charge([once])).accepted, false);
      now = DAY;
      assert.equal((await limiter.charge([once])).accepted, true);
    });
  });

  describe(`updates in ${name}`, { skip }, () => {
    it('are queued, run and ended, and tell what was learnt', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      const { updates } = store;
      const { statusId, joined } = await updates.queue({ ...request, author: 'Ada', commit: 'c1' });
      assert.equal(joined, false);
      const queued = await updates.read(statusId);
      assert.deepEqual(queued, {
        _id: statusId,
        projectId: 'p1',
        subdomain: 'docs',
        status: 'queued',
        source: 'api',
        author: 'Ada',
        createdAt: new Date(1_000 * DAY).toISOString(),
        endedAt: null,
        summary: null,
        logs: [],
        commit: null,
        screenshot: null,
        screenshotLight: null,
        screenshotDark: null,
      });
      const taken = await updates.take('w1', LEASE, ['p1']);
      assert.deepEqual(taken, { statusId, attempt: 1, request: { ...request, author: 'Ada', commit: 'c1' } });
      const commit: Commit = {
        sha: 'c1',
        ref: 'refs/heads/main',
        message: 'Add \0 page',
        filesChanged: { added: ['a.md'], modified: [], removed: [] },
      };
      assert.equal(await updates.report(statusId, 'w1', { commit, logs: ['one'] }), true);
      assert.equal((await updates.read(statusId))!.status, 'in_progress');
      tick(1_000);
      assert.equal(await updates.end(statusId, 'w1', 'success', { summary: 'Done', logs: ['two'] }), true);
      const ended = (await updates.read(statusId))!;
      assert.deepEqual([ended.status, ended.summary, ended.logs], ['success', 'Done', ['one', 'two']]);
      assert.equal(ended.endedAt, new Date(1_000 * DAY + 1_000).toISOString());
      assert.deepEqual(ended.commit!.filesChanged, commit.filesChanged);
      assert.equal(await updates.take('w1', LEASE, ['p1']), null);
    });

    it('are not known by ids that nobody was given', async () => {
      await using place = await create();
      const { updates } = await place.open();
      for (const id of ['unknown', '00000000-0000-4000-8000-000000000000', '']) {
        assert.equal(await updates.read(id), null);
      }
    });

    it('run one at a time in each project, in the order in which they came', async () => {
      await using place = await create();
      const { updates } = await place.open();
      const ids: string[] = [];
      for (const [projectId, commit] of ['p1 a', 'p1 b', 'p2 c'].map((text) => text.split(' '))) {
        const { statusId } = await updates.queue({ ...request, projectId: projectId!, commit: commit! });
        ids.push(statusId);
      }
      const takes = await Promise.all(
        ['w1', 'w2', 'w3'].map((worker) => updates.take(worker, LEASE, ['p1', 'p2'])),
      );
      const taken = [...takes, await updates.take('w4', LEASE, ['p1', 'p2'])].filter((one) => one !== null);
      assert.deepEqual(new Set(taken.map(({ statusId }) => statusId)), new Set([ids[0], ids[2]]));
      assert.equal(taken.length, 2);
      const worker = `w${takes.findIndex((one) => one?.statusId === ids[0]) + 1}`;
      const holder = worker === 'w0' ? 'w4' : worker;
      assert.equal(await updates.end(ids[0]!, holder, 'failure', {}), true);
      assert.equal((await updates.take('w5', LEASE, ['p1', 'p2']))?.statusId, ids[1]);
    });

    it('are taken by workers that can run them only', async () => {
      await using place = await create();
      const { updates } = await place.open();
      await updates.queue(request);
      assert.equal(await updates.take('w1', LEASE, ['p2']), null);
      assert.equal(await updates.take('w1', LEASE, []), null);
      assert.notEqual(await updates.take('w1', LEASE, ['p2', 'p1']), null);
    });

    it('are given to one of many workers', async () => {
      await using place = await create();
      const stores = [await place.open(), await place.open()];
      await stores[0]!.updates.queue(request);
      const takes = Array.from({ length: 16 }, (_, worker) =>
        stores[worker % 2]!.updates.take(`w${worker}`, LEASE, ['p1']),
      );
      assert.equal((await Promise.all(takes)).filter((taken) => taken !== null).length, 1);
    });

    it('join one of the same commit that waits or runs', async () => {
      await using place = await create();
      const { updates } = await place.open();
      const one = { ...request, commit: 'c1' };
      const triggers = await Promise.all(Array.from({ length: 8 }, () => updates.queue(one)));
      assert.equal(new Set(triggers.map(({ statusId }) => statusId)).size, 1);
      assert.equal(triggers.filter(({ joined }) => joined).length, 7);
      const { statusId } = (await updates.take('w1', LEASE, ['p1']))!;
      assert.deepEqual(await updates.queue(one), { statusId, joined: true });
      assert.equal((await updates.queue({ ...one, commit: 'c2' })).joined, false);
      assert.equal((await updates.queue({ ...one, projectId: 'p2' })).joined, false);
      await updates.end(statusId, 'w1', 'success', {});
      assert.equal((await updates.queue(one)).joined, false);
    });

    it('join one of an unknown commit while it waits, not when it may have read the old state', async () => {
      await using place = await create();
      const { updates } = await place.open();
      const { statusId } = await updates.queue(request);
      assert.deepEqual(await updates.queue(request), { statusId, joined: true });
      await updates.take('w1', LEASE, ['p1']);
      assert.equal((await updates.queue(request)).joined, false);
    });

    it('are taken up again when their worker was lost, before those that came later', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      const { updates } = store;
      const { statusId } = await updates.queue({ ...request, commit: 'c1' });
      await updates.queue({ ...request, commit: 'c2' });
      await updates.take('w1', LEASE, ['p1']);
      await updates.report(statusId, 'w1', { logs: ['begun'] });
      tick(LEASE - 1);
      assert.equal(await updates.take('w2', LEASE, ['p1']), null);
      assert.equal(await updates.renew(statusId, 'w1', LEASE), true);
      tick(LEASE - 1);
      assert.equal(await updates.take('w2', LEASE, ['p1']), null);
      tick(1);
      const again = await updates.take('w2', LEASE, ['p1']);
      assert.deepEqual([again!.statusId, again!.attempt], [statusId, 2]);
      assert.deepEqual((await updates.read(statusId))!.logs, ['begun']);
    });

    it('that were lost are changed by nobody but the worker that has them now', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      const { updates } = store;
      const { statusId } = await updates.queue(request);
      await updates.take('w1', LEASE, ['p1']);
      tick(LEASE);
      await updates.take('w2', LEASE, ['p1']);
      assert.equal(await updates.renew(statusId, 'w1', LEASE), false);
      assert.equal(await updates.report(statusId, 'w1', { summary: 'no' }), false);
      assert.equal(await updates.end(statusId, 'w1', 'failure', {}), false);
      assert.equal(await updates.end(statusId, 'w2', 'success', {}), true);
      assert.equal(await updates.end(statusId, 'w2', 'failure', {}), false);
      assert.equal((await updates.read(statusId))!.status, 'success');
    });

    it('are lost again and again without ever being stuck', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      const { statusId } = await store.updates.queue(request);
      for (let attempt = 1; attempt <= 5; attempt++) {
        const taken = await store.updates.take(`w${attempt}`, LEASE, ['p1']);
        assert.deepEqual([taken!.statusId, taken!.attempt], [statusId, attempt]);
        tick(LEASE);
      }
    });

    it('that a worker lets go of are taken up at once, as if it had never had them', async () => {
      await using place = await create();
      const { store } = await openStore(place);
      const { statusId } = await store.updates.queue(request);
      for (const worker of ['w1', 'w2', 'w3', 'w4', 'w5']) {
        const taken = await store.updates.take(worker, LEASE, ['p1']);
        assert.deepEqual([taken!.statusId, taken!.attempt], [statusId, 1]);
        assert.equal(await store.updates.release(statusId, worker), true);
      }
      assert.equal((await store.updates.take('w6', LEASE, ['p1']))!.attempt, 1);
      assert.equal(await store.updates.release(statusId, 'w5'), false);
      assert.equal(await store.updates.take('w7', LEASE, ['p1']), null);
    });

    it('tell the latest one, and the latest that ended well', async () => {
      await using place = await create();
      const { updates } = await place.open();
      assert.equal(await updates.lastSuccess('p1'), null);
      assert.equal(await updates.latest('p1'), null);
      const ends = ['success', 'success', 'failure'] as const;
      const ids: string[] = [];
      for (const [at, end] of ends.entries()) {
        ids.push((await updates.queue({ ...request, commit: `c${at}` })).statusId);
        await updates.take('w1', LEASE, ['p1']);
        await updates.end(ids[at]!, 'w1', end, {});
      }
      assert.equal((await updates.lastSuccess('p1'))!._id, ids[1]);
      assert.equal(await updates.lastSuccess('p2'), null);
      assert.equal((await updates.latest('p1'))!._id, ids[2]);
      const { statusId } = await updates.queue({ ...request, commit: 'c3' });
      assert.deepEqual((await updates.latest('p1'))!, (await updates.read(statusId))!);
      assert.equal(await updates.latest('p2'), null);
    });

    it('are counted for each project: how many wait and run, since when, and when the last ones ended', async () => {
      await using place = await create();
      const { store, tick } = await openStore(place);
      const { updates } = store;
      const none = { queued: 0, inProgress: 0, queuedSince: null, succeededAt: null, failedAt: null };
      assert.deepEqual(await updates.readQueues(['p1', 'p2']), [
        { ...none, projectId: 'p1' },
        { ...none, projectId: 'p2' },
      ]);
      const ended: number[] = [];
      for (const [at, end] of (['success', 'failure', 'success', 'failure'] as const).entries()) {
        const { statusId } = await updates.queue({ ...request, commit: `c${at}` });
        await updates.take('w1', LEASE, ['p1']);
        tick(1_000);
        await updates.end(statusId, 'w1', end, {});
        ended.push(Date.parse((await updates.read(statusId))!.endedAt!));
      }
      const { statusId: running } = await updates.queue({ ...request, commit: 'running' });
      await updates.take('w1', LEASE, ['p1']);
      const queued: string[] = [];
      for (const commit of ['first', 'second']) {
        tick(1_000);
        queued.push((await updates.queue({ ...request, commit })).statusId);
      }
      const queuedSince = Date.parse((await updates.read(queued[0]!))!.createdAt);
      const last = { succeededAt: ended[2]!, failedAt: ended[3]! };
      assert.deepEqual(await updates.readQueues(['p1']), [
        { projectId: 'p1', queued: 2, inProgress: 1, queuedSince, ...last },
      ]);
      await updates.end(running, 'w1', 'success', {});
      const [after] = await updates.readQueues(['p1', 'p2']);
      assert.deepEqual([after!.queued, after!.inProgress], [2, 0]);
      assert.deepEqual(await updates.readQueues([]), []);
    });

    it('keep a bounded log', async () => {
      await using place = await create();
      const { updates } = await place.open();
      const { statusId } = await updates.queue(request);
      await updates.take('w1', LEASE, ['p1']);
      await updates.report(statusId, 'w1', { logs: ['first'] });
      await updates.report(statusId, 'w1', { logs: Array.from({ length: MAX_LOG_LINES }, () => 'line') });
      const { logs } = (await updates.read(statusId))!;
      assert.deepEqual([logs.length, logs[0]], [MAX_LOG_LINES, 'line']);
    });

    it('wake up workers in every process', async () => {
      await using place = await create();
      const [one, other] = [await place.open(), await place.open()];
      const heard = [one, other].map(
        ({ updates }) => new Promise<void>((resolve) => void updates.onQueued(resolve)),
      );
      await one.updates.queue(request);
      await Promise.all(heard);
    });
  });

  describe(`agent sessions in ${name}`, { skip }, () => {
    it('are listed newest first, within their project only', async () => {
      await using place = await create();
      const { sessions } = await place.open();
      await sessions.create('p1', session('s1', '2026-01-02T00:00:00.000Z'));
      await sessions.create('p1', session('s2', '2026-01-03T00:00:00.000Z'));
      await sessions.create('p1', session('s3', '2026-01-01T00:00:00.000Z'));
      await sessions.create('p2', session('s1'));
      const listed = async (limit: number, skip?: number) =>
        (await sessions.list('p1', limit, skip)).map(({ sessionId }) => sessionId);
      assert.deepEqual(await listed(10), ['s2', 's1', 's3']);
      assert.deepEqual(await listed(2), ['s2', 's1']);
      assert.deepEqual(await listed(2, 1), ['s1', 's3']);
      assert.deepEqual(await listed(2, 3), []);
      assert.equal((await sessions.read('p2', 's1'))!.createdAt, '2026-01-01T00:00:00.000Z');
      assert.equal(await sessions.read('p2', 's2'), null);
    });

    it('are changed in what is given, also by two at once', async () => {
      await using place = await create();
      const [one, other] = [await place.open(), await place.open()];
      await one.sessions.create('p1', session('s1'));
      await Promise.all([
        one.sessions.change('p1', 's1', { branch: 'fix-links' }),
        other.sessions.change('p1', 's1', { haulted: true, haultReason: 'completed' }),
      ]);
      const changed = await one.sessions.read('p1', 's1');
      assert.deepEqual(changed, {
        ...session('s1'),
        branch: 'fix-links',
        haulted: true,
        haultReason: 'completed',
      });
      assert.equal(await one.sessions.change('p2', 's1', {}), null);
    });
  });

  describe(`index generations in ${name}`, { skip }, () => {
    it('are fetched as they were published, and the latest is current', async () => {
      await using place = await create();
      await using folder = await temporaryFolder();
      const [one, other] = [await place.open(), await place.open()];
      assert.equal(await one.generations.current('p1'), null);
      const bytes = randomBytes(2_500_000);
      const first = await publish(one, folder.path, bytes);
      const second = await publish(one, folder.path, Buffer.from('second'), 'c2');
      assert.deepEqual([first!.number, second!.number], [1, 2]);
      assert.deepEqual(
        [first!.size, first!.hash],
        [2_500_000, createHash('sha256').update(bytes).digest('hex')],
      );
      assert.deepEqual(await other.generations.current('p1'), second);
      assert.equal(second!.commit, 'c2');
      assert.equal(await other.generations.current('p2'), null);
      const target = join(folder.path, 'deep', 'copy');
      await other.generations.fetch(first!, target);
      assert.ok(bytes.equals(await readFile(target)));
      assert.deepEqual(await readdir(join(folder.path, 'deep')), ['copy']);
    });

    it('that are damaged or removed are not fetched', async () => {
      await using place = await create();
      await using folder = await temporaryFolder();
      const { generations } = await place.open();
      const first = (await publish({ generations }, folder.path, Buffer.from('first')))!;
      const target = join(folder.path, 'copy');
      const fetched = generations.fetch({ ...first, hash: 'f'.repeat(64) }, target);
      await assert.rejects(fetched, /damaged: its hash is wrong/);
      await publish({ generations }, folder.path, Buffer.from('second'));
      await generations.prune('p1', 1);
      await assert.rejects(generations.fetch(first, target), /was removed/);
      assert.deepEqual(
        (await readdir(folder.path)).filter((name) => name.startsWith('copy')),
        [],
      );
    });

    it('go but for the latest', async () => {
      await using place = await create();
      await using folder = await temporaryFolder();
      const { generations } = await place.open();
      const published = [];
      for (const text of ['a', 'b', 'c']) {
        published.push((await publish({ generations }, folder.path, Buffer.from(text)))!);
      }
      await generations.prune('p1', 2);
      const isThere = await Promise.all(
        published.map((one) =>
          generations.fetch(one, join(folder.path, `copy-${one.number}`)).then(
            () => true,
            () => false,
          ),
        ),
      );
      assert.deepEqual(isThere, [false, true, true]);
      assert.equal((await generations.current('p1'))!.number, 3);
    });

    it('are published by whoever holds the update only', async () => {
      await using place = await create();
      await using folder = await temporaryFolder();
      const { store, tick } = await openStore(place);
      const { statusId } = await store.updates.queue(request);
      await store.updates.take('w1', LEASE, ['p1']);
      tick(LEASE);
      await store.updates.take('w2', LEASE, ['p1']);
      const file = join(folder.path, 'index');
      await writeFile(file, 'index');
      assert.equal(await store.generations.publish('p1', file, null, { statusId, worker: 'w1' }), null);
      assert.equal(await store.generations.current('p1'), null);
      const published = await store.generations.publish('p1', file, null, { statusId, worker: 'w2' });
      assert.equal(published!.number, 1);
    });

    it('have numbers of their own when two processes publish at once', async () => {
      await using place = await create();
      await using folder = await temporaryFolder();
      const stores = [await place.open(), await place.open()];
      const published = await Promise.all(
        Array.from({ length: 6 }, (_, at) => publish(stores[at % 2]!, folder.path, Buffer.from(`${at}`))),
      );
      assert.deepEqual(new Set(published.map((one) => one!.number)), new Set([1, 2, 3, 4, 5, 6]));
    });

    it('are told of in every process', async () => {
      await using place = await create();
      await using folder = await temporaryFolder();
      const [one, other] = [await place.open(), await place.open()];
      const heard = [one, other].map(
        ({ generations }) => new Promise<string>((resolve) => void generations.onPublished(resolve)),
      );
      await publish(one, folder.path, Buffer.from('index'));
      assert.deepEqual(await Promise.all(heard), ['p1', 'p1']);
    });
  });

  describe(`insights in ${name}`, { skip }, () => {
    const counted = { projectId: 'p1', kind: 'question', version: 'v2', language: 'en' } as const;
    const period = { since: '2026-11-01', until: '2026-11-30' };

    it('add up over days, processes and projects, and are gone after their days', async () => {
      await using place = await create();
      const [one, other] = [await place.open(), await place.open()];
      const add = (store: ServiceStore, text: string, day: string, count: number) =>
        store.insights.add([{ ...counted, text, day, count }], 10);
      await Promise.all([
        add(one, 'keys', '2026-11-02', 2),
        add(other, 'keys', '2026-11-02', 3),
        add(one, 'keys', '2026-11-09', 4),
        add(other, 'keys', '2026-10-31', 50),
        other.insights.add([{ ...counted, projectId: 'p2', text: 'keys', day: '2026-11-02', count: 1 }], 10),
      ]);
      const { projectId: _, ...scope } = counted;
      const sum = { ...scope, text: 'keys', count: 9, lastDay: '2026-11-09' };
      assert.deepEqual(await one.insights.read('p1', period), [sum]);
      await other.insights.removeBefore('2026-11-09');
      assert.deepEqual(await one.insights.read('p1', period), [{ ...sum, count: 4 }]);
      assert.deepEqual(await one.insights.read('p2', period), []);
    });

    it('keep the most frequent texts of a day, and count the others without their text', async () => {
      await using place = await create();
      const { insights } = await place.open();
      const day = '2026-11-02';
      const counts = [5, 1, 4, 2].map((count) => ({ ...counted, day, text: `text ${count}`, count }));
      await insights.add([...counts, { ...counted, day, kind: 'search', text: 'a\0b', count: 1 }], 2);
      await insights.add([{ ...counted, day, text: 'text 1', count: 1 }], 2);
      const sums = (await insights.read('p1', period)).map(
        ({ kind, text, count }) => `${kind} ${text}: ${count}`,
      );
      assert.deepEqual(sums.toSorted(), [
        'question : 4',
        'question text 4: 4',
        'question text 5: 5',
        'search : 1',
      ]);
    });
  });

  describe(`a store in ${name}`, { skip }, () => {
    it('answers, and may be opened by several processes at once', async () => {
      await using place = await create();
      const stores = await Promise.all(Array.from({ length: 4 }, () => place.open()));
      await Promise.all(stores.map((store) => store.check()));
    });
  });
}

let files = 0;

async function publish(
  { generations }: Pick<ServiceStore, 'generations'>,
  folder: string,
  bytes: Buffer,
  commit: string | null = null,
) {
  const file = join(folder, `index-${++files}`);
  await writeFile(file, bytes);
  return generations.publish('p1', file, commit);
}
