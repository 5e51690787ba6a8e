import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser } from 'puppeteer-core';
import { buildStaticSite } from '../../demo/build-static.ts';
import type { RunningServer } from '../../src/node/serve-handler.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { findChromium, findFirefox, launchBrowser } from '../support/browser.ts';
import { visit } from '../support/demo-in-browser.ts';
import { serveFiles } from '../support/file-server.ts';
import { root } from './source-files.ts';

const DOCS = join(root, 'demo/docs');

let folder: TemporaryFolder;
let server: RunningServer;
const asked: string[] = [];

before(async () => {
  folder = await temporaryFolder();
  const site = join(folder.path, 'site');
  await buildStaticSite(site);
  const program = join(root, 'dist/cli/docs-assistant.js');
  const data = join(folder.path, 'data');
  const index = join(site, 'docs-index');
  const places = ['--out', index, '--data', data];
  execFileSync(process.execPath, [program, 'build', DOCS, ...places, '--fallback-language', 'en']);
  server = await serveFiles(site, (path) => asked.push(path));
});
after(async () => {
  await server.close();
  await folder[Symbol.asyncDispose]();
});

for (const found of [await findChromium(), findFirefox()]) {
  if (found === null) continue;
  describe(`the documentation as files, in ${found.name}`, () => {
    let browser: Browser;
    before(async () => {
      browser = await launchBrowser(found.launchOptions);
    });
    after(() => browser.close());

    test('finds sections, and every result leads to a page', async () => {
      const { page, problems } = await visit(browser, `${server.url}/v2/en/getting-started`);
      await page.locator('docs-search >>> input').fill('keyboard');
      await page.waitForSelector('docs-search >>> [part=result-excerpt] mark');
      const links = await page.$$eval('docs-search >>> a[href]', (all) => all.map((link) => link.href));
      assert.ok(links.length > 0);
      for (const link of links) assert.equal((await fetch(link)).status, 200, link);
      assert.deepEqual(problems, []);
    });

    test('finds German pages on a German page', async () => {
      const { page, problems } = await visit(browser, `${server.url}/v2/de/getting-started`);
      await page.locator('docs-search >>> input').fill('Tastatur');
      await page.waitForSelector('docs-search >>> [part=result-excerpt] mark');
      const links = await page.$$eval('docs-search >>> a[href]', (all) => all.map((link) => link.pathname));
      assert.deepEqual(
        links.filter((path) => !path.startsWith('/v2/de')),
        [],
      );
      assert.deepEqual(problems, []);
    });

    test('quotes passages, with links to pages', async () => {
      const { page, problems } = await visit(browser, `${server.url}/`);
      await page.evaluate(() =>
        document.querySelector('docs-assistant')!.ask('How do I change the colours?'),
      );
      await page.waitForSelector('docs-assistant >>> .prose h3 a');
      const link = await page.$eval('docs-assistant >>> .prose h3 a', (one) => one.href);
      assert.equal((await fetch(link)).status, 200);
      assert.deepEqual(problems, []);
    });

    test('downloads a part of the index for a search, in the language of the page alone', async () => {
      asked.length = 0;
      const { page } = await visit(browser, `${server.url}/v2/en/getting-started`);
      await page.locator('docs-search >>> input').fill('middleware');
      await page.waitForSelector('docs-search >>> [part=result-excerpt] mark');
      const files = asked.filter((path) => path.startsWith('/docs-index/'));
      assert.equal(files.filter((path) => path.includes('/core.')).length, 1, files.join());
      const sizes = await Promise.all(
        files.map(async (path) => (await (await fetch(server.url + path)).arrayBuffer()).byteLength),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(bytes < 120_000, `${bytes} bytes: ${files.join()}`);
    });
  });
}
