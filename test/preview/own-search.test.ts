/** A site with a search of its own, in a preview and in a browser. The page says which of the two searches is opened. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { createBuiltSite } from '../../src/preview/built-site.ts';
import { createPreview, PREVIEW_CDN_PATH, previewMarkup } from '../../src/preview/preview-handler.ts';
import { temporaryFolder } from '../service/docs-folder.ts';
import { findChromium, launchBrowser } from '../support/browser.ts';

/** Stands for the bundle of the elements, which is not built here. */
const ELEMENTS = `customElements.define('docs-search', class extends HTMLElement {
  connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<input>'; }
  show() { opened.push('ours'); this.shadowRoot.firstChild.focus(); }
});`;
/** Sites listen at one of these, on the way up; some stop the event, and some only look at it. */
const PAGE = (listener: string) => `<!doctype html><html><head><title>Kiln</title></head><body>
<site-search><button>Search</button></site-search><button class="DocSearch-Button">Search</button>
<div class="VPNavBarSearch">Search</div><button data-search>Search</button><div class="md-search"><button>Search</button></div>
<div class="hextra-search-wrapper"><input></div><main class="research"><input id="field"><p>Text</p></main>
<script>
  window.opened = [];
  ${listener}.addEventListener('keydown', (event) => {
    if (event.key === '/' || ((event.metaKey || event.ctrlKey) && event.key === 'k')) {
      event.preventDefault();
      event.stopPropagation();
      opened.push('theirs');
    }
  });
</script></body></html>`;

let browser: Browser;
before(async () => {
  browser = await launchBrowser((await findChromium()).launchOptions);
});
after(() => browser.close());

async function openSite(listener: string, markup?: string): Promise<AsyncDisposable & { page: Page }> {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(await temporaryFolder({ 'index.html': PAGE(listener) }));
  const site = createBuiltSite({
    folder: join(folder.path),
    base: '/',
    markup: markup ?? previewMarkup({ domain: 'kiln', base: '/', hasModel: true }),
  });
  const cdn = () => new Response(ELEMENTS, { headers: { 'content-type': 'text/javascript' } });
  const missing = () => new Response(null, { status: 404 });
  const handler = createPreview({ site, cdn, cdnPath: PREVIEW_CDN_PATH, api: missing, apiPath: '/api' });
  const server = await serveHandler(handler, { closeWithin: 0 });
  stack.defer(() => server.close());
  const page = await browser.newPage();
  stack.defer(() => page.close());
  await page.goto(server.url);
  const held = stack.move();
  return { page, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

const openedIn = (page: Page) => page.evaluate(() => (window as unknown as { opened: string[] }).opened);

async function pressModified(page: Page, key: 'Control' | 'Meta'): Promise<void> {
  await page.keyboard.down(key);
  await page.keyboard.press('k');
  await page.keyboard.up(key);
}

for (const listener of ['document', 'window', 'document.body', 'document.documentElement']) {
  test(`the keys of a search open ours alone, in a site that listens at ${listener}`, async () => {
    await using site = await openSite(listener);
    const { page } = site;
    await pressModified(page, 'Control');
    await page.waitForFunction(() => document.activeElement?.localName === 'docs-search');
    // Inside of our own, which the other would cover.
    await pressModified(page, 'Meta');
    await page.evaluate(() =>
      (document.activeElement as HTMLElement).shadowRoot!.querySelector('input')!.blur(),
    );
    await page.keyboard.press('/');
    await page.waitForFunction(() => document.activeElement?.localName === 'docs-search');
    assert.deepEqual(await openedIn(page), ['ours', 'ours', 'ours']);
  });
}

test('a slash that is typed into a field, and other keys, are left to the page', async () => {
  await using site = await openSite('window');
  const { page } = site;
  await page.focus('#field');
  await page.keyboard.type('a/k');
  assert.equal(await page.$eval('#field', (field) => (field as HTMLInputElement).value), 'ak');
  assert.deepEqual(await openedIn(page), ['theirs']);
});

test('boxes and buttons of known searches are not seen, and nothing else is hidden', async () => {
  await using site = await openSite('window');
  const visible = await site.page.$$eval('body > :not(script, style, link)', (elements) =>
    elements.filter((element) => element.checkVisibility()).map(({ localName }) => localName),
  );
  assert.deepEqual(
    visible.filter((name) => !name.startsWith('docs-')),
    ['main'],
  );
});

test('a site that has our elements already keeps its keys and its boxes', async () => {
  await using site = await openSite('window', '');
  await pressModified(site.page, 'Control');
  assert.deepEqual(await openedIn(site.page), ['theirs']);
});
