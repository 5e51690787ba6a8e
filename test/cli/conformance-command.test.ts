import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { CheckReport } from '../../src/conformance/run-conformance.ts';
import { createFake } from '../../src/fake/create-fake.ts';
import { serveHandler, type RunningServer } from '../../src/node.ts';
import { runCommand } from './command.ts';

let fake: RunningServer;

before(async () => {
  const keys = { assistant: 'key-one', admin: 'key-two' };
  fake = await serveHandler(createFake({ origins: [], delay: 0, keys }), { closeWithin: 0 });
});

after(async () => {
  await fake.close();
});

const run = (args: string[], environment: Record<string, string> = {}) =>
  runCommand(['conformance', ...args], environment);

describe('docs-assistant conformance', () => {
  it('prints a row for each check, and ends with 0 when none fails', async () => {
    const { code, stdout } = await run([fake.url, '--domain', 'docs', '--key', 'key-one']);
    assert.equal(code, 0);
    assert.match(stdout, /^pass {6}search\.status {17}status 200, application\/json/m);
    assert.match(stdout, /^skipped {3}jobs\.status {19}Name the project with --project\.$/m);
    assert.match(stdout, /\n\n\d+ checks: \d+ passed, 0 failed, \d+ skipped\n$/);
  });

  it('prints what was expected and seen of a check that fails, and ends with 1', async () => {
    const { code, stdout } = await run([
      fake.url,
      '--domain',
      'docs',
      '--key',
      'key-one',
      '--question',
      'empty',
    ]);
    assert.equal(code, 1);
    const row = [
      'fail      message.text',
      '          contract  1: generates an assistant reply.',
      '          expected  text, and no error part',
      '          seen      no text; the reply ends as empty',
    ];
    assert.ok(stdout.includes(`${row.join('\n')}\n`), stdout);
  });

  it('reads the keys from the environment, and starts an update only if it is told to', async () => {
    const keys = { DOCS_ASSISTANT_KEY: 'key-one', DOCS_ADMIN_KEY: 'key-two' };
    const args = [fake.url, '--domain', 'docs', '--project', 'docs', '--json'];
    const [without, withUpdate] = await Promise.all([
      run(args, keys),
      run([...args, '--start-update'], keys),
    ]);
    const resultOf = ({ stdout }: { stdout: string }, name: string) =>
      (JSON.parse(stdout) as { checks: CheckReport[] }).checks.find((one) => one.name === name)!.result;
    assert.equal(resultOf(without, 'jobs.sessions'), 'pass');
    assert.equal(resultOf(without, 'update.start'), 'skipped');
    assert.equal(resultOf(withUpdate, 'update.start'), 'pass');
    assert.equal(resultOf(withUpdate, 'update-status.fields'), 'pass');
  });

  it('prints the same for machines', async () => {
    const { stdout } = await run([fake.url, '--domain', 'docs', '--key', 'wrong', '--json']);
    const { url, passed, failed, skipped, checks } = JSON.parse(stdout) as Record<string, unknown>;
    assert.deepEqual([url, passed, failed], [`${fake.url}/`, 0, 2]);
    assert.equal((checks as CheckReport[]).length, 2 + (skipped as number));
    assert.deepEqual(Object.keys((checks as CheckReport[])[0]!), [
      'name',
      'result',
      'contract',
      'expected',
      'seen',
    ]);
  });

  it('sends no key to a proxy', async () => {
    const { code, stdout } = await run([fake.url, '--domain', 'docs', '--public'], {
      DOCS_ASSISTANT_KEY: 'key-one',
    });
    assert.equal(code, 1);
    assert.match(stdout, /fail {6}search\.status\n[^]*seen {6}status 401/);
  });

  it('lets no text of the server control the terminal', async () => {
    const odd = await serveHandler(() => new Response('\u001b[2J\u202e', { headers: { 'x-odd': 'a' } }), {
      closeWithin: 0,
    });
    const { stdout } = await run([odd.url, '--domain', 'docs', '--key', 'key-one']);
    await odd.close();
    assert.doesNotMatch(stdout, /(?!\n)[\p{Cc}\p{Cf}]/u);
    assert.match(stdout, /seen {6}status 200/);
  });

  it('ends with 1 when nobody answers', async () => {
    const { code, stdout } = await run(['http://127.0.0.1:9', '--domain', 'docs']);
    assert.equal(code, 1);
    assert.match(stdout, /seen {6}no answer/);
  });

  it('ends with 2 for options that do not fit, without printing a key', async () => {
    const reasons = {
      '--domain docs': 'Write the base address of one server.',
      'localhost:8787 --domain docs': 'URL takes the base address of a service',
      'http://localhost:1': 'Name the documentation with --domain.',
      'http://localhost:1 --domain docs --start-update': '--update and --start-update require --project',
      'http://localhost:1 --domain docs --project a --update b --start-update': 'not both',
      'http://localhost:1 --domain docs --public --key secret': 'With --public no key is sent',
      'http://localhost:1 --domain docs --key sécret': '--key has characters that no header can have',
      'http://localhost:1 --domain docs --timeout 0': '--timeout takes a whole number from 1 to 600',
    };
    const outcomes = Object.entries(reasons).map(async ([args, reason]) => {
      const { code, stderr } = await run(args.split(' '));
      assert.equal(code, 2);
      assert.ok(stderr.includes(reason), stderr);
      assert.doesNotMatch(stderr, /s[eé]cret/);
    });
    await Promise.all(outcomes);
  });
});
