/**
 * The apps of the frameworks that have a tool of their own, on the servers of these frameworks, which render each page when it
 * is asked for, and on their development servers. In Chromium only: what browsers differ in is tested with the prerendered apps.
 */
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { searchPages } from '../cli/command.ts';
import { findChromium } from '../support/browser.ts';
import type { DrivenPage } from './driven-page.ts';
import { followSource } from './follow-source.ts';
import {
  APP_FRAMEWORKS,
  frameworkPackages,
  frameworksFolder,
  readServeOptions,
  withoutFrameworks,
} from './frameworks.ts';
import { installPackage } from './install-package.ts';
import { openResult } from './preview-in-browser.ts';
import { isForService, passOn, serveInFront, type ServedSite } from './serve-recipe.ts';
import { startService, startSiteServer } from './site-server.ts';
import { itHasElements, itHasNoProblems, openApp, readLogged } from './use-app.ts';
import { changeText, runTool, writeApp } from './write-app.ts';

/** Where the pages say that the service is. */
const SERVICE = 'http://127.0.0.1:8787';
const docs = join(frameworksFolder, 'docs');

describe('Apps on the servers of their frameworks', { skip: withoutFrameworks }, () => {
  const all = new AsyncDisposableStack();
  let service: string;
  before(async () => {
    await installPackage(frameworkPackages);
    service = await startService(docs, all);
  });
  after(() => all.disposeAsync());

  for (const framework of APP_FRAMEWORKS) {
    const { title, policy, forwardsBy, develop, server } = framework;
    describe(`the server of ${title}`, () => {
      const project = join(frameworksFolder, '.apps', `${framework.page}-server`);
      const stack = new AsyncDisposableStack();
      let site: ServedSite;
      let page: DrivenPage;

      before(async () => {
        const { command, changes = [], forwards = false } = server;
        await writeApp(framework, project, [...changes, [forwardsBy, SERVICE, service]]);
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
        const isForFront = (request: Request) => !forwards && isForService(request);
        site = stack.use(
          await serveInFront(
            (request) => passOn(request, isForFront(request) ? service : url.slice(0, -1)),
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

      it('has a development server, which forwards to the service that its page starts', async () => {
        const ownService = await startService(docs, stack, await readServeOptions(framework));
        await changeText(project, [forwardsBy, service, ownService]);
        const url = await startSiteServer(
          { packages: frameworkPackages, command: develop, folder: project },
          stack,
        );
        assert.match(await (await fetch(url)).text(), /<docs-search[^>]* domain="docs"/);
        assert.ok((await searchPages(url.slice(0, -1), 'pyrometer')).includes('reference'));
      });
    });
  }
});
