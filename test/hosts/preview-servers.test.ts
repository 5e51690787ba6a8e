/** The preview servers of Vite and of Astro, which show a built site beside a running service. */
import assert from 'node:assert/strict';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../package/source-files.ts';
import { searchPages } from '../cli/command.ts';
import { readInstructions, writeSite } from './build-recipe.ts';
import { createSiteFolder, packages, runGenerator, withoutHost } from './build-site.ts';
import { installPackage } from './install-package.ts';
import { RECIPES } from './recipes.ts';
import { startService, startSiteServer } from './site-server.ts';
import { withPluginOptions } from './with-plugin-options.ts';

const SITES = [
  {
    name: 'Vite',
    generator: 'vite',
    recipe: RECIPES.find(({ page }) => page === 'plain-html')!,
    readFiles: async () => new Map([['public/vite.config.js', await readViteConfiguration()]]),
    folder: 'public',
    build: ['vite', 'build'],
    preview: (port: number) => ['vite', 'preview', '--port', `${port}`, '--strictPort'],
  },
  {
    name: 'Astro',
    generator: '@astrojs/starlight',
    recipe: RECIPES.find(({ page }) => page === 'starlight')!,
    readFiles: async () => (await readInstructions('starlight')).files,
    folder: '.',
    build: ['astro', 'build'],
    preview: (port: number) => ['astro', 'preview', '--port', `${port}`],
  },
];

for (const { name, generator, recipe, readFiles, build, preview, ...site } of SITES) {
  describe(`the preview server of ${name}`, { skip: withoutHost({ generator }) }, () => {
    const stack = new AsyncDisposableStack();
    let url: string;

    before(async () => {
      await installPackage(packages);
      const project = await createSiteFolder();
      stack.defer(() => rm(project, { recursive: true, maxRetries: 5 }));
      const folder = join(project, site.folder);
      const files = await readFiles();
      await writeSite(recipe, project, files);
      await runGenerator({ name }, build, folder);
      const service = await startService(join(folder, 'dist'), stack);
      await writeSite(recipe, project, withPluginOptions(files, { service }));
      url = await startSiteServer({ packages, command: preview, folder }, stack);
    });
    after(() => stack.disposeAsync());

    it('has the script that its pages name', async () => {
      const page = await (await fetch(url)).text();
      const [, address = ''] = /<script type="module" src="([^"]*docs-assistant\.js)"/.exec(page) ?? [];
      const script = await fetch(new URL(address, url));
      assert.match(script.headers.get('content-type')!, /^text\/javascript/);
      assert.match(await script.text(), /^import|docs-assistant/);
    });

    it('forwards searches to the service', async () => {
      assert.ok((await searchPages(url.slice(0, -1), 'kiln')).includes(''));
    });
  });
}

async function readViteConfiguration(): Promise<string> {
  const page = await readFile(join(root, 'demo/docs/v2/en/generators/vitepress.md'), 'utf8');
  return /^## Other Vite sites\n.*?```js\n(.*?)^```/ms.exec(page)![1]!;
}
