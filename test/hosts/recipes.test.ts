/** The pages about site generators, each followed to the letter: its files in a tiny site, its command, its service. */
import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import { after, before, describe, it } from 'node:test';
import { findChromium, findFirefox } from '../support/browser.ts';
import { buildRecipe, type BuiltRecipe } from './build-recipe.ts';
import { withoutHost } from './build-site.ts';
import { copyPage } from './copy-page.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';
import { followSource } from './follow-source.ts';
import { isChatDark, readElementStyles, readPageStyles, readTextSizes } from './page-styles.ts';
import { ask, openResult } from './preview-in-browser.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { RECIPES } from './recipes.ts';
import { serveRecipe, type ServedSite } from './serve-recipe.ts';

const browsers = [await findChromium(), findFirefox()].filter((browser) => browser !== null);

/** Wide enough for the sidebars of all themes. */
const DESKTOP = { width: 1280, height: 800 };

/** Values of the properties that no page may change. */
const OWN_STYLE = {
  'letter-spacing': 'normal',
  'word-spacing': '0px',
  'text-transform': 'none',
  'text-indent': '0px',
  'font-style': 'normal',
  'text-shadow': 'none',
  visibility: 'visible',
};

/** Addresses of all results for a query. */
async function findLinks(page: DrivenPage): Promise<string[]> {
  await page.evaluate(() => document.querySelector('docs-search')!.search('pyrometer'));
  return waitFor(async () => {
    const links = await page.evaluate(() =>
      [...document.querySelector('docs-search')!.shadowRoot!.querySelectorAll('a')].map(({ href }) => href),
    );
    return links.length > 0 ? links : undefined;
  });
}

for (const recipe of RECIPES) {
  describe(`the page about ${recipe.name}`, { skip: withoutHost(recipe) }, () => {
    let site: BuiltRecipe;
    let plain: ServedSite;
    let served: ServedSite;

    before(async () => {
      site = await buildRecipe(recipe);
      plain = await serveRecipe(site.plain);
      served = await serveRecipe(site.built);
    });
    after(async () => {
      await served?.[Symbol.asyncDispose]();
      await plain?.[Symbol.asyncDispose]();
      await site?.[Symbol.asyncDispose]();
    });

    for (const browser of browsers) {
      describe(`followed, in ${browser.name}`, () => {
        let page: DrivenPage;
        let plainPage: DrivenPage;
        before(async () => {
          plainPage = await openPuppeteerPage(plain.url, browser, DESKTOP);
          // The page that is opened last has the focus.
          page = await openPuppeteerPage(served.url, browser, DESKTOP);
        });
        after(async () => {
          await page?.[Symbol.asyncDispose]();
          await plainPage?.[Symbol.asyncDispose]();
        });

        it('changes no style of the page', async () => {
          let styles: unknown[] = [];
          // Themes fade in what a page begins with, and stop transitions for a moment when they set their colours.
          await waitFor(async () => {
            styles = await Promise.all([page, plainPage].map((one) => one.evaluate(readPageStyles)));
            return isDeepStrictEqual(styles[0], styles[1]) || undefined;
          }).catch(() => {});
          assert.deepEqual(styles[0], styles[1]);
        });

        if (recipe.plugin)
          it('copies the page, as the service has it', async () => {
            assert.match(await copyPage(page), /^# Home of the potter\n\n(?:> .*\n\n)?A kiln fires clay\./);
          });

        it('gives results, whose links answer', async () => {
          const links = await findLinks(page);
          for (const link of links) assert.equal((await fetch(link)).status, 200, link);
        });

        it('gives an answer', () => ask(page, 'What answers over HTTP?', 'A pyrometer answers over HTTP'));

        it('keeps the chat open from an answer to its source and back', async () => {
          const views = await followSource(page);
          assert.match(views[1].heading, /HTTP interface/);
          assert.equal(new Set(views.map(({ loaded }) => loaded)).size === 1, recipe.hasRouter);
        });

        it('has text that is no larger than that of the page', async () => {
          const sizes = await page.evaluate(readTextSizes);
          assert.ok(sizes.answer <= sizes.page, JSON.stringify(sizes));
        });

        it('has elements that the styles of the page do not reach', async () => {
          for (const style of await page.evaluate(readElementStyles)) assert.deepEqual(style, OWN_STYLE);
        });

        it('follows the page from light to dark', async () => {
          assert.equal(await page.evaluate(isChatDark), false);
          await page.evaluate(recipe.darken);
          await waitFor(async () => (await page.evaluate(isChatDark)) || undefined);
        });

        it('leads from a result to its page', async () => {
          await page.evaluate(() => document.querySelector('docs-assistant')!.hide());
          const { isRouted } = await openResult(page, 'pyrometer melted', 'HTTP interface');
          assert.equal(isRouted, recipe.hasRouter);
        });

        if (recipe.plugin)
          it('copies the page that the reader has come to', async () => {
            assert.match(
              await copyPage(page),
              /^# HTTP interface\n\n(?:> .*\n\n)*A pyrometer answers over HTTP\./,
            );
          });

        it('has no errors of its own', () => {
          const [known, found] = [plainPage, page].map(({ problems }) =>
            problems!.map((problem) => problem.replace(/http:\/\/[\d.]+:\d+/, '')),
          );
          assert.deepEqual(
            found!.filter((problem) => !known!.includes(problem)),
            [],
          );
        });
      });
    }
  });
}
