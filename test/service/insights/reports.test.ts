/** Problems that agents report, from their tool to the insights of the maintainers. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { DocsClient } from '../../../src/client.ts';
import { ADMIN_KEY, ASSISTANT_KEY, startService, type RunningService } from '../http-service.ts';
import { startCommand } from '../../cli/command.ts';
import { temporaryFolder } from '../docs-folder.ts';

async function connect(url: URL): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${ASSISTANT_KEY}` };
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

const connectTo = ({ url }: RunningService) => connect(new URL('/mcp/lighthouse', url));

async function report(client: Client, given: object) {
  const report = {
    address: 'v2/en/guides/install',
    kind: 'outdated',
    problem: 'The port is 80 now.',
    ...given,
  };
  const { isError, content, structuredContent } = await client.callTool({
    name: 'report_problem',
    arguments: report,
  });
  if (!isError) assert.deepEqual(structuredContent, { isRecorded: true });
  return isError ? content.map((block) => (block.type === 'text' ? block.text : '')).join('') : null;
}

const reportsOf = async ({ url }: RunningService) => {
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  return (await new DocsClient({ endpoint: url, projectId: 'project-1', headers }).getInsights()).reports;
};

describe('problems that agents report', () => {
  it('are in the insights from the first one on, masked, with the page as it is in the index, after a restart', async () => {
    await using folder = await temporaryFolder();
    const options = { dataDir: folder.path, insights: {} };
    {
      await using service = await startService(options);
      await service.service.ready;
      await using client = await connectTo(service);
      for (const given of [
        {},
        { problem: 'The port is 80 now' },
        { address: '/v2/en/guides/install/#ports' },
        {
          kind: 'broken',
          problem: 'The link to https://me:secret@example.com fails, says ann@example.com.\nTwice',
        },
      ])
        assert.equal(await report(client, given), null);
      assert.deepEqual(service.failures, []);
    }
    await using service = await startService(options);
    await service.service.ready;
    const page = {
      path: '/v2/en/guides/install',
      title: 'Installation',
      version: 'v2',
      language: 'en',
      count: 1,
    };
    const reports = await reportsOf(service);
    assert.deepEqual(
      reports.map(({ path, title, version, language, count, kind, text }) => ({
        path,
        title,
        version,
        language,
        count,
        kind,
        text,
      })),
      [
        { ...page, kind: 'outdated', text: 'the port is 80 now' },
        { ...page, kind: 'broken', text: 'the link to [link] fails, says [email]. twice' },
      ].toSorted((one, other) => (one.text < other.text ? -1 : 1)),
    );
  });

  it('are refused for a page that is none, a kind that is none, and a text without one', async () => {
    await using service = await startService({ insights: {} });
    await service.service.ready;
    await using client = await connectTo(service);
    assert.match((await report(client, { address: 'of/a/stranger' }))!, /^not-found: /);
    assert.match((await report(client, { problem: '?!' }))!, /^invalid-request: /);
    for (const given of [{ kind: 'praise' }, { problem: ' ' }, { problem: 'x'.repeat(1_001) }])
      await assert.rejects(
        report(client, given).then((text) => text !== null && Promise.reject(new Error(text))),
      );
    assert.deepEqual(await reportsOf(service), []);
  });

  it('are at most 200 different ones of a project a day', async () => {
    await using service = await startService({ insights: {} });
    await service.service.ready;
    const take = service.service.reportsOf('lighthouse')!;
    const entry = { address: 'v2/en/guides/install', kind: 'unclear' } as const;
    for (let number = 0; number < 200; number++)
      await take({ ...entry, problem: `Step ${number} is unclear` });
    await assert.rejects(take({ ...entry, problem: 'One more' }), { code: 'rate-limited' });
    await take({ ...entry, problem: 'Step 7 is unclear' });
    assert.equal(service.service.reportsOf('of-a-stranger'), null);
  });

  it('count as a search, so that a loop ends at the limit', async () => {
    await using service = await startService({ insights: {}, rateLimits: { searchesPerKeyAndHour: 8 } });
    await service.service.ready;
    await using client = await connectTo(service);
    await assert.rejects(async () => {
      for (let number = 0; number < 9; number++) await report(client, {});
    }, /429|limit/i);
  });

  it('are not taken while insights are off: there is no such tool', async () => {
    await using service = await startService();
    await service.service.ready;
    await using client = await connectTo(service);
    const { tools } = await client.listTools();
    assert.ok(tools.every(({ name }) => name !== 'report_problem'));
    assert.equal(service.service.reportsOf('lighthouse'), null);
  });

  it('are taken on the routes for pages, too', async () => {
    await using docs = await temporaryFolder({ 'install.md': '# Install\n\nOrbit is installed.\n' });
    await using data = await temporaryFolder();
    await using command = startCommand(
      [
        ...['serve', docs.path, '--port', '0', '--domain', 'orbit', '--no-model', '--insights', '30'],
        ...['--data', data.path, '--site', 'https://docs.example.com'],
      ],
      { DOCS_ADMIN_KEY: ADMIN_KEY },
    );
    const url = await command.url;
    await using client = await connect(new URL('/docs-api/mcp', url));
    assert.equal(await report(client, { address: 'install' }), null);
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const admin = new DocsClient({ endpoint: url, projectId: 'orbit', headers });
    assert.equal((await admin.getInsights()).reports[0]?.path, '/install');
  });
});
