import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { STATIC_POLICY } from '../../demo/content-security-policy.ts';
import { waitFor, type DrivenPage } from '../hosts/driven-page.ts';
import { readKept, reload } from '../hosts/offline-page.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { findChromium, findFirefox } from '../support/browser.ts';
import { serveFiles, type FileServer } from '../support/file-server.ts';
import { startVisits, type Visitors } from '../support/visitors.ts';
import { root } from '../package/source-files.ts';

const PROGRAM = join(root, 'dist/cli/docs-assistant.js');
const HEAD =
  '<!doctype html><meta charset="utf-8"><script type="module" src="/cdn/docs-assistant.js"></script>';
const WORKER = '<script src="/docs-offline.js"></script>';
const SEARCH = '<docs-search index="/docs-index/" language="en"></docs-search>';

/** A site with an index for offline use, served. */
interface Site extends AsyncDisposable {
  readonly folder: string;
  readonly server: FileServer;
  build(pages: Readonly<Record<string, string>>, ...options: string[]): Promise<void>;
}

let firstBuilds: TemporaryFolder;
/** Names of folders with what the first build of a site has written, each built once for all tests. */
const built = new Map<string, string>();

before(async () => {
  firstBuilds = await temporaryFolder();
});
after(() => firstBuilds[Symbol.asyncDispose]());

/** @param head what the start page has beside the elements */
async function openSite(head = WORKER): Promise<Site> {
  await using stack = new AsyncDisposableStack();
  const home = stack.use(await temporaryFolder());
  const folder = join(home.path, 'site');
  await cp(join(root, 'dist/cdn'), join(folder, 'cdn'), {
    recursive: true,
    filter: (name) => !name.endsWith('.map'),
  });
  await writeFile(join(folder, 'index.html'), `${HEAD}${head}${SEARCH}`);
  await writeFile(join(folder, '404.html'), 'Nothing here.');
  const server = stack.use(await serveFiles(folder, STATIC_POLICY));
  const held = stack.move();
  return {
    folder,
    server,
    async build(pages, ...options) {
      const isFirst = !existsSync(join(folder, 'docs-index'));
      const input = JSON.stringify([pages, options]);
      const kept = join(firstBuilds.path, built.get(input) ?? String(built.size));
      const written = [
        [join(folder, 'docs-index'), join(kept, 'docs-index')],
        [join(folder, 'docs-offline.js'), join(kept, 'docs-offline.js')],
        [join(home.path, 'data'), join(kept, 'data')],
      ] as const;
      if (isFirst && built.has(input)) {
        for (const [place, copy] of written) await cp(copy, place, { recursive: true });
        return;
      }
      const docs = join(home.path, 'docs');
      await rm(docs, { recursive: true, force: true });
      for (const [name, text] of Object.entries(pages)) {
        await mkdir(dirname(join(docs, name)), { recursive: true });
        await writeFile(join(docs, name), text);
      }
      const places = ['--out', join(folder, 'docs-index'), '--data', join(home.path, 'data')];
      const offline = ['--offline', join(folder, 'docs-offline.js'), ...options];
      execFileSync(process.execPath, [PROGRAM, 'build', docs, '--no-model', ...places, ...offline], {
        stdio: 'pipe',
      });
      if (!isFirst) return;
      for (const [place, copy] of written) await cp(place, copy, { recursive: true });
      built.set(input, basename(kept));
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  };
}

async function indexFiles({ folder }: Site): Promise<string[]> {
  return (await readdir(join(folder, 'docs-index'))).map((name) => `/docs-index/${name}`).toSorted();
}

function keptBytes(page: DrivenPage): Promise<number> {
  return page.evaluate(async () => {
    let sum = 0;
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) sum += (await (await cache.match(request))!.blob()).size;
    }
    return sum;
  });
}

/** Return the list of the edition that is kept. */
function keptManifest(page: DrivenPage): Promise<string | undefined> {
  return page.evaluate(async () => (await caches.match('/docs-index/manifest.json'))?.text());
}

/** Wait until the files of the index that are kept are those of a build. */
async function waitUntilKept(page: DrivenPage, files: readonly string[]): Promise<void> {
  await waitFor(async () => {
    const kept = (await readKept(page)).filter((path) => path.startsWith('/docs-index/')).toSorted();
    return kept.join() === files.join() || undefined;
  });
}

/** Search as a reader does. @returns titles of the results, once there are any */
async function search(page: DrivenPage, query: string): Promise<string[]> {
  await page.type('docs-search', 'input', query);
  return waitFor(() =>
    page.evaluate(() => {
      const found = document
        .querySelector('docs-search')!
        .shadowRoot!.querySelectorAll('[part=result-title]');
      return found.length > 0 ? [...found].map(({ textContent }) => textContent) : undefined;
    }),
  );
}

const PAGES = {
  'en/setup.md': '# Setup\n\nCall `createClient()` once, with a keyboard.\n',
  'en/backup.md': '# Backup\n\nCopy the folder to a server.\n',
};

/** Words with the same beginning, so many that it has a file of its own. */
const MANY_WORDS = Array.from({ length: 6_000 }, (_, at) => `co${at.toString(36)}`).join(' ');

for (const browser of [await findChromium(), findFirefox()]) {
  if (browser === null) continue;
  const withoutQuota = { skip: browser.name !== 'Chromium' && 'no way to limit what it keeps' };

  describe(`search without a network, in ${browser.name}`, () => {
    let visitors: Visitors;
    before(async () => {
      visitors = await startVisits(browser);
    });
    after(() => visitors?.[Symbol.asyncDispose]());
    const visit = async ({ server }: Site): Promise<DrivenPage> => {
      const page = await visitors.open(`${server.url}/`);
      await reload(page);
      return page;
    };

    test('finds what was not searched for before while the host does not answer and without a network, and shows pages that were visited', async () => {
      await using site = await openSite();
      await site.build({ ...PAGES, 'en/words.md': `# Words\n\n${MANY_WORDS}\n` }, '--offline-pages');
      await using page = await visit(site);
      await search(page, 'keyboard');
      await waitUntilKept(page, await indexFiles(site));
      const answering = Promise.withResolvers<void>();
      site.server.before = (path) => (/^\/(?:cdn|docs-index)\//.test(path) ? answering.promise : undefined);
      try {
        await reload(page);
        assert.deepEqual(await search(page, 'folder'), ['Backup']);
      } finally {
        answering.resolve();
      }
      await site.server[Symbol.asyncDispose]();
      await reload(page);
      assert.deepEqual(await search(page, 'server'), ['Backup']);
      assert.deepEqual(site.server.reports, []);
    });

    test('keeps the newer page that a slow host sends too late to be shown', async () => {
      await using site = await openSite();
      await site.build(PAGES, '--offline-pages');
      await using page = await visit(site);
      const keptPage = () => page.evaluate(async () => (await caches.match('/'))?.text());
      await waitFor(keptPage);
      await writeFile(join(site.folder, 'index.html'), `${HEAD}${WORKER}${SEARCH}<p>Newer</p>`);
      const answering = Promise.withResolvers<void>();
      site.server.before = (path) => (path === '/' ? answering.promise : undefined);
      try {
        await reload(page);
        assert.doesNotMatch(await page.evaluate(() => document.body.textContent), /Newer/);
      } finally {
        answering.resolve();
      }
      await waitFor(async () => (await keptPage())?.includes('Newer') || undefined);
    });

    test('keeps the language that was searched, and nothing before a search', async () => {
      await using site = await openSite();
      await site.build(PAGES);
      const english = await indexFiles(site);
      await site.build({ ...PAGES, 'de/setup.md': '# Einrichtung\n\nRufen Sie die Funktion auf.\n' });
      await using page = await visit(site);
      assert.deepEqual(await readKept(page), []);
      await search(page, 'keyboard');
      await waitUntilKept(page, english);
    });

    test('keeps a new build in the place of the earlier one when all of it is there', async () => {
      await using site = await openSite();
      await site.build(PAGES);
      const first = await indexFiles(site);
      await using page = await visit(site);
      await search(page, 'keyboard');
      await waitUntilKept(page, first);
      const manifest = await keptManifest(page);
      await site.build({ ...PAGES, 'en/backup.md': '# Backup\n\nCopy the directory to a server.\n' });
      const second = await indexFiles(site);
      const texts = second.find((path) => path.includes('/texts.') && !first.includes(path))!;
      const bytes = await readFile(join(site.folder, texts));
      // What a host sends for a file that is not there yet.
      await writeFile(join(site.folder, texts), '<!doctype html>Loading.');
      await reload(page);
      await search(page, 'keyboard');
      const isOfSecond = (path: string) => second.includes(path) && !first.includes(path);
      await waitFor(async () => (await readKept(page)).some(isOfSecond) || undefined);
      const kept = new Set(await readKept(page));
      assert.deepEqual(
        first.filter((path) => !kept.has(path)),
        [],
      );
      assert.equal(await keptManifest(page), manifest);
      await writeFile(join(site.folder, texts), bytes);
      await reload(page);
      await search(page, 'keyboard');
      await waitUntilKept(page, second);
    });

    test('keeps no more than its limit', async () => {
      await using site = await openSite();
      await site.build(PAGES, '--offline-limit', '1');
      await using page = await visit(site);
      await search(page, 'keyboard');
      await waitFor(async () => (await readKept(page)).includes('/docs-index/manifest.json') || undefined);
      assert.ok((await keptBytes(page)) <= 1_000_000);
    });

    test(
      'searches by the network while there is no room, and keeps everything once there is',
      withoutQuota,
      async () => {
        await using site = await openSite();
        await site.build(PAGES);
        await using page = await visit(site);
        await page.limitStorage!(1);
        await search(page, 'keyboard');
        // The page has asked for the list, and then the worker, which cannot keep it.
        const isList = (path: string) => path === '/docs-index/manifest.json';
        await waitFor(async () => site.server.asked.filter(isList).length > 1 || undefined);
        await reload(page);
        assert.deepEqual(await search(page, 'folder'), ['Backup']);
        assert.deepEqual(await readKept(page), []);
        assert.deepEqual(page.problems, []);
        await page.limitStorage!(100_000_000);
        await reload(page);
        await search(page, 'keyboard');
        await waitUntilKept(page, await indexFiles(site));
      },
    );

    test('is removed with all that it has kept', async () => {
      await using site = await openSite();
      await site.build(PAGES);
      await using page = await visit(site);
      await search(page, 'keyboard');
      await waitUntilKept(page, await indexFiles(site));
      await writeFile(join(site.folder, 'index.html'), HEAD + WORKER.replace(' ', ' data-remove ') + SEARCH);
      await reload(page);
      await waitFor(() =>
        page.evaluate(async () => {
          const registrations = await navigator.serviceWorker.getRegistrations();
          return (registrations.length === 0 && (await caches.keys()).length === 0) || undefined;
        }),
      );
    });

    test('works in a service worker of the site', async () => {
      await using site = await openSite('<script src="/site.js"></script>');
      await site.build(PAGES);
      // Both addresses are sinks of Trusted Types.
      const trust =
        "const trust = (url) => globalThis.trustedTypes?.createPolicy('docs-assistant-offline', { createScriptURL: () => url }).createScriptURL(url) ?? url;";
      await writeFile(
        join(site.folder, 'site.js'),
        `${trust} navigator.serviceWorker.register(trust('/site-worker.js'));`,
      );
      await writeFile(
        join(site.folder, 'site-worker.js'),
        `${trust} importScripts(trust('/docs-offline.js'));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));`,
      );
      await using page = await visit(site);
      await search(page, 'keyboard');
      await waitUntilKept(page, await indexFiles(site));
      await site.server[Symbol.asyncDispose]();
      assert.deepEqual(await search(page, 'folder'), ['Backup']);
    });
  });
}
