import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { serveHandler } from '../../src/node.ts';
import { findChromium, launchBrowser } from '../support/browser.ts';
import { detailOf } from '../support/demo-in-browser.ts';
import { startProgram, type StartedProgram } from '../support/started-program.ts';
import { PATIENCE } from '../support/until.ts';
import { root } from '../package/source-files.ts';

/** What a site owner who wants search by words has to put up with. */
const MAX_PACKAGES = 30;
const MAX_BYTES = 60 * 1024 * 1024;

const execute = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), 'docs-assistant-'));
const docs = join(folder, 'docs');
/** An empty home with the Node that runs the tests, and nothing of npm's settings for this project. */
const environment = {
  ...Object.fromEntries(
    Object.entries(process.env).filter(
      ([name]) => !/^(?:npm_|DOCS_|DATABASE_URL|REDIS_URL|PORT$|HOST$)/.test(name),
    ),
  ),
  HOME: folder,
  XDG_CACHE_HOME: join(folder, 'cache'),
  PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
};
let archive: string;

before(async () => {
  mkdirSync(docs);
  writeFileSync(
    join(docs, 'cables.md'),
    '# Cables\n\nA flux cable is 40 metres long.\n\n## Colours\n\nThe flux cable is green, and its plug yellow.\n',
  );
  archive = join(
    folder,
    await npm(root, 'pack', '--ignore-scripts', '--silent', '--pack-destination', folder),
  );
});

after(() => rmSync(folder, { recursive: true, force: true }));

async function npm(cwd: string, ...args: string[]): Promise<string> {
  const { stdout } = await execute('npm', args, { cwd, env: environment });
  return stdout.trim();
}

function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  return path;
}

const serve = ['serve', docs, '--port', '0', '--no-model'];
const start = (cwd: string, command: string, ...args: string[]) =>
  startProgram(command, [...args, ...serve], { cwd, env: environment });

/** Ask as a page on localhost does. */
async function ask(url: string): Promise<string> {
  const response = await fetch(`${url}/docs-api/v1/assistant/docs/message`, {
    method: 'POST',
    body: JSON.stringify({
      fp: 'f',
      messages: [{ id: '1', role: 'user', content: 'How long is a flux cable?' }],
    }),
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
  });
  return response.text();
}

/** Retry until the first index is there. */
async function answerOf({ url }: StartedProgram): Promise<string> {
  while ((await fetch(`${url}/readyz`)).status !== 200);
  return ask(url);
}

describe('the packed package, in an empty folder', () => {
  it('serves and answers by npx', async () => {
    const cwd = newFolder('npx');
    await using program = await start(cwd, 'npx', '--yes', '-p', archive, 'docs-assistant');
    assert.match(await answerOf(program), /40 metres/);
  });

  it('serves and answers when a project has installed it', async () => {
    const cwd = newFolder('project');
    writeFileSync(join(cwd, 'package.json'), '{}');
    await npm(cwd, 'install', '--no-audit', '--no-fund', archive);
    await using program = await start(cwd, 'npx', 'docs-assistant');
    assert.match(await answerOf(program), /40 metres/);
  });

  it(`brings at most ${MAX_PACKAGES} packages and 60 MB`, () => {
    const modules = join(folder, 'project', 'node_modules');
    const packages = globSync(['*/package.json', '@*/*/package.json'], { cwd: modules });
    const bytes = globSync('**/*', { cwd: modules })
      .map((path) => statSync(join(modules, path)))
      .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
    assert.ok(packages.length > 0 && packages.length <= MAX_PACKAGES, `${packages.length} packages`);
    assert.ok(bytes <= MAX_BYTES, `${bytes} bytes`);
  });

  it('serves and answers when it is installed globally', async () => {
    const prefix = newFolder('global');
    await npm(folder, 'install', '--global', '--prefix', prefix, '--no-audit', '--no-fund', archive);
    await using program = await start(newFolder('elsewhere'), join(prefix, 'bin', 'docs-assistant'));
    assert.match(await answerOf(program), /40 metres/);
  });

  it('serves and answers from a clone', async () => {
    const command = join(root, 'dist/cli/docs-assistant.js');
    await using program = await start(newFolder('clone'), process.execPath, command);
    assert.match(await answerOf(program), /40 metres/);
  });

  it('names the command that gets what is optional, for npx', async () => {
    const options = {
      cwd: newFolder('optional'),
      env: { ...environment, DATABASE_URL: 'postgres://127.0.0.1:9/none' },
    };
    await assert.rejects(
      startProgram('npx', ['--yes', '-p', archive, 'docs-assistant', ...serve], options),
      (error: Error) => {
        assert.ok(
          error.message.includes(
            `npx -p docs-assistant -p pg docs-assistant serve ${docs} --port 0 --no-model`,
          ),
          error.message,
        );
        return true;
      },
    );
  });
});

describe('the lines that it prints', () => {
  let browser: Browser;

  before(async () => {
    browser = await launchBrowser((await findChromium()).launchOptions);
  });
  after(() => browser.close());

  it('give a page on localhost search and answers', async () => {
    const command = join(root, 'dist/cli/docs-assistant.js');
    await using program = await start(newFolder('lines'), process.execPath, command);
    while ((await fetch(`${program.url}/readyz`)).status !== 200);
    const lines = program
      .printed()
      .match(/^ {2}<.*$/gm)!
      .join('\n');
    const server = await serveHandler(
      () =>
        new Response(`<!doctype html><html lang="en"><title>Site</title><body>${lines}</body>`, {
          headers: { 'content-type': 'text/html' },
        }),
    );
    const page = await browser.newPage();
    page.setDefaultTimeout(PATIENCE);
    const problems: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text());
    });
    page.on('pageerror', (error) => problems.push(String(error)));
    await page.goto(server.url.replace('127.0.0.1', 'localhost'));
    const { status } = await detailOf<{ status: string }>(page, 'docs-assistant-answered', () =>
      page.evaluate(() => document.querySelector('docs-assistant')!.ask('How long is a flux cable?')),
    );
    const { count } = await detailOf<{ count: number }>(page, 'docs-search-results', () =>
      page.evaluate(() => document.querySelector('docs-search')!.search('flux cable')),
    );
    await server.close();
    assert.deepEqual({ status, count, problems }, { status: 'done', count: 2, problems: [] });
  });
});
