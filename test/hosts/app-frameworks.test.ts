/**
 * Apps of the frameworks that have a tool of their own, with the files of their pages in the documentation: type-checked,
 * prerendered by their own tool, and used as a reader does. `npm ci --prefix test/hosts/frameworks` installs them.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { promisify, stripVTControlCharacters } from 'node:util';
import { findChromium, findFirefox, type TestBrowser } from '../support/browser.ts';
import { waitFor, type DrivenPage } from './driven-page.ts';
import { followSource } from './follow-source.ts';
import {
  APP_FRAMEWORKS,
  frameworkPackages,
  frameworkProgram,
  frameworksFolder,
  readAppFiles,
  withoutFrameworks,
  type AppFramework,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';
import { measureShift } from './measure-shift.ts';
import { openResult } from './preview-in-browser.ts';
import { openPuppeteerPage } from './puppeteer-page.ts';
import { serveRecipe, type ServedSite } from './serve-recipe.ts';

const run = promisify(execFile);
const chromium = await findChromium();
const browsers = [chromium, findFirefox()].filter((browser) => browser !== null);

/** The Node that runs the tests, no telemetry, no colours. */
const environment = {
  ...process.env,
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH']}`,
  NO_COLOR: '1',
  CI: '1',
  ASTRO_TELEMETRY_DISABLED: '1',
  NEXT_TELEMETRY_DISABLED: '1',
  NUXT_TELEMETRY_DISABLED: '1',
  NG_CLI_ANALYTICS: 'false',
};

describe('Apps as the pages about frameworks say', { skip: withoutFrameworks }, () => {
  before(() => installPackage(frameworkPackages));

  for (const framework of APP_FRAMEWORKS) {
    describe(`an app of ${framework.title}`, () => {
      const project = join(frameworksFolder, '.apps', framework.page);
      const built = join(project, framework.output);
      let served: ServedSite;
      before(async () => {
        await buildApp(framework, project);
        served = await serveRecipe(built);
      });
      after(() => served?.[Symbol.asyncDispose]());

      it('has the elements in the page that is sent', async () => {
        const html = await readFile(join(built, 'index.html'), 'utf8');
        assert.match(html, /<docs-search[^>]* domain="docs"/);
        assert.match(html, /<docs-assistant[^>]* without-launcher/);
      });

      for (const browser of browsers) useIn(browser, () => served.url);

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
        const output = await execute(framework.check, project).catch(({ stdout, stderr }) => stdout + stderr);
        const lines = stripVTControlCharacters(output).split('\n');
        const errors = lines.filter((line) => /\berror\b.*\bTS\d+|\berror ts\(\d+\)|ERROR "/.test(line));
        assert.equal(errors.length, 1, output);
        assert.match(errors[0]!, /wrong\.\w+/, output);
        assert.match(output, /nowhere/);
      });
    });
  }
});

function useIn(browser: TestBrowser, url: () => string): void {
  describe(`in ${browser.name}`, () => {
    let page: DrivenPage;
    before(async () => {
      page = await openPuppeteerPage(url(), browser);
      await page.evaluate(() => {
        console.log = (path: string) => sessionStorage.setItem('logged', path);
      });
    });
    after(() => page?.[Symbol.asyncDispose]());

    it('gives the elements its attributes and properties', async () => {
      const read = () =>
        page.evaluate(() => {
          const { versions, pageSize, domain } = document.querySelector('docs-search')!;
          const { heading } = document.querySelector('docs-assistant')!.strings ?? {};
          return { versions, pageSize, domain, heading };
        });
      await waitFor(async () => ((await read()).heading === 'Ask' ? true : undefined));
      const expected = { versions: ['v2', 'v1'], pageSize: 5, domain: 'docs', heading: 'Ask' };
      assert.deepEqual(await read(), expected);
    });

    it('opens the chat by its reference to the element', async () => {
      await page.evaluate(() => document.querySelector<HTMLElement>('docs-assistant + button')!.click());
      await waitFor(
        async () => (await page.evaluate(() => document.querySelector('docs-assistant')!.open)) || undefined,
      );
    });

    it('keeps the chat open from an answer to its source and back, without a page load', async () => {
      const views = await followSource(page);
      assert.match(views[1].heading, /HTTP interface/);
      assert.equal(new Set(views.map(({ loaded }) => loaded)).size, 1);
    });

    it('leads from a result to its page by its router, and is told of it', async () => {
      await page.evaluate(() => document.querySelector('docs-assistant')!.hide());
      const { isRouted } = await openResult(page, 'pyrometer melted', 'HTTP interface');
      assert.equal(isRouted, true);
      assert.match((await page.evaluate(() => sessionStorage.getItem('logged')))!, /^reference\/?$/);
    });

    it('has no errors, of hydration or of its policy neither', () => assert.deepEqual(page.problems, []));
  });
}

async function buildApp(framework: AppFramework, project: string): Promise<void> {
  await rm(project, { recursive: true, force: true });
  await cp(join(frameworksFolder, 'apps', framework.page), project, { recursive: true });
  for (const [path, text] of await readAppFiles(framework)) {
    await mkdir(dirname(join(project, path)), { recursive: true });
    await writeFile(join(project, path), text);
  }
  for (const command of framework.build) await execute(command, project);
}

async function execute([program, ...args]: readonly string[], cwd: string): Promise<string> {
  const { stdout, stderr } = await run(frameworkProgram(program!), args, {
    cwd,
    env: environment,
    maxBuffer: 64 * 1024 * 1024,
  });
  return stdout + stderr;
}
