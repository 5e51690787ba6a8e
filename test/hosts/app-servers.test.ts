/**
 * The apps of the frameworks that have a tool of their own, on the servers of these frameworks, which render each page when it
 * is asked for. In Chromium only: what browsers differ in is tested with the prerendered apps.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { findChromium } from '../support/browser.ts';
import type { DrivenPage } from './driven-page.ts';
import { followSource } from './follow-source.ts';
import {
  APP_FRAMEWORKS,
  frameworkPackages,
  frameworksFolder,
  withoutFrameworks,
  type TextChange,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';
import { openResult } from './preview-in-browser.ts';
import { isForService, passOn, serveInFront, type ServedSite } from './serve-recipe.ts';
import { startService, startSiteServer } from './site-server.ts';
import { itHasElements, itHasNoProblems, openApp, readLogged } from './use-app.ts';
import { runTool, writeApp } from './write-app.ts';

/** Where the pages say that the service is. */
const SERVICE = 'http://127.0.0.1:8787';

describe('Apps on the servers of their frameworks', { skip: withoutFrameworks }, () => {
  const all = new AsyncDisposableStack();
  let service: string;
  before(async () => {
    await installPackage(frameworkPackages);
    service = await startService(join(frameworksFolder, 'docs'), all);
  });
  after(() => all.disposeAsync());

  for (const framework of APP_FRAMEWORKS) {
    const { title, policy, server } = framework;
    describe(`the server of ${title}`, () => {
      const project = join(frameworksFolder, '.apps', `${framework.page}-server`);
      const stack = new AsyncDisposableStack();
      let site: ServedSite;
      let page: DrivenPage;

      before(async () => {
        const { command, changes = [], forwardsBy } = server;
        const forwards: TextChange[] = forwardsBy === undefined ? [] : [[forwardsBy, SERVICE, service]];
        await writeApp(framework, project, [...changes, ...forwards]);
        await runTool(command, project);
        const url = await startSiteServer(
          {
            packages: frameworkPackages,
            command: server.start,
            folder: project,
            environment: (port) => ({ PORT: `${port}`, HOST: '127.0.0.1', NODE_ENV: 'production' }),
          },
          stack,
        );
        const passesToService = (request: Request) => forwardsBy === undefined && isForService(request);
        site = stack.use(
          await serveInFront(
            (request) => passOn(request, passesToService(request) ? service : url.slice(0, -1)),
            policy,
          ),
        );
        page = stack.use(await openApp(site.url, await findChromium()));
      });
      after(() => stack.disposeAsync());

      it('has the elements in the page, which it renders for each request', async () => {
        assert.equal(existsSync(join(project, server.page)), false);
        const html = await (await fetch(site.url)).text();
        assert.match(html, /<docs-search[^>]* domain="docs"/);
        assert.match(html, /<docs-assistant[^>]* without-launcher/);
      });

      itHasElements(() => page);

      it('keeps the chat open from an answer to its source and back, without a page load', async () => {
        const views = await followSource(page);
        assert.match(views[1].heading, /HTTP interface/);
        assert.equal(new Set(views.map(({ loaded }) => loaded)).size, 1);
      });

      it('leads from a result to its page by its router, and is told of it', async () => {
        await page.evaluate(() => document.querySelector('docs-assistant')!.hide());
        const { isRouted } = await openResult(page, 'pyrometer melted', 'HTTP interface');
        assert.equal(isRouted, true);
        assert.equal(await readLogged(page), 'reference');
      });

      itHasNoProblems(
        () => page,
        () => site,
      );
    });
  }
});
