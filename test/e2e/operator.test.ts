import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import axe from 'axe-core';
import { CONTENT_SECURITY_POLICY } from '../../demo/content-security-policy.ts';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { createRepository, type GitRepository } from '../service/deploy/git-repository.ts';
import { detailOf, openDemo, type DemoInBrowser } from '../support/demo-in-browser.ts';
import type { DemoPage } from '../support/visit.ts';
import { root } from '../package/source-files.ts';

/** Write a page with bundles for script tags, and with their elements. */
function writePage(domain: string, bundles: readonly string[]): string {
  return `<!doctype html><html lang="en"><link rel="icon" href="/assets/icon.svg">
    ${bundles.map((bundle) => `<script type="module" src="/cdn/${bundle}.js"></script>`).join('')}
    <docs-search endpoint="/docs-api" domain="${domain}"></docs-search>
    <docs-assistant endpoint="/docs-api" domain="${domain}"></docs-assistant>
    <docs-page-feedback domain="${domain}"></docs-page-feedback>
    <docs-page-actions></docs-page-actions>
    <docs-deployment endpoint="/docs-api" project-id="${domain}"></docs-deployment>`;
}
/** The bundles of each page. */
const PAGES: Readonly<Record<string, readonly string[]>> = {
  '/all': ['docs-assistant', 'page-feedback', 'page-actions', 'admin'],
  '/apart': ['admin', 'page-actions', 'page-feedback'],
};

test('nothing that readers load has the elements for maintainers in it', () => {
  const names = globSync('*.js', { cwd: join(root, 'dist/cdn') });
  const isAdmin = (name: string) =>
    /docs-deployment-change|docs-agent-jobs|docs-insights/.test(
      readFileSync(join(root, 'dist/cdn', name), 'utf8'),
    );
  assert.deepEqual(
    names.filter(isAdmin).filter((name) => !name.startsWith('admin')),
    [],
  );
  assert.ok(isAdmin('admin.js'));
});

describe("the operator's page of the demo", () => {
  let repository: GitRepository;
  let site: DemoInBrowser;
  let visit: DemoPage;

  before(async () => {
    repository = await createRepository({
      'index.md': '# Birds\n\nSee [the albatross](./albatros.md).',
      'albatross.md': '# Albatross\n\nIt glides.',
    });
    site = await openDemo({ folder: repository.path, embeddings: null });
    visit = await site.open(site.demo.operatorLink);
    await visit.page.waitForSelector('docs-agent-jobs >>> [part~="empty"]');
  });
  after(async () => {
    await site.close();
    await repository[Symbol.asyncDispose]();
  });

  test('has room for the elements for readers, whose bundles share one Lit', async () => {
    const server = await serveHandler((request) => {
      const { pathname } = new URL(request.url);
      const bundles = PAGES[pathname];
      // The demo tells it to its operator alone.
      if (pathname.includes('/latest-update/')) return new Response(null, { status: 204 });
      if (bundles === undefined) return fetch(new Request(site.demo.server.url + pathname, request));
      const headers = { 'content-type': 'text/html', 'content-security-policy': CONTENT_SECURITY_POLICY };
      return new Response(writePage(site.demo.projectId, bundles), { headers });
    });
    for (const path of Object.keys(PAGES)) {
      const { page, problems } = await site.open(server.url + path);
      await page.waitForSelector('docs-deployment >>> [part~="start"]');
      await page.waitForSelector('docs-page-feedback >>> [part~="rating"]');
      await page.waitForSelector('docs-page-actions >>> [part~="copy"]');
      if (path === '/all') {
        await page.click('docs-assistant >>> [part~="launcher"]');
        await page.waitForSelector('docs-assistant >>> [part~="input"]');
      }
      await page.close();
      assert.deepEqual(problems, []);
    }
    await server.close();
  });

  test('takes the key out of the address', () => {
    assert.equal(new URL(visit.page.url()).href, `${site.demo.server.url}/operator`);
  });

  test('opens the admin routes to nobody else', async () => {
    const { server, operatorLink, projectId } = site.demo;
    const jobs = `${server.url}/docs-api/v1/agent/${projectId}/jobs`;
    const key = new URL(operatorLink).searchParams.get('key')!;
    const [stranger, forger, cookie] = await Promise.all([
      fetch(jobs),
      fetch(jobs, { headers: { cookie: 'docs-demo-operator=undefined' } }),
      fetch(jobs, { headers: { cookie: `docs-demo-operator=${key}` } }),
    ]);
    assert.deepEqual([stranger.status, forger.status, cookie.status], [403, 403, 200]);
    const wrongLink = await fetch(`${server.url}/operator?key=${'0'.repeat(key.length)}`);
    assert.equal(wrongLink.headers.get('set-cookie'), null);
    assert.equal((await fetch(`${server.url}/docs-service/v1/agent/${projectId}/jobs`)).status, 401);
  });

  test('brings a changed file into the search', async () => {
    const { page } = visit;
    await repository.commit({ 'albatross.md': '# Albatross\n\nIt glides over the ocean.' }, 'Say where');
    await page.locator('docs-deployment:not([variant]) >>> [part~="start"]').click();
    await page.locator('docs-deployment:not([variant]) >>> [part~="confirm-yes"]').click();
    await page.waitForSelector('docs-deployment:not([variant]) >>> [part~="state"][data-tone="done"]');
    const summary = await page.$eval(
      'docs-deployment:not([variant]) >>> [part~="summary"]',
      (node) => node.textContent,
    );
    assert.match(summary ?? '', /1 changed/);
    const commit = await page.$eval(
      'docs-deployment:not([variant]) >>> [part~="commit"]',
      (node) => node.textContent,
    );
    assert.match(commit ?? '', /Say where/);
    await page.waitForSelector('docs-deployment[variant="badge"] >>> [part~="badge"][data-tone="done"]');
    const reader = await site.open('/');
    const { count } = await detailOf<{ count: number }>(reader.page, 'docs-search-results', async () => {
      await reader.page.click('docs-search');
      await reader.page.keyboard.sendCharacter('ocean');
    });
    assert.ok(count > 0);
  });

  test('shows the page that a reader has followed from a search', async () => {
    const reader = await site.open('/');
    await detailOf(reader.page, 'docs-search-results', async () => {
      await reader.page.click('docs-search');
      await reader.page.keyboard.sendCharacter('glides');
    });
    // What reports it is loaded after the panel.
    await reader.page.waitForNetworkIdle();
    await Promise.all([
      reader.page.waitForNavigation(),
      reader.page.locator('docs-search >>> [role="option"]').click(),
    ]);
    assert.deepEqual(reader.problems, []);

    const { page } = visit;
    await page.locator('docs-insights >>> [part~="refresh"]').click();
    await page.locator('docs-insights >>> [part~="lists"] label:last-child').click();
    const entry = await page.waitForSelector('docs-insights >>> [part~="entry"]');
    assert.match(
      (await entry!.evaluate((node) => node.textContent)) ?? '',
      /\/albatross\s+Followed 1Helpful 0/,
    );
  });

  test('shows the session of an agent that checks the links', async () => {
    const { projectId, adminEndpoint, adminKey } = site.demo;
    const command = join(root, 'dist/cli/docs-assistant.js');
    const args = ['job', 'check-links', repository.path, '--project', projectId, '--endpoint', adminEndpoint];
    const { page } = visit;
    await detailOf(page, 'docs-agent-jobs-change', () =>
      promisify(execFile)(process.execPath, [command, ...args], {
        env: { ...process.env, DOCS_ADMIN_KEY: adminKey },
      }),
    );
    await page.waitForSelector('docs-agent-jobs >>> [part~="session"] [data-tone="done"]');
    await page.locator('docs-agent-jobs >>> [part~="session"]').click();
    await page
      .locator('docs-agent-jobs >>> [part~="detail"]')
      .filter((node) => node.textContent?.includes('albatros.md') ?? false)
      .wait();
  });

  test('has nothing for axe to find, and no report of the policy', async () => {
    const { page, problems } = visit;
    await page.evaluate(axe.source);
    const violations = await page.evaluate(async () => {
      const results = await (globalThis as unknown as { axe: typeof axe }).axe.run();
      return results.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`);
    });
    assert.deepEqual(violations, []);
    assert.deepEqual(problems, []);
  });

  test('is in German, too', async () => {
    const { page } = visit;
    await page.goto(`${site.demo.server.url}/operator/de`);
    await page.waitForFunction(() =>
      Object.entries({
        'docs-agent-jobs': 'Sitzungen',
        'docs-deployment:not([variant])': 'Veröffentlicht',
      }).every(([selector, word]) =>
        document.querySelector(selector)?.shadowRoot?.textContent.includes(word),
      ),
    );
  });
});
