import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DocsClient, type AgentSession, type AgentSessionList } from '../../../src/client.ts';
import { temporaryFolder } from '../docs-folder.ts';
import { ADMIN_KEY, ASSISTANT_KEY, DOCS, startService, type RunningService } from '../http-service.ts';

const OTHER_ADMIN_KEY = 'admin-key-of-others-77d0';
const ISO_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

interface Jobs extends RunningService {
  admin: DocsClient;
  send(method: string, path: string, body?: unknown, key?: string): Promise<Response>;
  start(body: unknown): Promise<AgentSession>;
}

async function serve(dataDir?: string): Promise<Jobs> {
  const running = await startService({
    projects: [
      { dir: DOCS, domain: 'lighthouse', projectId: 'project-1' },
      {
        dir: DOCS,
        domain: 'others',
        projectId: 'project-2',
        keys: { assistant: 'assistant-key-of-others-1c', admin: OTHER_ADMIN_KEY },
      },
    ],
    ...(dataDir !== undefined && { dataDir }),
  });
  const send: Jobs['send'] = (method, path, body, key = ADMIN_KEY) =>
    fetch(`${running.url}/v1/agent/${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  return {
    ...running,
    send,
    admin: new DocsClient({
      endpoint: running.url,
      projectId: 'project-1',
      headers: { authorization: `Bearer ${ADMIN_KEY}` },
    }),
    async start(body) {
      const response = await send('POST', 'project-1/job', body);
      assert.equal(response.status, 201);
      return (await response.json()) as AgentSession;
    },
  };
}

describe('agent jobs', () => {
  it('has none at first', async () => {
    await using jobs = await serve();
    assert.deepEqual(await jobs.admin.listJobs(), { allSessions: [] });
  });

  it('keeps a session that a runner starts, reports on and halts', async () => {
    await using jobs = await serve();
    const started = await jobs.start({ branch: 'docs/links', todos: [{ content: 'Find broken links' }] });
    assert.match(started.createdAt, ISO_DATE);
    assert.equal(started.subdomain, 'lighthouse');
    assert.equal(started.haulted, false);
    assert.deepEqual(started.todos, [
      { id: '1', content: 'Find broken links', status: 'pending', priority: 'medium' },
    ]);

    const report = {
      haulted: true,
      haultReason: 'completed',
      pullRequestLink: 'https://git.example/docs/pull/7',
      messageToUser: 'Two links repaired.',
      todos: [{ id: 'find', content: 'Find broken links', status: 'waiting for Godot', priority: 'high' }],
    };
    const reported = await jobs.send('PATCH', `project-1/job/${started.sessionId}`, report);
    assert.equal(reported.status, 200);
    assert.deepEqual(await jobs.admin.getJob(started.sessionId), { ...started, ...report });
  });

  it('leaves fields alone that a report does not name, and empties those that are null', async () => {
    await using jobs = await serve();
    const { sessionId } = await jobs.admin.startJob({ branch: 'docs/links', messageToUser: 'Looking.' });
    const session = await jobs.admin.reportJob(sessionId, { messageToUser: null });
    assert.equal(session.branch, 'docs/links');
    assert.equal(session.messageToUser, null);
  });

  it('forgets why a session was halted when it goes on', async () => {
    await using jobs = await serve();
    const { sessionId } = await jobs.start({ haulted: true, haultReason: 'github_missconfigured' });
    await jobs.send('PATCH', `project-1/job/${sessionId}`, { haulted: false });
    const session = await jobs.admin.getJob(sessionId);
    assert.deepEqual([session.haulted, session.haultReason], [false, null]);
  });

  it('lists sessions newest first, also after a restart', async () => {
    await using folder = await temporaryFolder();
    const started: string[] = [];
    {
      await using before = await serve(folder.path);
      for (const branch of ['first', 'second']) started.unshift((await before.start({ branch })).sessionId);
    }
    await using after = await serve(folder.path);
    const { allSessions } = await after.admin.listJobs();
    assert.deepEqual(
      allSessions.map(({ sessionId }) => sessionId),
      started,
    );
  });

  it('lists sessions page by page where it is asked to', async () => {
    await using jobs = await serve();
    const started: string[] = [];
    for (const branch of ['a', 'b', 'c']) started.unshift((await jobs.start({ branch })).sessionId);
    const listed = async (query: string): Promise<readonly string[] | number> => {
      const response = await jobs.send('GET', `project-1/jobs${query}`);
      if (!response.ok) return response.status;
      const { allSessions } = (await response.json()) as AgentSessionList;
      return allSessions.map(({ sessionId }) => sessionId);
    };
    assert.deepEqual(await listed('?take=2'), started.slice(0, 2));
    assert.deepEqual(await listed('?skip=2&take=2'), started.slice(2));
    assert.deepEqual(await listed('?skip=1'), started.slice(1));
    assert.deepEqual(await listed('?skip=9'), []);
    for (const wrong of ['take=0', 'take=101', 'take=-1', 'take=x', 'take=', 'skip=1.5', 'skip=1000000'])
      assert.equal(await listed(`?${wrong}`), 400, wrong);
    const found = await jobs.admin.listJobs({ take: 2 });
    assert.deepEqual([found.allSessions.length, found.hasMore], [2, true]);
  });

  it('answers for sessions of another project as for those that do not exist', async () => {
    await using jobs = await serve();
    const { sessionId } = await jobs.start({});
    const answers = await Promise.all(
      [
        jobs.send('PATCH', `project-2/job/${sessionId}`, {}, OTHER_ADMIN_KEY),
        jobs.send('PATCH', 'project-2/job/nothing', {}, OTHER_ADMIN_KEY),
        jobs.send('PATCH', `project-1/job/${sessionId}`, {}, OTHER_ADMIN_KEY),
        jobs.send('POST', 'project-1/job', {}, OTHER_ADMIN_KEY),
        jobs.send('POST', 'nobodys/job', {}, OTHER_ADMIN_KEY),
      ].map(async (response) => [(await response).status, await (await response).text()]),
    );
    assert.deepEqual(
      answers.map(([status]) => status),
      [404, 404, 404, 404, 404],
    );
    // What was asked for is repeated, which says nothing of what there is.
    const [foreign, none, ...others] = answers.map(([, text]) => String(text).replace(/\\"[^"]*\\"/g, '…'));
    assert.equal(foreign, none);
    assert.equal(new Set(others).size, 1);
  });

  it('takes no assistant key', async () => {
    await using jobs = await serve();
    assert.equal((await jobs.send('POST', 'project-1/job', {}, ASSISTANT_KEY)).status, 403);
  });

  const refused: [field: string | undefined, body: unknown][] = [
    [undefined, []],
    ['branch', { branch: 'a..b' }],
    ['branch', { branch: '--upload-pack=x' }],
    ['branch', { branch: 'x'.repeat(251) }],
    ['haultReason', { haulted: true }],
    ['haultReason', { haulted: true, haultReason: 'bored' }],
    ['haulted', { haultReason: 'completed' }],
    ['haulted', { haulted: 'yes' }],
    ['pullRequestLink', { pullRequestLink: 'javascript:alert(1)' }],
    ['pullRequestLink', { pullRequestLink: 'https://user:password@git.example/' }],
    ['messageToUser', { messageToUser: 'x'.repeat(8_001) }],
    ['todos', { todos: 'all' }],
    ['todos', { todos: Array.from({ length: 501 }, () => ({ content: 'x' })) }],
    ['todos[0].content', { todos: [{ status: 'pending' }] }],
    [
      'todos[1].id',
      {
        todos: [
          { id: 'a', content: 'x' },
          { id: 'a', content: 'y' },
        ],
      },
    ],
    ['todos[0].status', { todos: [{ content: 'x', status: 'x'.repeat(129) }] }],
  ];
  for (const [field, body] of refused) {
    it(`refuses ${JSON.stringify(body).slice(0, 60)} and names the field`, async () => {
      await using jobs = await serve();
      const response = await jobs.send('POST', 'project-1/job', body);
      const error = (await response.json()) as { code: string; field?: string };
      assert.deepEqual([response.status, error.code, error.field], [400, 'invalid-request', field]);
      assert.deepEqual(await jobs.admin.listJobs(), { allSessions: [] });
    });
  }
});
