import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { createRepository, type GitRepository } from './git-repository.ts';
import { serveProject, type UpdatedService } from './update-service.ts';

const SECRET = 'webhook-secret-5b1f';
const PATH = '/v1/project/webhook/project-1';
/** Bytes of a call that are read at most. */
const LIMIT = 2 * 1024 * 1024;
const CHUNK = 65_536;
let repository: GitRepository;
let service: UpdatedService;

before(async () => {
  repository = await createRepository({ 'a.md': '# Alpha' });
  service = await serveProject({
    source: { repository: repository.path },
    webhookSecret: SECRET,
  });
});

after(async () => {
  await service[Symbol.asyncDispose]();
  await repository[Symbol.asyncDispose]();
});

function push(branch = 'main'): Record<string, unknown> {
  return { ref: `refs/heads/${branch}`, after: repository.git('rev-parse', 'HEAD'), pusher: { name: 'ada' } };
}

function sign(body: string, secret = SECRET): Record<string, string> {
  return { 'x-hub-signature-256': `sha256=${createHmac('sha256', secret).update(body).digest('hex')}` };
}

async function send(
  body: string,
  headers: Record<string, string>,
  path = PATH,
): Promise<{ status: number; body: Record<string, unknown> }> {
  const response = await fetch(service.url + path, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', ...headers },
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** A call whose body has no end. */
async function sendEndless(
  headers: Record<string, string>,
): Promise<{ answered: number; bytesRead: number }> {
  let bytesRead = 0;
  const body = new ReadableStream(
    {
      pull(controller) {
        bytesRead += CHUNK;
        controller.enqueue(new Uint8Array(CHUNK));
      },
    },
    { highWaterMark: 0 },
  );
  const init = { method: 'POST', body, headers, duplex: 'half' } as RequestInit;
  const response = await service.service.fetch(new Request(service.url + PATH, init));
  return { answered: response.status, bytesRead };
}

/** As GitHub sends it. */
function sendPush(payload: object, headers: Record<string, string> = {}) {
  const body = JSON.stringify(payload);
  return send(body, { 'x-github-event': 'push', ...sign(body), ...headers });
}

describe('the webhook', () => {
  it('starts an update of the commit that was pushed', async () => {
    const sha = await repository.commit({ 'b.md': '# Beta\n\nbittern' });
    const { status, body } = await sendPush(push());
    assert.equal(status, 200);
    const update = await service.follow(body['statusId'] as string);
    assert.deepEqual([update.status, update.source, update.commit!.sha], ['success', 'github', sha]);
    assert.deepEqual(await service.search('bittern'), ['bittern']);
    assert.deepEqual(await service.admin.getLatestUpdate(), { update });
  });

  it('changes nothing when a call is sent again', async () => {
    await repository.commit({ 'b.md': '# Beta\n\nagain' });
    const first = await sendPush(push());
    await service.follow(first.body['statusId'] as string);
    const second = await sendPush(push());
    assert.deepEqual(second, {
      status: 200,
      body: { statusId: first.body['statusId'], ignored: 'The newest commit is in service.' },
    });
  });

  const hosts: [title: string, (body: string) => [headers: Record<string, string>, body?: string]][] = [
    [
      'GitHub, sent as a form',
      (body) => {
        const form = `payload=${encodeURIComponent(body)}`;
        return [
          { 'content-type': 'application/x-www-form-urlencoded', 'x-github-event': 'push', ...sign(form) },
          form,
        ];
      },
    ],
    ['GitLab', () => [{ 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': SECRET }]],
    ['Gitea', (body) => [{ 'x-gitea-event': 'push', ...sign(body) }]],
  ];
  for (const [title, convert] of hosts) {
    it(`understands ${title}`, async () => {
      const sha = await repository.commit({ 'b.md': `# Beta\n\n${title}` });
      const json = JSON.stringify(push());
      const [headers, body = json] = convert(json);
      const answer = await send(body, headers);
      assert.equal(answer.status, 200);
      const update = await service.follow(answer.body['statusId'] as string);
      assert.equal(update.commit!.sha, sha);
    });
  }

  const ignored: [title: string, payload: () => object, headers: Record<string, string>, reason: RegExp][] = [
    ['another branch', () => push('draft'), {}, /The deployment branch is main/],
    ['a tag', () => ({ ...push(), ref: 'refs/tags/v1' }), {}, /not a push to a branch/],
    ['a branch that was removed', () => ({ ...push(), after: '0'.repeat(40) }), {}, /not a push to a branch/],
    [
      'another event',
      () => ({ zen: 'Keep it simple.' }),
      { 'x-github-event': 'ping' },
      /not a push to a branch/,
    ],
  ];
  for (const [title, payload, headers, reason] of ignored) {
    it(`leaves ${title} alone`, async () => {
      await repository.commit({ 'b.md': `# Beta\n\n${title}` });
      const { status, body } = await sendPush(payload(), headers);
      assert.deepEqual([status, body['statusId']], [200, null]);
      assert.match(body['ignored'] as string, reason);
    });
  }

  it('takes no call that is not signed, not even to say whether there is such a project', async () => {
    const body = JSON.stringify(push());
    const event = { 'x-github-event': 'push' };
    const refusals = await Promise.all([
      send(body, event),
      send(body, { ...event, ...sign(body, 'other') }),
      send(`${body} `, { ...event, ...sign(body) }),
      send(body, { ...event, 'x-hub-signature-256': '' }),
      send(body, { ...event, 'x-hub-signature-256': `sha256=${'0'.repeat(63)}` }),
      send(body, { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': 'other' }),
      send(body, { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': '' }),
      send(body, { 'x-gitlab-event': 'Push Hook', 'x-gitlab-token': '' }, '/v1/project/webhook/unknown'),
      send(body, { ...event, ...sign(body) }, '/v1/project/webhook/unknown'),
      send(body, { ...event, ...sign(body, '') }, '/v1/project/webhook/unknown'),
    ]);
    const [first] = refusals;
    assert.deepEqual([first.status, first.body['code']], [401, 'unauthorized']);
    for (const refusal of refusals) assert.deepEqual(refusal, first);
  });

  const unread: [title: string, headers: Record<string, string>, status: number][] = [
    ['names no sender', {}, 401],
    ['has a signature that cannot be one', { 'x-hub-signature-256': 'sha256=00' }, 401],
    ['has the wrong token', { 'x-gitlab-token': 'other' }, 401],
    ['says that it is too large', { ...sign(''), 'content-length': String(LIMIT + 1) }, 413],
  ];
  for (const [title, headers, status] of unread) {
    it(`reads nothing of a call that ${title}`, async () => {
      const { answered, bytesRead } = await sendEndless(headers);
      assert.deepEqual([answered, bytesRead], [status, 0]);
    });
  }

  it('reads no more than its limit of a call whose signature may be right', async () => {
    const { answered, bytesRead } = await sendEndless(sign(''));
    assert.equal(answered, 413);
    assert.ok(bytesRead > LIMIT && bytesRead <= LIMIT + CHUNK, `${bytesRead} bytes`);
  });

  it('refuses what is no push, and what is too large', async () => {
    for (const body of ['{', '[]', '{}', '{"ref":7}']) {
      const answer = await send(body, { 'x-github-event': 'push', ...sign(body) });
      assert.deepEqual([answer.status, answer.body['code']], [400, 'invalid-request'], body);
    }
    const large = JSON.stringify({ ...push(), padding: 'x'.repeat(LIMIT) });
    assert.equal((await send(large, { 'x-github-event': 'push', ...sign(large) })).status, 413);
  });

  it('is closed for a project that has no secret', async () => {
    await using open = await serveProject({ source: { repository: repository.path } });
    const body = JSON.stringify(push());
    const response = await fetch(open.url + PATH, {
      method: 'POST',
      body,
      headers: { 'x-github-event': 'push', ...sign(body, '') },
    });
    assert.equal(response.status, 401);
  });
});
