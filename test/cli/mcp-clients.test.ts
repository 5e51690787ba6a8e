/**
 * `POST /mcp` and the command `mcp`, checked by the inspector and the conformance tests of the protocol. They are kept apart, in
 * `test/mcp-clients`: `npm ci --prefix test/mcp-clients --ignore-scripts`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { COMMAND, startCommand, type RunningCommand } from './command.ts';

const run = promisify(execFile);
const programs = fileURLToPath(new URL('../mcp-clients/node_modules/', import.meta.url));
const skip = existsSync(programs)
  ? false
  : 'inspector and conformance tests are not installed (npm ci --prefix test/mcp-clients --ignore-scripts, 143 MB)';
const INSPECTOR = `${programs}@modelcontextprotocol/inspector/clients/launcher/build/index.js`;
const CONFORMANCE = `${programs}@modelcontextprotocol/conformance/dist/index.js`;
/** Those for any server. The others call tools that only a server made for them has. */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'dns-rebinding-protection'];
const PAGES = {
  'index.md': '# Orbit\n\nOrbit uploads files.\n',
  'guides/install.md': '# Install\n\nOrbit is installed with one command.\n',
};

describe('a documentation for agents', { skip }, () => {
  let docs: TemporaryFolder;
  let data: TemporaryFolder;
  let service: RunningCommand;
  let url: string;

  before(async () => {
    docs = await temporaryFolder(PAGES);
    data = await temporaryFolder();
    service = startCommand([
      ...['serve', docs.path, '--port', '0', '--domain', 'orbit', '--no-model'],
      ...['--data', `${data.path}/serve`],
    ]);
    url = `${await service.url}/docs-api/mcp`;
  });

  after(async () => {
    await service[Symbol.asyncDispose]();
    await docs[Symbol.asyncDispose]();
    await data[Symbol.asyncDispose]();
  });

  /** Run the inspector. @returns what it prints */
  async function inspect(...options: string[]): Promise<unknown> {
    const env = { ...process.env, MCP_CATALOG_PATH: `${data.path}/mcp.json`, XDG_CACHE_HOME: data.path };
    const { stdout } = await run(process.execPath, [INSPECTOR, '--cli', ...options], { env });
    return JSON.parse(stdout);
  }
  const http = (...options: string[]) => inspect(url, '--transport', 'http', '--method', ...options);

  it('has tools without any problem that the inspector knows', async () => {
    // With --strict, it exits with 6 for a schema that some clients do not read.
    const { tools } = (await http('tools/list', '--strict')) as { tools: { name: string }[] };
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['search', 'read_page'],
    );
  });

  it('is searched and read by the inspector', async () => {
    const found = await http('tools/call', '--tool-name', 'search', '--tool-arg', 'query=install');
    const { results } = (found as { structuredContent: { results: { address: string }[] } })
      .structuredContent;
    assert.equal(results[0]!.address, 'guides/install');
    const read = await http('resources/read', '--uri', 'docs://orbit/guides/install');
    assert.match((read as { contents: { text: string }[] }).contents[0]!.text, /^# Install\n/);
  });

  it('is read by the inspector over stdio', async () => {
    const command = [process.execPath, COMMAND, 'mcp', docs.path, '--domain', 'orbit', '--no-model'];
    const listed = await inspect('--transport', 'stdio', '--method', 'resources/list', '--', ...command);
    assert.deepEqual(
      (listed as { resources: { uri: string }[] }).resources.map(({ uri }) => uri),
      ['docs://orbit/', 'docs://orbit/guides/install'],
    );
  });

  for (const scenario of SCENARIOS) {
    it(`passes the conformance test ${scenario}`, async () => {
      const { stdout } = await run(process.execPath, [
        ...[CONFORMANCE, 'server', '--url', url],
        ...['--scenario', scenario, '--output-dir', data.path],
      ]);
      assert.match(stdout, /Passed: (\d+)\/\1, 0 failed, 0 warnings/);
    });
  }
});
