import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { runCommand } from './command.ts';

const KEYS = { DOCS_ASSISTANT_KEY: 'key-of-an-assistant', DOCS_ADMIN_KEY: 'key-of-an-admin' };
/** No browser and no `fetch` refuses this port, and no program of a test machine listens on it. */
const NOBODY = 'http://127.0.0.1:2';

const COMMANDS: Record<string, (base: string) => string[]> = {
  search: (base) => ['search', 'kiln', '--endpoint', base, '--domain', 'docs'],
  ask: (base) => ['ask', 'kiln', '--endpoint', base, '--domain', 'docs'],
  update: (base) => ['update', 'start', '--endpoint', base, '--project', 'docs'],
  'update status': (base) => ['update', 'status', '1', '--endpoint', base, '--project', 'docs'],
  job: (base) => ['job', 'list', '--endpoint', base, '--project', 'docs'],
  proxy: (base) => ['proxy', '--upstream', base, '--domain', 'docs', '--port', '0'],
  conformance: (base) => ['conformance', base, '--domain', 'docs'],
};

describe('A command that calls a service', () => {
  for (const [name, args] of Object.entries(COMMANDS)) {
    it(`refuses what is not its base address, and says what is: ${name}`, async () => {
      for (const address of ['/v1', '/v1/', '/v2', '/v1/search/docs', '/v1/project/update/docs']) {
        const { code, stderr } = await runCommand(args(`${NOBODY}/base${address}`), KEYS);
        assert.equal(code, 2, stderr);
        assert.match(stderr, /takes the base address, .+: write http:\/\/127\.0\.0\.1:2\/base\n/);
      }
      const { stderr } = await runCommand(args('http://user:secret-word@127.0.0.1:2/v1'), KEYS);
      assert.doesNotMatch(stderr, /secret-word/);
    });

    if (name === 'proxy' || name === 'conformance') continue;
    it(`says who does not answer, and why: ${name}`, async () => {
      const { code, stderr } = await runCommand(args(NOBODY), KEYS);
      assert.equal(code, 1);
      assert.match(stderr, /http:\/\/127\.0\.0\.1:2 does not answer: nothing listens there\./);
      assert.doesNotMatch(stderr, /fetch failed/);
    });
  }

  it('does not say twice whose error it is', async () => {
    const { stderr } = await runCommand(COMMANDS['proxy']!('ftp://127.0.0.1'), KEYS);
    assert.equal(stderr.match(/docs-assistant proxy: /g)?.length, 1);
    const key = await runCommand(COMMANDS['proxy']!(NOBODY), { DOCS_ASSISTANT_KEY: 'a key' });
    assert.match(key.stderr, /^docs-assistant proxy: keys\.assistant/);
  });
});
