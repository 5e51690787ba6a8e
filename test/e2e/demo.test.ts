import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import axe from 'axe-core';
import { CONTENT_SECURITY_POLICY, PLAYGROUND_POLICY } from '../../demo/content-security-policy.ts';
import { detailOf, openDemo, type DemoInBrowser } from '../support/demo-in-browser.ts';
import type { DemoPage } from '../support/visit.ts';

describe('the demo site', () => {
  let site: DemoInBrowser;

  before(async () => {
    site = await openDemo();
  });
  after(() => site.close());

  test('answers every page and asset with the strict policy', async () => {
    const { documentation, server } = site.demo;
    const paths = [
      ...documentation.pages.map(({ path }) => `/${path}`),
      '/nowhere',
      '/assets/site.css',
      '/assets/site.js',
      '/assets/theme.js',
      '/assets/icon.svg',
      '/assets/playground.css',
      '/assets/playground.js',
      '/assets/playground-code.js',
      '/v2/en/playground/stage',
      '/v2/de/playground/stage',
      '/assets/stage.css',
      '/assets/showcase.css',
      '/assets/showcase.js',
      '/cdn/docs-assistant.js',
    ];
    const answers = await Promise.all(paths.map((path) => fetch(server.url + path)));
    const wrong = answers.filter(
      ({ ok, url, headers }) =>
        ok === url.endsWith('/nowhere') ||
        headers.get('content-security-policy') !==
          (url.endsWith('/playground') ? PLAYGROUND_POLICY : CONTENT_SECURITY_POLICY),
    );
    assert.deepEqual(
      wrong.map(({ url, status }) => `${status} ${url}`),
      [],
    );
  });

  test('links to no page that is not there', async () => {
    const { documentation, server } = site.demo;
    const targets = new Set<string>();
    for (const { path } of documentation.pages) {
      const address = `${server.url}/${path}`;
      const html = await (await fetch(address)).text();
      for (const [, href] of html.matchAll(/<a [^>]*href="([^"#]*)/g)) {
        const target = new URL(href!, address);
        if (target.origin === server.url) targets.add(target.href);
      }
    }
    const answers = await Promise.all([...targets].map((target) => fetch(target)));
    assert.deepEqual(
      answers.filter(({ ok }) => !ok).map(({ url }) => url),
      [],
    );
  });

  test('shows the drawing of the parts', async () => {
    const { page, problems } = await site.open('/v2/de');
    await page.waitForFunction(() =>
      [...document.querySelectorAll('article img')].some(
        (image) => (image as HTMLImageElement).naturalWidth > 0,
      ),
    );
    assert.deepEqual(problems, []);
  });

  test('tells readers how to connect the MCP server, which answers at that address', async () => {
    const { page, problems } = await site.open('/v2/en');
    await page.locator('docs-page-actions >>> [part~="more"]').click();
    const command = await page.$eval('docs-page-actions >>> pre', ({ textContent }) => textContent);
    const [, address] = /^claude mcp add --transport http \S+ '(http[^']+)'$/.exec(command)!;
    const client = new Client({ name: 'test', version: '1.0.0' });
    await client.connect(new StreamableHTTPClientTransport(new URL(address!)));
    const found = await client.callTool({
      name: 'search',
      arguments: { query: 'proxy', version: 'v2', language: 'en' },
    });
    assert.match(JSON.stringify(found.structuredContent), /"address":"v2\/en\/proxy/);
    await client.close();
    assert.deepEqual(problems, []);
  });

  for (const scheme of ['light', 'dark']) {
    for (const [path, width] of [
      ['/v2/en/docs-assistant', 1440],
      ['/v2/de/proxy', 390],
      ['/v1/en', 1440],
      ['/v2/en/playground?theme=dark&assistant.mask=&search.mask=&--docs-radius=4px', 1440],
      ['/v2/de/playground?theme=light&assistant.mask=&search.mask=&--docs-radius=4px', 390],
      ['/nowhere', 390],
    ] as const) {
      test(`has nothing for axe to find on ${path}, ${scheme} and ${width} wide`, async () => {
        const { page } = await site.open(path);
        await page.setViewport({ width, height: 900 });
        await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
        // Colours that are on their way from one scheme to the other are nobody's.
        await page.evaluate(() =>
          Promise.allSettled(document.getAnimations().map(({ finished }) => finished)),
        );
        await page.evaluate(axe.source);
        const violations = await page.evaluate(async () => {
          const results = await (globalThis as unknown as { axe: typeof axe }).axe.run();
          return results.violations.map(
            ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(', ')}`,
          );
        });
        assert.deepEqual(violations, []);
      });
    }
  }

  for (const [language, question, next] of [
    ['en', 'How do I add the assistant to my site?', 'Can I use my own model?'],
    ['de', 'Wie binde ich den Assistenten ein?', 'Kann ich ein eigenes Modell verwenden?'],
  ] as const) {
    test(`shows a question being answered on the home page (${language}), and asks another in the chat of the page`, async () => {
      const { page, problems } = await site.open(`/v2/${language}`);
      const shown = '.showcase docs-assistant';
      await page.waitForSelector(`${shown} >>> ::-p-text(${question})`);
      await page.waitForSelector(`${shown} >>> [part~="source"]`);
      await page.waitForFunction((of) => !document.querySelector<HTMLElement>(of)!.inert, {}, shown);
      const targets = await page.$$eval(`${shown} >>> a[part~="source"]`, (links) =>
        links.map(({ href }) => href),
      );
      assert.equal(targets.length, 3);
      for (const target of targets) assert.ok((await fetch(target)).ok, target);
      assert.equal(await page.evaluate(() => document.activeElement!.localName), 'body');
      assert.equal(
        await page.evaluate(() => JSON.stringify({ ...localStorage }).includes('showcase')),
        false,
      );
      await page.evaluate(axe.source);
      assert.deepEqual(
        await page.evaluate(async () =>
          (await (globalThis as unknown as { axe: typeof axe }).axe.run()).violations.map(({ id }) => id),
        ),
        [],
      );

      await page.locator(`${shown} >>> ::-p-text(${next})`).click();
      await page.waitForSelector(`body > docs-assistant >>> ::-p-text(${next})`);
      assert.equal((await page.$$(`${shown} >>> [part~="message-user"]`)).length, 1);
      assert.deepEqual(problems, []);
    });
  }

  describe('in the browser', () => {
    let visit: DemoPage;

    before(async () => {
      visit = await site.open('/v2/en/getting-started');
    });

    test('answers a question and links to the page the answer rests on', async () => {
      const { page } = visit;
      const { status } = await detailOf<{ status: string }>(page, 'docs-assistant-answered', async () => {
        await page.locator('docs-assistant >>> [part~="launcher"]').click();
        await page
          .locator('docs-assistant >>> [part~="input"]')
          .fill('Which Content-Security-Policy do I need?');
        await page.keyboard.press('Enter');
      });
      assert.equal(status, 'done');
      // An answer is drawn in the frames after it has come.
      await page
        .locator('docs-assistant >>> [part~="message-assistant"]')
        .filter((node) => node.textContent?.includes('trusted-types') ?? false)
        .wait();
      await page.waitForSelector('docs-assistant >>> [part~="source"]');
      const source = await page.$eval('docs-assistant >>> [part~="source"]', (node) =>
        (node.closest('a') ?? node.querySelector('a'))?.getAttribute('href'),
      );
      assert.match(source ?? '', /\/v2\/en\/security/);
    });

    test('keeps the open panel and its conversation over a reload', async () => {
      const { page } = visit;
      await page.reload({ waitUntil: 'load' });
      const question = await page.waitForSelector('docs-assistant >>> [part~="message-user"]');
      assert.match((await question?.evaluate((node) => node.textContent)) ?? '', /Content-Security-Policy/);
      await page.click('docs-assistant >>> [part~="close"]');
    });

    test('finds a page while the visitor types, in the version being read', async () => {
      const { page } = visit;
      const { count } = await detailOf<{ count: number }>(page, 'docs-search-results', async () => {
        await page.click('docs-search');
        await page.keyboard.sendCharacter('proxy');
      });
      assert.ok(count > 0);
      await onlyIn(visit, '/v2/en');
    });

    test('finds other pages when the visitor chooses another version', async () => {
      const { page } = visit;
      const version =
        'docs-search >>> [part~="filter-version"] select, docs-search >>> select[part~="filter-version"]';
      // Filters come after the results, at a press.
      await page.waitForSelector('docs-search >>> [part~="filters-open"]');
      await page.click('docs-search >>> [part~="filters-open"]');
      await page.waitForSelector(version);
      await detailOf(page, 'docs-search-results', () => page.select(version, 'v1'));
      await onlyIn(visit, '/v1/en');
    });

    test('opens what was found', async () => {
      const { page } = visit;
      await page.focus('docs-search >>> [part~="input"]');
      await Promise.all([page.waitForNavigation(), page.keyboard.press('Enter')]);
      assert.match(new URL(page.url()).pathname, /^\/v1\/en\//);
    });

    test('does all that without an error and without a report of the policy', () => {
      assert.deepEqual(visit.problems, []);
    });
  });
});

/** Waits until there are results, and all of them are of this version and language. */
async function onlyIn({ page }: DemoPage, folder: string): Promise<void> {
  await page.waitForFunction(
    (start) => {
      const root = document.querySelector('docs-search')!.shadowRoot!;
      const results = [...root.querySelectorAll<HTMLAnchorElement>('[part~="result"]')];
      return results.length > 0 && results.every(({ pathname }) => `${pathname}/`.startsWith(`${start}/`));
    },
    {},
    folder,
  );
}
