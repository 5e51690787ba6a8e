import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { findChromium, findFirefox, findWebKit } from '../support/browser.ts';
import { withWebMcp } from '../support/web-mcp.ts';
import { measureAgentScore, serveForAgents, serveWithPages, WITHOUT_AFDOCS } from './agent-score.ts';
import { readByTools } from './read-by-tools.ts';
import { buildSite, withoutHost, type Site } from './build-site.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';
import { serveFiles, type FileServer } from './file-server.ts';
import { followSource } from './follow-source.ts';
import { HOSTS, type Host } from './hosts.ts';
import { indexSite, type Edition, type IndexedSite, type Result } from './index-site.ts';
import { openPage } from './open-page.ts';
import { ask, openResult, startPreview, type Preview } from './preview-in-browser.ts';

const chromium = withWebMcp(await findChromium());
const browsers = [chromium, findFirefox(), findWebKit()].filter((browser) => browser !== null);

/** Least score of `afdocs check`, of 100. */
const MIN_SCORE = 97;

/** What themes put around the text, and what was not to be found. */
const CHROME =
  /Navigation of|Footer of every page|Edit this page|On this page|Skip to|Return to top|Next page|Last updated|Section titled|Direct link|Copy|The shelf|Page not found|no longer actively|nicht.* verfügbar/i;

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

/** Versions and languages of pages, each once. */
function editionsOf({ titles, editionOf }: Host): Edition[] {
  const editions = editionOf ? Object.keys(titles).map(editionOf) : [];
  return [...new Map(editions.map((edition) => [JSON.stringify(edition), edition])).values()];
}

/** Search the index of Pagefind below the page. @returns addresses of the results, once they have come from there and from nowhere else */
async function searchPagefind(page: DrivenPage): Promise<string[]> {
  await page.evaluate(async () => {
    await customElements.whenDefined('docs-search');
    performance.clearResourceTimings();
    const search = document.querySelector('docs-search')!;
    search.source = 'pagefind';
    void search.search('pyrometer melted');
  });
  return waitFor(() =>
    page.evaluate(() => {
      const loaded = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
      const { shadowRoot } = document.querySelector('docs-search')!;
      const links = [...shadowRoot!.querySelectorAll<HTMLAnchorElement>('a[part~=result]')];
      const isFound = links.length > 0 && loaded.some((path) => path.startsWith('/pagefind/fragment/'));
      const isAsked = loaded.some((path) => path.includes('/v1/search/'));
      return isFound && !isAsked ? links.map(({ href }) => href) : undefined;
    }),
  );
}

for (const host of HOSTS) {
  describe(`a site of ${host.name}`, { skip: withoutHost(host) }, () => {
    let site: Site;
    let server: FileServer;

    before(async () => {
      site = await buildSite(host);
      server = await serveFiles(site.built, host.base, host);
    });
    after(async () => {
      await server?.[Symbol.asyncDispose]();
      await site?.[Symbol.asyncDispose]();
    });

    describe('read as it is built', () => {
      let results: Result[];
      let filtered: IndexedSite['filtered'];
      before(async () => {
        ({ results, filtered } = await indexSite(site.built, editionsOf(host)));
      });

      it('has its pages and no others, by their titles', () => {
        assert.deepEqual(titlesOf(results), host.titles);
      });

      it('has in each version and language the pages of it', () => {
        for (const { edition, results: found } of filtered) {
          const pages = Object.keys(host.titles).filter((path) =>
            isDeepStrictEqual(host.editionOf!(path), edition),
          );
          // A page that is not translated is found in the fallback language, and marked with it.
          const own = found.filter(({ metadata }) => metadata.language === edition.language);
          assert.deepEqual(Object.keys(titlesOf(own)).toSorted(), pages.toSorted());
        }
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

    for (const [way, start] of Object.entries({
      'as plain files': serveForAgents,
      'served by serve --pages': serveWithPages,
    }))
      it(
        `has the best score of agents ${way}, and fails no check`,
        { skip: WITHOUT_AFDOCS },
        async (test) => {
          await using served = await start(site.built, host.base);
          const { score, failed } = await measureAgentScore(served.url, Object.keys(host.titles).length);
          test.diagnostic(`score: ${score}`);
          assert.deepEqual(failed, []);
          assert.ok(score === null || score >= MIN_SCORE, `${score}`);
        },
      );

    for (const rule of host.rules) {
      const { folder = host.pages } = rule;
      describe(`read as Markdown in ${folder} with ${rule.options('DIR').join(' ')}`, () => {
        let results: Result[];
        before(async () => {
          ({ results } = await indexSite(join(site.source, folder), [], rule.options(site.built)));
        });

        it('has its pages', () => {
          const pages = Object.keys(host.titles).filter((path) => rule.has?.(path) ?? true);
          const paths = pages.map((path) => rule.paths?.[path] ?? path);
          assert.deepEqual(Object.keys(titlesOf(results)).toSorted(), paths.toSorted());
        });

        it('is found at addresses that answer', async () => {
          assert.deepEqual(await followAll(results, server), rule.otherAnchors ?? []);
        });
      });
    }

    describe('in a preview', () => {
      const way = host.hasRouter ? 'by the router of the site' : 'with a page load';
      let preview: Preview;
      before(async () => {
        preview = await startPreview(site.built, host.base);
      });
      after(() => preview?.[Symbol.asyncDispose]());

      it('has the best score of agents, and fails no check', { skip: WITHOUT_AFDOCS }, async () => {
        await waitFor(
          async () => (await (await fetch(preview.url)).text()).includes('llms.txt') || undefined,
        );
        const { score, failed } = await measureAgentScore(preview.url, Object.keys(host.titles).length);
        assert.deepEqual(failed, []);
        assert.ok(score === null || score >= MIN_SCORE, `${score}`);
      });

      for (const browser of browsers) {
        describe(`with ${browser.name}`, () => {
          let page: DrivenPage;
          before(async () => {
            page = await openPage(preview.url, browser);
          });
          after(() => page?.[Symbol.asyncDispose]());

          it('answers a question on its own page', () =>
            ask(page, 'What answers over HTTP?', 'A pyrometer answers over HTTP'));

          it(`leads from an answer to its source and back ${way}, with the chat open`, async () => {
            const views = await followSource(page);
            assert.match(views[1].heading, /HTTP interface/);
            assert.equal(views[1].scrolled, 0);
            assert.equal(new Set(views.map(({ loaded }) => loaded)).size === 1, host.hasRouter);
          });

          it(`leads from a result to its page ${way}`, async () => {
            const { url, isRouted } = await openResult(page, 'pyrometer melted', 'HTTP interface');
            assert.equal((await fetch(url)).status, 200);
            assert.equal(isRouted, host.hasRouter);
          });

          if (host.hasPagefind && browser === chromium)
            it('is searched by the index of Pagefind that the site has itself', async () => {
              const links = await searchPagefind(page);
              assert.ok(
                links.some((link) => link.startsWith(`${preview.url}reference/http-api/`)),
                links.join('\n'),
              );
              for (const link of links) assert.equal((await fetch(link)).status, 200, link);
            });

          if (browser === chromium)
            it(`has the tools of a page on the next one ${way}, for its text`, async (test) => {
              const read = await readByTools(page);
              if (read === null) return test.skip('this Chromium has no WebMCP');
              assert.deepEqual(read.before.tools, ['ask_docs', 'read_page', 'search_docs', 'show_section']);
              assert.deepEqual(read.after.tools, read.before.tools);
              assert.equal(read.before.loaded === read.after.loaded, host.hasRouter);
              assert.match(read.after.text, /HTTP interface/);
              assert.doesNotMatch(read.before.text, /^# .*HTTP interface/m);
            });

          const skip = browser.name === 'WebKit' && 'WebDriver reports no errors of pages';
          it('has no errors', { skip }, () => {
            assert.deepEqual(page.problems, []);
          });
        });
      }
    });
  });
}
