import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import type { Browser, Page } from 'puppeteer-core';
import { createCdnHandler, CDN_PATH } from '../../src/cli/cdn-files.ts';
import { serveHandler, type RunningServer } from '../../src/node/serve-handler.ts';
import { findChromium, findFirefox, launchBrowser } from '../support/browser.ts';

const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Page</title>
<style>body { margin: 0 } #text { width: 600px; height: 3000px; margin: auto }</style>
<div id="text">Text</div>
<docs-assistant endpoint="/api" domain="docs" storage="memory" variant="dialog"></docs-assistant>
<script type="module" src="/cdn/docs-assistant.js"></script>`;

let server: RunningServer;
before(async () => {
  const cdn = createCdnHandler();
  server = await serveHandler((request) =>
    new URL(request.url).pathname.startsWith(CDN_PATH)
      ? cdn(request)
      : new Response(PAGE, { headers: { 'content-type': 'text/html' } }),
  );
});
after(() => server.close());

/** The tests of the elements run in browsers whose scroll bars take no room, as on a phone. */
for (const browser of [await findChromium(), findFirefox()]) {
  if (browser === null) continue;
  describe(`below a modal panel, where scroll bars take room, in ${browser.name}`, () => {
    let program: Browser;
    let page: Page;
    before(async () => {
      program = await launchBrowser({ ...browser.launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] });
      page = await program.newPage();
      await page.setViewport({ width: 1100, height: 700 });
      await page.goto(server.url);
    });
    after(() => program.close());

    /** Width of the page, place of its text, and how far it is scrolled. */
    const look = (): Promise<number[]> =>
      page.evaluate(() => {
        const { left, width } = document.querySelector('#text')!.getBoundingClientRect();
        return [document.documentElement.clientWidth, left, width, scrollY];
      });

    it('the page stays as wide, where it is, and does not scroll (chat-43)', async () => {
      const closed = await look();
      assert.ok(closed[0]! < 1100, 'The scroll bar takes no room.');
      await page.evaluate(() => document.querySelector('docs-assistant')!.show());
      await page.waitForSelector('docs-assistant >>> dialog:modal');
      assert.deepEqual(await look(), closed);
      await page.focus('docs-assistant >>> [part=close]');
      for (const key of ['PageDown', 'End', 'ArrowDown'] as const) await page.keyboard.press(key);
      await page.evaluate(() => {
        document.documentElement.dataset['turns'] = '';
        const count = () => (document.documentElement.dataset['turns'] += '|');
        // The panel keeps them from the document.
        window.addEventListener('wheel', count, { capture: true });
      });
      // On the backdrop, the header and the conversation.
      for (const [x, y] of [
        [20, 20],
        [500, 40],
        [500, 350],
      ] as const) {
        await page.mouse.move(x, y);
        await page.mouse.wheel({ deltaY: 300 });
      }
      await page.waitForFunction(() => document.documentElement.dataset['turns'] === '|||');
      // A page that scrolls begins to within some frames.
      await page.evaluate(async () => {
        for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
      });
      assert.deepEqual(await look(), closed);
      await page.keyboard.press('Escape');
      await page.waitForSelector('docs-assistant >>> dialog:not([open])');
      assert.deepEqual(await look(), closed);
      await page.mouse.wheel({ deltaY: 300 });
      await page.waitForFunction(() => scrollY > 0);
    });
  });
}
