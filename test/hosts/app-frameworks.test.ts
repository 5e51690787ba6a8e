/**
 * Apps of the frameworks that have a tool of their own, with the files of their sections in the documentation: type-checked,
 * prerendered by their own tool, and used as a reader does. `npm ci --prefix test/hosts/frameworks` installs them.
 */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { stripVTControlCharacters } from 'node:util';
import { findChromium, findFirefox, type TestBrowser } from '../support/browser.ts';
import type { DrivenPage } from './driven-page.ts';
import { followSource } from './follow-source.ts';
import {
  APP_FRAMEWORKS,
  frameworkPackages,
  frameworksFolder,
  withoutFrameworks,
  type AppFramework,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';
import { measureShift } from './measure-shift.ts';
import { openResult } from './preview-in-browser.ts';
import { serveRecipe, type ServedSite } from './serve-recipe.ts';
import { itFollowsTheme, itHasElements, itHasNoProblems, openApp, readLogged } from './use-app.ts';
import { runTool, writeApp } from './write-app.ts';

const chromium = await findChromium();
const browsers = [chromium, findFirefox()].filter((browser) => browser !== null);

describe('Apps as the page about frameworks says', { skip: withoutFrameworks }, () => {
  before(() => installPackage(frameworkPackages));

  for (const framework of APP_FRAMEWORKS) {
    describe(`an app of ${framework.title}`, () => {
      const project = join(frameworksFolder, '.apps', framework.page);
      const built = join(project, framework.output);
      let served: ServedSite;
      before(async () => {
        await writeApp(framework, project, framework.build.changes);
        await runTool(framework.build.command, project);
        served = await serveRecipe(built, framework.policy);
      });
      after(() => served?.[Symbol.asyncDispose]());

      it('has the elements in the page that is sent', async () => {
        const html = await readFile(join(built, 'index.html'), 'utf8');
        assert.match(html, /<docs-search[^>]* domain="docs"/);
        assert.match(html, /<docs-assistant[^>]* without-launcher/);
      });

      for (const browser of browsers) useIn(browser, () => served, framework);

      if (framework.page === 'sveltekit' && chromium !== null) {
        it('moves nothing when the search box appears, because of the place holder', async () => {
          assert.equal(await measureShift(served.url, chromium), 0);
        });
        it('would move the page without the place holder', async () => {
          assert.ok((await measureShift(served.url, chromium, { withStyles: false })) > 0);
        });
      }

      it('passes the type check of the framework, which refuses what is wrong', async () => {
        await writeFile(join(project, framework.wrong.file), framework.wrong.text);
        const output = await runTool(framework.check, project).catch(({ stdout, stderr }) => stdout + stderr);
        const lines = stripVTControlCharacters(output).split('\n');
        const errors = lines.filter((line) => /\berror\b.*\bTS\d+|\berror ts\(\d+\)|ERROR "/.test(line));
        assert.equal(errors.length, 1, output);
        assert.match(errors[0]!, /wrong\.\w+/, output);
        assert.match(output, /nowhere/);
      });
    });
  }
});

function useIn(browser: TestBrowser, site: () => ServedSite, { darken }: AppFramework): void {
  describe(`in ${browser.name}`, () => {
    let page: DrivenPage;
    before(async () => {
      page = await openApp(site().url, browser);
    });
    after(() => page?.[Symbol.asyncDispose]());

    itHasElements(() => page);

    it('keeps the chat open from an answer to its source and back, without a page load', async () => {
      const views = await followSource(page);
      assert.match(views[1].heading, /HTTP interface/);
      assert.equal(new Set(views.map(({ loaded }) => loaded)).size, 1);
    });

    itFollowsTheme(() => page, darken);

    it('leads from a result to its page by its router, and is told of it', async () => {
      await page.evaluate(() => document.querySelector('docs-assistant')!.hide());
      const { isRouted } = await openResult(page, 'pyrometer melted', 'HTTP interface');
      assert.equal(isRouted, true);
      assert.match((await readLogged(page))!, /^reference\/?$/);
    });

    itHasNoProblems(() => page, site);
  });
}
