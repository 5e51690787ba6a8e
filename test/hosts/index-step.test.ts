/** The index step of the plugins, in builds of the sites in the documentation. */
import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { searchPages, startCommand } from '../cli/command.ts';
import { readInstructions, writeSite, type Instructions } from './build-recipe.ts';
import { createSiteFolder, packages, runGenerator, withoutHost } from './build-site.ts';
import { waitFor } from './driven-page.ts';
import { installPackage } from './install-package.ts';
import { RECIPES, type Recipe } from './recipes.ts';
import { withPluginOption } from './with-plugin-option.ts';

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

    /** Build the site with `index` among the options of the plugin. */
    async function build(index: readonly string[]): Promise<void> {
      const { files, command } = instructions;
      await writeSite(recipe, folder, withPluginOption(files, 'index', index));
      await runGenerator(recipe, command, folder);
    }

    it('fails the build, with a sentence, if the index cannot be written', async () => {
      await writeFile(join(folder, 'file'), '');
      await assert.rejects(
        build(['--no-model', '--data', join(folder, 'file', 'data')]),
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
      await build(['--no-model', '--data', data]);
      await waitFor(async () => ((await searchPages(url, 'majolica')).length > 0 ? true : undefined));
      assert.match(await ask(url, 'What glaze has majolica?'), /white tin glaze/);
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
