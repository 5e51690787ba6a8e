import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { startCommand } from '../cli/command.ts';
import { buildSite, withoutHost, type Site } from './build-site.ts';
import { serveFiles, type FileServer } from './file-server.ts';
import { HOSTS } from './hosts.ts';
import { ask, openPreview, openResult, type PreviewInBrowser } from './preview-in-browser.ts';

interface Result {
  path: string;
  content: string;
  metadata: { title: string; headings: string[]; anchor?: string };
}

/** Words that every section of every site has one of. */
const QUERIES = [
  ...['kiln', 'clay', 'kaolin', 'porcelain', 'potter', 'settings', 'birch', 'chimney', 'embers', 'raku'],
  ...[
    'thermostat',
    'temperature',
    'celadon',
    'lever',
    'damper',
    'celsius',
    'teapot',
    'melted',
    'wheel',
    'foot',
  ],
  ...['bellows', 'pyrometer', 'thermocouple', 'read'],
];
/** What themes put around the text, and what was not to be found. */
const CHROME =
  /Navigation of|Footer of every page|Edit this page|On this page|Skip to|Return to top|Next page|Last updated|Section titled|Direct link|Copy|The shelf|Page not found/i;

/** Indexes a folder by words, and returns every section with the words that are asked for. */
async function indexAndSearch(dir: string, ...options: string[]): Promise<Result[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
  const args = ['serve', dir, '--no-model', '--port', '0', '--domain', 'docs', '--data', dataDir];
  const service = startCommand([...args, ...options]);
  try {
    const [url] = await Promise.all([service.url, service.told('"phase":"ready"')]);
    const results = new Map<string, Result>();
    for (const query of QUERIES) {
      const response = await fetch(`${url}/docs-api/v1/search/docs`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
        body: JSON.stringify({ query, pageSize: 50 }),
      });
      assert.equal(response.status, 200);
      for (const result of (await response.json()) as Result[]) {
        const { headings, anchor } = result.metadata;
        results.set([result.path, ...headings, anchor].join('#'), result);
      }
    }
    service.signal('SIGTERM');
    const { stderr } = await service.outcome;
    const [, sections] = /"phase":"ready".*?"sections":(\d+)/.exec(stderr)!;
    assert.equal(results.size, Number(sections), 'every section is found');
    return [...results.values()];
  } finally {
    await service[Symbol.asyncDispose]();
    await rm(dataDir, { recursive: true });
  }
}

/** Asserts that a file server has a page at every address. @returns anchors that are not in their page */
async function followAll(results: readonly Result[], { url }: FileServer): Promise<string[]> {
  const lost: string[] = [];
  for (const result of results) {
    const response = await fetch(new URL(`./${result.path}`, url));
    assert.equal(response.status, 200, `${result.path} answers`);
    const { anchor } = result.metadata;
    const ids = [...(await response.text()).matchAll(/\sid=(["']?)(.*?)\1(?=[\s>])/g)].map(([, , id]) => id);
    if (anchor !== undefined && !ids.includes(anchor)) lost.push(anchor);
  }
  return lost.toSorted();
}

function titlesOf(results: readonly Result[]): Record<string, string> {
  return Object.fromEntries(results.map(({ path, metadata }) => [path, metadata.title]));
}

for (const host of HOSTS) {
  describe(`a site of ${host.name}`, { skip: withoutHost(host) }, () => {
    let site: Site;
    let server: FileServer;

    before(async () => {
      site = await buildSite(host);
      server = await serveFiles(site.built, host.base);
    });
    after(async () => {
      await server?.[Symbol.asyncDispose]();
      await site?.[Symbol.asyncDispose]();
    });

    describe('read as it is built', () => {
      let results: Result[];
      before(async () => {
        results = await indexAndSearch(site.built);
      });

      it('has its pages and no others, by their titles', () => {
        assert.deepEqual(titlesOf(results), host.titles);
      });

      it('is found at addresses that answer and have their anchors', async () => {
        assert.deepEqual(await followAll(results, server), []);
      });

      it('is found without navigation and buttons', () => {
        const texts = results.map(({ content }) => content);
        assert.deepEqual(
          texts.filter((content) => CHROME.test(content)),
          [],
        );
      });

      it('has the text that stands beside that of its front page', () => {
        const front = results.filter(({ path }) => path === '').map(({ content }) => content);
        assert.match(front.join('\n'), /Porcelain in the browser/);
      });

      it('keeps code with its line breaks, language and file name', () => {
        assert.ok(results.some(({ content }) => content.includes(host.code)));
      });
    });

    for (const rule of host.rules) {
      describe(`read as Markdown with ${rule.options('DIR').join(' ')}`, () => {
        let results: Result[];
        before(async () => {
          results = await indexAndSearch(site.markdown, ...rule.options(site.built));
        });

        it('has its pages', () => {
          const paths = Object.keys(host.titles).map((path) => rule.paths?.[path] ?? path);
          assert.deepEqual(Object.keys(titlesOf(results)).toSorted(), paths.toSorted());
        });

        it('is found at addresses that answer', async () => {
          assert.deepEqual(await followAll(results, server), rule.otherAnchors ?? []);
        });
      });
    }

    describe('in a preview', () => {
      let preview: PreviewInBrowser;
      before(async () => {
        preview = await openPreview(site.built, host.base);
      });
      after(() => preview?.[Symbol.asyncDispose]());

      it('answers a question on its own page', () =>
        ask(preview, 'What answers over HTTP?', 'A pyrometer answers over HTTP'));

      it(`leads from a result to its page, ${host.hasRouter ? 'by the router of the site' : 'with a page load'}`, async () => {
        const { url, isRouted } = await openResult(preview, 'pyrometer melted', 'HTTP interface');
        assert.equal((await fetch(url)).status, 200);
        assert.equal(isRouted, host.hasRouter);
      });

      it('has no errors', () => {
        assert.deepEqual(preview.problems, []);
      });
    });
  });
}
