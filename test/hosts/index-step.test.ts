/** The index step of the plugins, in builds of the sites in the documentation, and a site that needs no server. In Chromium only. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { searchPages, startCommand } from '../cli/command.ts';
import { readInstructions, writeSite, type Instructions } from './build-recipe.ts';
import { createSiteFolder, packages, runGenerator, withoutHost } from './build-site.ts';
import { findChromium } from '../support/browser.ts';
import { serveFiles } from '../support/file-server.ts';
import { copyPage } from './copy-page.ts';
import { waitFor } from './driven-page.ts';
import { installPackage } from './install-package.ts';
import { ask as askInPage, openResult } from './preview-in-browser.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { RECIPES, type Recipe } from './recipes.ts';
import { withPluginOptions } from './with-plugin-options.ts';

/** Wide enough for the sidebars of all themes. */
const DESKTOP = { width: 1280, height: 800 };
/** The themes have scripts and style sheets in their pages. */
const POLICY = "default-src 'self' 'unsafe-inline' data:";

for (const recipe of RECIPES.filter(({ plugin }) => plugin !== undefined)) {
  describe(`the index step of the plugin for ${recipe.name}`, { skip: withoutHost(recipe) }, () => {
    let folder: string;
    let instructions: Instructions;

    before(async () => {
      instructions = await readInstructions(recipe.page);
      await installPackage(packages);
      folder = await createSiteFolder();
    });
    after(() => rm(folder, { recursive: true, maxRetries: 5 }));

    /** Build the site with options of the plugin. */
    async function build(options: Readonly<Record<string, unknown>>): Promise<void> {
      const { files, command } = instructions;
      await writeSite(recipe, folder, withPluginOptions(files, options));
      await runGenerator(recipe, command, folder);
    }

    it('fails the build, with a sentence, if the index cannot be written', async () => {
      await writeFile(join(folder, 'file'), '');
      await assert.rejects(
        build({ index: ['--no-model', '--data', join(folder, 'file', 'data')] }),
        /docs-assistant: the pages could not be indexed\..*cannot be written: a part of its path is a file/s,
      );
    });

    it('lets a running service answer about a page just written', async () => {
      const built = join(folder, instructions.output);
      const data = join(folder, 'data');
      // As after an earlier build, without the page.
      await rm(built, { recursive: true, force: true });
      await mkdir(built, { recursive: true });
      await writeFile(join(built, 'index.html'), '<main><h1>Kiln</h1><p>Celadon is green.</p></main>');
      await using service = startCommand([
        ...['serve', built, '--domain', 'docs', '--no-model', '--port', '0', '--data', data],
      ]);
      const [url] = await Promise.all([service.url, service.told('"phase":"ready"')]);
      assert.deepEqual(await searchPages(url, 'majolica'), []);

      await writePage(recipe, folder, 'majolica', '# Majolica\n\nMajolica has a white tin glaze.\n');
      const options = ['--no-model', '--data', data];
      await build({ index: options, staticIndex: options, pageActions: true });
      await waitFor(async () => ((await searchPages(url, 'majolica')).length > 0 ? true : undefined));
      assert.match(await ask(url, 'What glaze has majolica?'), /white tin glaze/);
    });

    it('makes a site that searches, quotes and copies its pages without a server', async () => {
      await using server = await serveFiles(join(folder, instructions.output), POLICY);
      await using page = await openPuppeteerPage(`${server.url}/`, await findChromium(), DESKTOP);
      await askInPage(page, 'What answers over HTTP?', 'A pyrometer answers over HTTP');
      assert.match(await copyPage(page), /^# Home of the potter\n\n(?:> .*\n+)*A kiln fires clay\./);
      await openResult(page, 'pyrometer melted', 'HTTP interface');
      assert.match(await copyPage(page), /^# HTTP interface\n\n(?:> .*\n+)*A pyrometer answers over HTTP\./);
      await page.click('docs-page-actions', '[part~=more]');
      const isConnected = await page.evaluate(
        () =>
          document.querySelector('docs-page-actions')!.shadowRoot!.querySelector('[part~=connect]') !== null,
      );
      assert.equal(isConnected, false);
      assert.deepEqual(page.problems, []);
      assert.deepEqual(
        server.asked.filter((path) => path.startsWith('/docs-api')),
        [],
      );
    });
  });
}

async function writePage({ plugin }: Recipe, folder: string, name: string, text: string): Promise<void> {
  const file = join(folder, plugin!.pages, `${name}.md`);
  await mkdir(join(folder, plugin!.pages), { recursive: true });
  await writeFile(file, `---\ntitle: ${name}\n---\n\n${text}`);
}

/** Ask as a page on localhost does. @returns the stream of the answer */
async function ask(url: string, question: string): Promise<string> {
  const response = await fetch(`${url}/docs-api/v1/assistant/docs/message`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: 'http://localhost:3000' },
    body: JSON.stringify({
      id: 'majolica',
      fp: 'fp',
      messages: [{ id: 'q', role: 'user', parts: [{ type: 'text', text: question }] }],
    }),
  });
  assert.equal(response.status, 200);
  return response.text();
}
