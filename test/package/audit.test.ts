import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { join } from 'node:path';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { rollup } from 'rollup';
import { listContents } from '../../rollup.config.mjs';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { root } from './source-files.ts';

/** Where npm asks a registry for what is known of packages. */
const ADVISORIES = '/-/npm/v1/security/advisories/bulk';

/** An advisory as registries send it, which says that every version is vulnerable. */
const ADVISORY = {
  id: 1_099_999,
  url: 'https://github.com/advisories/GHSA-xxxx-xxxx-xxxx',
  title: 'Regular expression denial of service',
  severity: 'high',
  vulnerable_versions: '>=0.0.0',
  cwe: ['CWE-1333'],
  cvss: { score: 7.5, vectorString: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:N/I:N/A:H' },
};

/**
 * Run the audit with a registry of its own.
 *
 * @param vulnerable packages that the registry knows an advisory of; `null`: it has no such address
 */
async function audit(vulnerable: readonly string[] | null) {
  await using folder = await temporaryFolder();
  const asked: string[] = [];
  const registry = await serveHandler(async (request) => {
    const isAdvisories = new URL(request.url).pathname === ADVISORIES;
    if (!isAdvisories || vulnerable === null) return Response.json({ error: 'Not found' }, { status: 404 });
    const body = gunzipSync(await request.bytes());
    asked.push(...Object.keys(JSON.parse(body.toString()) as Record<string, string[]>));
    return Response.json(Object.fromEntries(vulnerable.map((name) => [name, [ADVISORY]])));
  });
  const env = {
    ...process.env,
    npm_config_registry: registry.url,
    npm_config_cache: folder.path,
    npm_config_fetch_retries: '0',
  };
  const command = spawn(process.execPath, [join(root, 'test/package/audit.ts')], { cwd: root, env });
  const [output, errors, status] = await Promise.all([
    text(command.stdout),
    text(command.stderr),
    new Promise<number | null>((resolve) => command.on('close', resolve)),
  ]);
  await registry.close();
  return { status, output, errors, asked };
}

describe('the audit', () => {
  it('fails on a vulnerability in a package inside a bundle, which it names', async () => {
    const { status, output, asked } = await audit(['eventsource-parser']);
    assert.equal(status, 1);
    const { title, vulnerable_versions: range, url } = ADVISORY;
    const lines = output.split('\n');
    assert.ok(lines.includes(`SHIPPED: eventsource-parser (high): ${title} in ${range}, ${url}`), output);
    assert.ok(lines.includes('SHIPPED: ai (high): by @ai-sdk/gateway; by @ai-sdk/provider-utils'), output);
    assert.match(output, /^\d+ of \d+ shipped packages have a known vulnerability, \d+ of all \d+$/m);
    assert.ok(asked.includes('lit-html'));
  });

  it('fails on one in a package that the documentation recommends', async () => {
    const { status, output } = await audit(['ioredis']);
    assert.equal(status, 1);
    assert.match(output, /^SHIPPED: ioredis \(high\): Regular/m);
  });

  it('names a vulnerability in what only develops the project, and does not fail', async () => {
    const { status, output } = await audit(['prettier']);
    assert.equal(status, 0);
    assert.match(output, /^tools only: prettier \(high\): Regular/m);
    assert.match(output, /^0 of \d+ shipped packages have a known vulnerability/m);
  });

  it('says that nothing was checked with a registry that knows no advisories', async () => {
    const { status, output, errors } = await audit(null);
    assert.equal(status, 0);
    assert.equal(output, '');
    assert.match(errors, /^NOT CHECKED for known vulnerabilities/);
  });
});

/** Build a bundle with a package of a licence, as far as the check of licences. */
async function bundle(packageFile: { license?: string }): Promise<void> {
  const file = JSON.stringify({ name: 'feathers', version: '1.0.0', type: 'module', ...packageFile });
  await using folder = await temporaryFolder({
    'entry.js': "import { feathers } from 'feathers';\nconsole.log(feathers);\n",
    'node_modules/feathers/package.json': file,
    'node_modules/feathers/index.js': 'export const feathers = 2;\n',
  });
  const [licences] = listContents(folder.path, folder.path);
  const build = await rollup({ input: join(folder.path, 'entry.js'), plugins: [nodeResolve(), licences] });
  await build.generate({ format: 'es' });
}

describe('the build', () => {
  it('takes a package with an allowed licence, or with a choice of one', async () => {
    await bundle({ license: 'MIT' });
    await bundle({ license: '(GPL-3.0-only OR Apache-2.0)' });
  });

  for (const license of ['GPL-3.0-only', 'MIT AND GPL-3.0-only', 'BUSL-1.1', 'SEE LICENSE IN LICENSE']) {
    it(`refuses a package with the licence ${license}`, async () => {
      await assert.rejects(bundle({ license }), ({ message }: Error) =>
        message.includes(`"feathers" has a license (${license})`),
      );
    });
  }

  for (const packageFile of [{}, { license: 'UNLICENSED' }]) {
    it(`refuses a package without a licence: ${JSON.stringify(packageFile)}`, async () => {
      await assert.rejects(bundle(packageFile), /"feathers" does not specify any license/);
    });
  }
});
