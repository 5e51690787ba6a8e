import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SCENARIOS } from '../../src/fake/scenarios.ts';
import { isReachedFromElsewhere, runCommand, startCommand } from './command.ts';

describe('docs-assistant fake', () => {
  it('says that it is a fake, and is reached from this machine only', async () => {
    await using fake = startCommand(['fake', '--port', '0']);
    const url = await fake.url;
    await fake.printed('This is a fake');
    assert.equal(await isReachedFromElsewhere(url), false);
    assert.equal((await fetch(url)).headers.get('x-fake'), 'docs-assistant');
    fake.signal('SIGTERM');
    assert.equal((await fake.outcome).code, 0);
  });

  it('is asked and searched by the other commands', async () => {
    await using fake = startCommand(['fake', '--port', '0', '--delay', '0', '--scenario', 'table']);
    const onFake = async (command: string, text: string) =>
      runCommand([command, text, '--endpoint', await fake.url, '--domain', 'docs']);
    const [answer, limited, found] = await Promise.all([
      onFake('ask', 'hello'),
      onFake('ask', 'rate-limited'),
      onFake('search', 'install'),
    ]);
    assert.match(answer.stdout, /\| Option \|/);
    assert.deepEqual(
      [limited.code, limited.stderr],
      [
        1,
        `docs-assistant ask: ${await fake.url}: This is a fake: the scenario answers so. Try again in 10 seconds.\n`,
      ],
    );
    assert.match(found.stdout, /^Getting started › Install\n/);
  });

  it('requires the keys and allows the site that it is told to', async () => {
    const site = 'https://docs.example.com';
    await using fake = startCommand([
      'fake',
      '--port',
      '0',
      '--site',
      site,
      '--key',
      'one',
      '--admin-key',
      'two',
      '--json',
    ]);
    const jobs = async (key: string) =>
      fetch(`${await fake.url}/v1/agent/docs/jobs`, {
        headers: { authorization: `Bearer ${key}`, origin: site },
      });
    assert.equal((await jobs('one')).status, 401);
    const { status, headers } = await jobs('two');
    assert.deepEqual([status, headers.get('access-control-allow-origin')], [200, site]);
    fake.signal('SIGTERM');
    const { stdout } = await fake.outcome;
    assert.deepEqual(JSON.parse(stdout), { listening: await fake.url, fake: true });
  });

  it('lists the scenarios in its help', async () => {
    const { stdout } = await runCommand(['fake', '--help']);
    for (const { name, about } of SCENARIOS) assert.ok(stdout.includes(`  ${name.padEnd(12)}  ${about}\n`));
  });

  it('ends with 2 for options that do not fit', async () => {
    const reasons = {
      'fake docs': 'takes options only',
      'fake --scenario nothing': 'There is no scenario "nothing"',
      'fake --key one': '--key and --admin-key go together',
      'fake --delay 60001': '--delay takes a whole number from 0 to 60000',
      'fake --site https://docs.example.com/guide': '--site must be an origin',
    };
    for (const [args, reason] of Object.entries(reasons)) {
      const { code, stderr } = await runCommand(args.split(' '));
      assert.equal(code, 2);
      assert.ok(stderr.includes(reason), stderr);
    }
  });
});
