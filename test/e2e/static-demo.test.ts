import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { buildStaticSite } from '../../demo/build-static.ts';
import { STATIC_POLICY } from '../../demo/content-security-policy.ts';
import type { DocsAssistant } from '../../src/assistant.ts';
import { waitFor, type DrivenPage } from '../hosts/driven-page.ts';
import { readKept, reload } from '../hosts/offline-page.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { findChromium, findFirefox, findWebKit } from '../support/browser.ts';
import { serveFiles, type FileServer } from '../support/file-server.ts';
import { startVisits, type Visitors } from '../support/visitors.ts';
import { root } from '../package/source-files.ts';

const DOCS = join(root, 'demo/docs');

let folder: TemporaryFolder;
let site: string;

before(async () => {
  folder = await temporaryFolder();
  site = join(folder.path, 'site');
  await buildStaticSite(site);
  const program = join(root, 'dist/cli/docs-assistant.js');
  const data = join(folder.path, 'data');
  const index = join(site, 'docs-index');
  const places = ['--out', index, '--markdown', site, '--data', data];
  const offline = ['--offline', join(site, 'docs-offline.js'), '--offline-pages'];
  execFileSync(process.execPath, [
    program,
    'build',
    DOCS,
    ...places,
    ...offline,
    '--fallback-language',
    'en',
  ]);
});
after(() => folder[Symbol.asyncDispose]());

test('llms.txt of the documentation as files leads to Markdown of every page', async () => {
  await using server = await serveFiles(site, STATIC_POLICY);
  const address = `${server.url}/llms.txt`;
  const list = await (await fetch(address)).text();
  assert.match(list, /^# Documentation that answers\n/);
  // Lists in other languages are named as code: programs follow every link.
  const links = [...list.matchAll(/\]\(([^)]+)\)|: `([^`]+\/llms\.txt)`/g)].map(
    ([, link, other]) => new URL(link ?? other!, address).href,
  );
  assert.ok(links.some((link) => link.endsWith('/v2/de/llms.txt')));
  for (const link of links) {
    const response = await fetch(link);
    assert.equal(response.status, 200, link);
    assert.match(await response.text(), /^# \S/, link);
  }
});

for (const browser of [await findChromium(), findFirefox(), findWebKit()]) {
  if (browser === null) continue;
  describe(`the documentation as files, in ${browser.name}`, () => {
    let visitors: Visitors;
    // Another origin for each test: the worker of an earlier visitor goes on to keep what it needs.
    let server: FileServer;
    let page: DrivenPage;
    before(async () => {
      visitors = await startVisits(browser);
    });
    after(() => visitors?.[Symbol.asyncDispose]());
    beforeEach(async () => {
      server = await serveFiles(site, STATIC_POLICY);
    });
    afterEach(async () => {
      await page?.[Symbol.asyncDispose]();
      await server[Symbol.asyncDispose]();
      assert.deepEqual(page?.problems ?? [], []);
      assert.deepEqual(server.reports, []);
    });
    const visit = async (path: string): Promise<void> => {
      page = await visitors.open(server.url + path);
    };

    test('finds sections, and every result leads to a page', async () => {
      await visit('/v2/en/getting-started');
      for (const link of await search(page, 'keyboard')) assert.equal((await fetch(link)).status, 200, link);
    });

    test('finds German pages on a German page', async () => {
      await visit('/v2/de/getting-started');
      const paths = (await search(page, 'Tastatur')).map((link) => new URL(link).pathname);
      assert.deepEqual(
        paths.filter((path) => !path.startsWith('/v2/de')),
        [],
      );
    });

    test('quotes passages, with links to pages', async () => {
      await visit('/');
      await page.evaluate(() =>
        document.querySelector<DocsAssistant>('body > docs-assistant')!.ask('How do I change the colours?'),
      );
      const link = await waitFor(() =>
        page.evaluate(
          () =>
            document
              .querySelector('body > docs-assistant')!
              .shadowRoot!.querySelector<HTMLAnchorElement>('.prose h3 a')?.href,
        ),
      );
      assert.equal((await fetch(link)).status, 200);
    });

    test('downloads a part of the index for a search, in the language of the page alone', async () => {
      // What the service worker keeps for use without a network is asked for besides, at any time: it starts afterwards.
      const { promise: searched, resolve: startServiceWorker } = Promise.withResolvers<void>();
      let requests = 0;
      // The first is the page's own, which registers it.
      server.before = (path) => (path === '/docs-offline.js' && ++requests > 1 ? searched : undefined);
      await visit('/v2/en/getting-started');
      await search(page, 'middleware');
      startServiceWorker();
      const files = server.asked.filter((path) => path.startsWith('/docs-index/'));
      assert.equal(files.filter((path) => path.includes('/core.')).length, 1, files.join());
      const sizes = await Promise.all(
        files.map(async (path) => (await (await fetch(server.url + path)).arrayBuffer()).byteLength),
      );
      const bytes = sizes.reduce((sum, size) => sum + size, 0);
      assert.ok(bytes < 120_000, `${bytes} bytes: ${files.join()}`);
    });

    test('finds sections without a network, on a page that was visited', async () => {
      await visit('/v2/en/getting-started');
      await reload(page);
      await search(page, 'middleware');
      await waitFor(async () => {
        const before = await readKept(page);
        await wait(1_000);
        // The words of the last file are the last of all.
        const isWhole = before.some((path) => path.includes('/lexicon.'));
        return (isWhole && (await readKept(page)).length === before.length) || undefined;
      });
      await server[Symbol.asyncDispose]();
      await reload(page);
      const links = await search(page, 'keyboard');
      assert.ok(
        links.some((link) => new URL(link).pathname === '/v2/en/accessibility'),
        links.join(),
      );
      // The server is gone.
      page.problems?.splice(0);
    });
  });
}

/** Search as a reader does. @returns addresses of the results, once their texts are there */
async function search(page: DrivenPage, query: string): Promise<string[]> {
  await page.type('docs-search', 'input', query);
  return waitFor(() =>
    page.evaluate(() => {
      const { shadowRoot } = document.querySelector('docs-search')!;
      if (!shadowRoot!.querySelector('[part=result-excerpt] mark')) return;
      return [...shadowRoot!.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href);
    }),
  );
}
