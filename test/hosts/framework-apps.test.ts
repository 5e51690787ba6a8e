/**
 * The components in the documentation, each in a small app of its framework, rendered on a server or not, built by Vite and used as a reader does. The
 * frameworks are kept apart: `npm ci --prefix test/hosts/frameworks`.
 */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { findChromium, findFirefox, type TestBrowser } from '../support/browser.ts';
import { sites } from './build-site.ts';
import type { DrivenPage } from './driven-page.ts';
import {
  frameworkPackages,
  frameworkProgram,
  FRAMEWORKS,
  frameworksFolder,
  readExamples,
  withoutFrameworks,
  type Framework,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';
import { ask, openResult } from './preview-in-browser.ts';
import { serveRecipe, type ServedSite } from './serve-recipe.ts';
import { itFollowsTheme, itHasElements, itHasNoProblems, openApp, readLogged } from './use-app.ts';

const run = promisify(execFile);
/** Beside the frameworks, so that both are found as in a project that has installed them. */
const work = join(frameworksFolder, '.apps');
const browsers = [await findChromium(), findFirefox()].filter((browser) => browser !== null);

/** A server sends `rendered` apps with the markup of their component, which the script then hydrates. */
const MODES = ['rendered', 'empty'] as const;
type Mode = (typeof MODES)[number];

describe('Apps of frameworks', { skip: withoutFrameworks }, () => {
  before(() => installPackage(frameworkPackages));

  for (const framework of FRAMEWORKS) {
    for (const mode of MODES) {
      describe(`the component for ${framework.title} in a page that a server sends ${mode}`, () => {
        let folder: string;
        let served: ServedSite;
        before(async () => {
          folder = await buildApp(framework, mode);
          served = await serveRecipe(folder, framework.policy);
        });
        after(() => served?.[Symbol.asyncDispose]());

        if (mode === 'rendered')
          it('is in the page with its attributes before any script runs', async () => {
            const html = await readFile(join(folder, 'index.html'), 'utf8');
            assert.match(html, /<docs-search[^>]* domain="docs"/);
            assert.match(html, /<docs-assistant[^>]* without-launcher/);
          });

        for (const browser of browsers) useIn(browser, () => served, framework);
      });
    }
  }
});

function useIn(browser: TestBrowser, site: () => ServedSite, { darken }: Framework): void {
  describe(`in ${browser.name}`, () => {
    let page: DrivenPage;
    before(async () => {
      page = await openApp(site().url, browser);
    });
    after(() => page?.[Symbol.asyncDispose]());

    itHasElements(() => page);
    itFollowsTheme(() => page, darken);

    it('gives an answer', () => ask(page, 'What answers over HTTP?', 'A pyrometer answers over HTTP'));

    it('is told which result is opened', async () => {
      await openResult(page, 'pyrometer melted', 'HTTP interface');
      assert.equal(await readLogged(page), 'reference/');
    });

    itHasNoProblems(() => page, site);
  });
}

/** Build the app of a framework with the component of the documentation, and put a page beside it. @returns its folder */
async function buildApp(framework: Framework, mode: Mode): Promise<string> {
  const { name, ending } = framework;
  const project = join(work, `${name}-${mode}`);
  await rm(project, { recursive: true, force: true });
  await mkdir(project, { recursive: true });
  await cp(join(frameworksFolder, 'apps', name), project, { recursive: true });
  for (const [component, example] of await readExamples(framework, 'en'))
    await writeFile(join(project, `${component}.${ending}`), example);
  const script = ending === 'tsx' ? 'tsx' : 'ts';
  const { head = '', html } =
    mode === 'empty' ? { html: '' } : await renderOnServer(project, `server.${script}`);
  await writeFile(
    join(project, 'index.html'),
    `<!doctype html>
<html lang="en">
<head><title>Kiln</title>${head}</head>
<body>
<main><h1>Kiln</h1><p>Fires pots.</p></main>
<div id="app">${html}</div>
<script type="module" src="./main.${script}"></script>
</body>
</html>
`,
  );
  await run(frameworkProgram('vite'), ['build'], { cwd: project });
  const built = join(project, 'dist');
  await cp(join(sites, 'recipes/plain-html/public/reference'), join(built, 'reference'), { recursive: true });
  return built;
}

/** Render the component as a server does: in Node, where the elements are no more than tags. */
async function renderOnServer(project: string, entry: string): Promise<{ head?: string; html: string }> {
  await run(frameworkProgram('vite'), ['build', '--ssr', entry, '--outDir', 'server'], { cwd: project });
  const { head, render } = (await import(pathToFileURL(join(project, 'server/server.js')).href)) as {
    head?: string;
    render: () => string | Promise<string>;
  };
  return { ...(head !== undefined && { head }), html: await render() };
}
