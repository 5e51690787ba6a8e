import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Browser, Page } from 'puppeteer-core';
import { findChromium, launchBrowser } from '../support/browser.ts';

import { PATIENCE } from '../support/until.ts';
import { visit } from '../support/visit.ts';
import { startProgram, type StartedProgram } from '../support/started-program.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Folders of tests that nothing of this needs. */
const LARGE =
  /[/\\]node_modules$|[/\\]test[/\\](?:bench|recipes|ai-sdk|mcp-clients|hosts[/\\](?:sites|frameworks|generators))[/\\]./;

/** In a copy of the sources, in which nothing was built: a file of it is changed while the program runs. */
describe('npm run dev', () => {
  let folder: string;
  let browser: Browser;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'docs-assistant-dev-'));
    for (const name of ['src', 'demo', 'test', 'package.json'])
      await cp(join(ROOT, name), join(folder, name), {
        recursive: true,
        filter: (path) => !LARGE.test(path),
      });
    await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'), 'junction');
    await mkdir(join(folder, 'docs'));
    await writeFile(join(folder, 'docs/index.md'), '# Start\n\nAn island is loaded late.\n');
    browser = await launchBrowser((await findChromium()).launchOptions);
  });
  after(async () => {
    await browser.close();
    await rm(folder, { recursive: true, force: true });
  });

  function start(...args: string[]): Promise<StartedProgram> {
    return startProgram('npm', ['run', '--silent', 'dev', '--', '--port', '0', ...args], { cwd: folder });
  }

  async function edit(name: string, from: string, to: string): Promise<void> {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    assert.ok(text.includes(from), `${name} has ${from}`);
    await writeFile(path, text.replace(from, to));
  }

  /** Wait until this is true on the page, which is loaded again on the way. */
  async function until(page: Page, condition: () => boolean): Promise<void> {
    const end = performance.now() + PATIENCE;
    while (!(await page.evaluate(condition).catch(() => false)))
      if (performance.now() > end) throw new Error(`Waited in vain for ${String(condition)}`);
  }

  test('shows the demo, searches in it, and shows a style that is changed', async () => {
    await using program = await start('docs');
    const { page, problems } = await visit(browser, program.url);
    await page.waitForSelector('docs-assistant >>> [part=launcher]');
    const search = await page.waitForSelector('docs-search >>> input');
    await search!.type('island');
    await page.waitForSelector('docs-search >>> [role=option]');

    await edit('src/elements/search/docs-search.styles.ts', 'css`', 'css` :host { tab-size: 7; }');
    await until(page, () => getComputedStyle(document.querySelector('docs-search')!).tabSize === '7');
    await edit('docs/index.md', 'late', 'at once');
    await until(page, () => document.querySelector('article')!.innerText.includes('at once'));
    assert.deepEqual(problems, []);
  });

  test('shows a page again whose module could not be read', async () => {
    await using program = await start('docs');
    const { page } = await visit(browser, program.url);
    await page.waitForSelector('docs-assistant >>> [part=launcher]');

    await edit('src/elements/assistant/docs-assistant.ts', 'import', 'importt');
    await until(page, () => document.querySelector('docs-assistant')!.shadowRoot === null);
    await edit('src/elements/assistant/docs-assistant.ts', 'importt', 'import');
    await until(page, () => document.querySelector('docs-assistant')!.shadowRoot !== null);
  });

  test('shows one scene, and a template that is changed', async () => {
    await using program = await start('--scene', 'steps with code');
    const { page, problems } = await visit(browser, `${program.url}/?scene=steps+with+code`);
    await page.waitForSelector('docs-assistant >>> ol pre');

    await edit('src/elements/assistant/panel/panel.view.ts', 'part="panel"', 'part="panel changed"');
    await until(
      page,
      () => !!document.querySelector('docs-assistant')!.shadowRoot!.querySelector('[part~=changed] ol pre'),
    );
    assert.deepEqual(problems, []);
  });

  test('lists the scenes that have a name in theirs, and says that none has it', async () => {
    await using program = await start('--scene', 'question');
    const { page } = await visit(browser, `${program.url}/?scene=question`);
    await page.waitForSelector('a[href*=scene]');
    const titles = await page.$$eval('a', (links) => links.map(({ textContent }) => textContent));
    assert.ok(titles.length > 1 && titles.every((title) => title.includes('question')), String(titles));

    await page.goto(`${program.url}/?scene=nowhere`);
    await page.waitForSelector('::-p-text(No scene has "nowhere" in its name)');
  });
});
