/** The pages about site generators without a plugin, followed as they say for a site without a server. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { root } from '../package/source-files.ts';
import { findChromium, findFirefox } from '../support/browser.ts';
import { serveFiles, type FileServer } from '../support/file-server.ts';
import { readInstructions, writeSite } from './build-recipe.ts';
import { createSiteFolder, runGenerator, withoutHost } from './build-site.ts';
import { ask, openResult } from './preview-in-browser.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { RECIPES } from './recipes.ts';

const PROGRAM = join(root, 'dist/cli/docs-assistant.js');
/** What the pages say to replace, and by what. */
const SERVER = 'endpoint="/docs-api" domain="docs"';
const INDEX = 'index="/docs-index/"';
/** Wide enough for the sidebars of all themes. */
const DESKTOP = { width: 1280, height: 800 };
/** The themes have scripts in their pages. */
const POLICY = "default-src 'self' 'unsafe-inline' data:";

const browsers = [await findChromium(), findFirefox()].filter((browser) => browser !== null);

for (const recipe of RECIPES.filter(({ plugin }) => plugin === undefined)) {
  describe(`a site of ${recipe.name} without a server`, { skip: withoutHost(recipe) }, () => {
    let folder: string;
    let server: FileServer;

    before(async () => {
      folder = await createSiteFolder();
      const { files, command, output } = await readInstructions(recipe.page);
      const replaced = Array.from(files, ([path, text]) => [path, text.replaceAll(SERVER, INDEX)] as const);
      assert.ok(replaced.some(([, text]) => text.includes(INDEX)));
      await writeSite(recipe, folder, new Map(replaced));
      if (command.length > 0) await runGenerator(recipe, command, folder);
      const build = [...(await readBuildCommand(recipe.page)), '--no-model'];
      execFileSync(process.execPath, [PROGRAM, ...build], { cwd: folder, stdio: 'pipe' });
      server = await serveFiles(join(folder, output), POLICY);
    });
    after(async () => {
      await server?.[Symbol.asyncDispose]();
      await rm(folder, { recursive: true, maxRetries: 5 });
    });

    for (const browser of browsers) {
      it(`finds a page and quotes it, in ${browser.name}`, async () => {
        await using page = await openPuppeteerPage(`${server.url}/`, browser, DESKTOP);
        await ask(page, 'What answers over HTTP?', 'A pyrometer answers over HTTP');
        const { url } = await openResult(page, 'pyrometer melted', 'HTTP interface');
        assert.equal((await fetch(url)).status, 200);
      });
    }
  });
}

/** Read the command that writes the index out of a page of the documentation. */
async function readBuildCommand(name: string): Promise<string[]> {
  const page = await readFile(join(root, `demo/docs/v2/en/generators/${name}.md`), 'utf8');
  const [, command] = /^npx docs-assistant (build .+)$/m.exec(page)!;
  return command!.split(' ');
}
