/**
 * The components in the documentation, each in a small app of its framework, built by Vite and used as a reader does. The
 * frameworks are kept apart: `npm ci --prefix test/hosts/frameworks`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify } from 'node:util';
import { findChromium, findFirefox } from '../support/browser.ts';
import { sites } from './build-site.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';
import {
  frameworkPackages,
  frameworkProgram,
  FRAMEWORKS,
  frameworksFolder,
  readExample,
  withoutFrameworks,
  type Framework,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';
import { ask, openResult } from './preview-in-browser.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { serveRecipe, type ServedSite } from './serve-recipe.ts';

const run = promisify(execFile);
/** Beside the frameworks, so that both are found as in a project that has installed them. */
const work = join(frameworksFolder, '.apps');
const browsers = [await findChromium(), findFirefox()].filter((browser) => browser !== null);

describe('Apps of frameworks', { skip: withoutFrameworks }, () => {
  before(() => installPackage(frameworkPackages));

  for (const framework of FRAMEWORKS) {
    describe(`the component for ${framework.title}`, () => {
      let served: ServedSite;
      before(async () => {
        served = await serveRecipe(await buildApp(framework));
      });
      after(() => served?.[Symbol.asyncDispose]());

      for (const browser of browsers) {
        describe(`in ${browser.name}`, () => {
          let page: DrivenPage;
          before(async () => {
            page = await openPuppeteerPage(served.url, browser);
          });
          after(() => page?.[Symbol.asyncDispose]());

          it('gives the elements its attributes and properties', async () => {
            const given = await waitFor(() =>
              page.evaluate(() => {
                const search = document.querySelector('docs-search');
                const assistant = document.querySelector('docs-assistant');
                if (!search?.shadowRoot || !assistant?.shadowRoot) return undefined;
                const { versions, pageSize, domain } = search;
                return { versions, pageSize, domain, heading: assistant.strings.heading };
              }),
            );
            const expected = { versions: ['v2', 'v1'], pageSize: 5, domain: 'docs', heading: 'Ask' };
            assert.deepEqual(given, expected);
          });

          it('opens the chat by its reference to the element, and gives an answer', async () => {
            await page.evaluate(() => document.querySelector<HTMLElement>('#app > button')!.click());
            await waitFor(
              async () =>
                (await page.evaluate(() => document.querySelector('docs-assistant')!.open)) || undefined,
            );
            await ask(page, 'What answers over HTTP?', 'A pyrometer answers over HTTP');
          });

          it('is told which result is opened', async () => {
            await page.evaluate(() => {
              console.log = (path: string) => sessionStorage.setItem('logged', path);
            });
            await openResult(page, 'pyrometer melted', 'HTTP interface');
            assert.equal(await page.evaluate(() => sessionStorage.getItem('logged')), 'reference/');
          });

          it('has no errors', () => assert.deepEqual(page.problems, []));
        });
      }
    });
  }
});

/** Build the app of a framework with the component of the documentation, and put a page beside it. @returns its folder */
async function buildApp(framework: Framework): Promise<string> {
  const { name, ending } = framework;
  const project = join(work, name);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  await cp(join(frameworksFolder, 'apps', name), project, { recursive: true });
  await writeFile(join(project, `Help.${ending}`), await readExample(framework, 'en'));
  const main = `main.${ending === 'tsx' ? 'tsx' : 'ts'}`;
  await writeFile(
    join(project, 'index.html'),
    `<!doctype html>
<html lang="en">
<title>Kiln</title>
<main><h1>Kiln</h1><p>Fires pots.</p></main>
<div id="app"></div>
<script type="module" src="./${main}"></script>
</html>
`,
  );
  await run(frameworkProgram('vite'), ['build'], { cwd: project });
  const built = join(project, 'dist');
  await cp(join(sites, 'recipes/plain-html/public/reference'), join(built, 'reference'), { recursive: true });
  return built;
}
