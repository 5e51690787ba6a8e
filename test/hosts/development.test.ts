/** The development servers of generators with a plugin, beside a running service. In Chromium only. */
import assert from 'node:assert/strict';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findChromium } from '../support/browser.ts';
import { readInstructions, writeSite } from './build-recipe.ts';
import { createSiteFolder, packages, withoutHost } from './build-site.ts';
import { copyPage } from './copy-page.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';
import { installPackage } from './install-package.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { RECIPES } from './recipes.ts';
import { startService, startSiteServer } from './site-server.ts';
import { withPluginOptions } from './with-plugin-options.ts';

for (const recipe of RECIPES.filter(({ plugin }) => plugin !== undefined)) {
  describe(`the development server of ${recipe.name}`, { skip: withoutHost(recipe) }, () => {
    const { pages, develop } = recipe.plugin!;
    const stack = new AsyncDisposableStack();
    let folder: string;
    let page: DrivenPage;

    before(async () => {
      const { files } = await readInstructions(recipe.page);
      await installPackage(packages);
      folder = await createSiteFolder();
      stack.defer(() => rm(folder, { recursive: true, maxRetries: 5 }));
      await writeSite(recipe, folder, files);
      const service = await startService(join(folder, pages), stack);
      await writeSite(recipe, folder, withPluginOptions(files, { service, pageActions: true }));
      const url = await startSiteServer({ packages, command: develop, folder }, stack);
      page = stack.use(await openPuppeteerPage(url, await findChromium(), { width: 1280, height: 800 }));
    });
    after(() => stack.disposeAsync());

    it('shows both elements, and finds', async () => {
      await waitFor(() =>
        page.evaluate(
          () =>
            document.querySelectorAll(':is(docs-search, docs-assistant):defined').length === 2 || undefined,
        ),
      );
      // A development server loads a new page again once it has bundled its dependencies: nothing is searched then.
      const found = await waitFor(() =>
        page.evaluate(() => {
          const search = document.querySelector('docs-search')!;
          if (search.value === '') void search.search('pyrometer');
          return search.shadowRoot!.querySelector('a')?.textContent;
        }),
      );
      assert.match(found, /pyrometer/i);
    });

    it('keeps the chat open when a page is saved', async () => {
      await waitFor(async () => {
        await page.evaluate(() => {
          const chat = document.querySelector('docs-assistant')!;
          if (!chat.open) chat.ask('What answers over HTTP?');
        });
        return page.evaluate(readAnswer);
      });
      const source = join(folder, pages, recipe.plugin!.front);
      await writeFile(source, `${await readFile(source, 'utf8')}\n\nJust saved.\n`);
      await waitFor(() => page.evaluate(() => document.body.innerText.includes('Just saved.') || undefined));
      await waitFor(() => page.evaluate(readAnswer));
      assert.equal(await page.evaluate(() => document.querySelectorAll('docs-assistant').length), 1);
    });

    it('copies the page, as the service has it', async () => {
      await page.evaluate(() => {
        document.querySelector('docs-search')!.hide();
        document.querySelector('docs-assistant')!.hide();
      });
      assert.match(await copyPage(page), /^# Home of the potter\n\n(?:> .*\n\n)?A kiln fires clay\./);
    });

    it('has no errors', () => assert.deepEqual(page.problems, []));
  });
}

/** Return the whole answer of an open chat. */
function readAnswer(): string | undefined {
  const chat = document.querySelector('docs-assistant')!;
  const answer = chat.shadowRoot?.querySelector('[part~=message-assistant]');
  return chat.open && answer?.querySelector('[part=feedback]') ? answer.textContent : undefined;
}
