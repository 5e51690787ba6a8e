import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { build } from 'esbuild';
import type { Page } from 'puppeteer-core';
import { findChromium, launchBrowser } from './browser.ts';

/** A bare page that runs one module, in a browser of its own. */
export interface BundledPage extends AsyncDisposable {
  /** Open the page once more. @param ready an expression that is true once its module has run */
  open(ready: string): Promise<Page>;
}

/**
 * Bundle a module, and serve it in a page of its own to Chromium, without a limit on the rate of frames.
 *
 * @param entry path of the module
 */
export async function serveBundledPage(entry: string): Promise<BundledPage> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2023',
    conditions: ['production'],
    write: false,
    // Colours of code are no part of what is measured.
    external: ['highlight.js'],
  });
  const server = createServer((request, response) => {
    const isScript = request.url === '/bench.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript ? outputFiles[0]!.contents : '<!doctype html><script type="module" src="/bench.js"></script>',
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { launchOptions } = await findChromium();
  const browser = await launchBrowser({
    ...launchOptions,
    args: [...(launchOptions.args ?? []), '--disable-frame-rate-limit', '--disable-gpu-vsync'],
  });
  return {
    async open(ready) {
      const page = await browser.newPage();
      // A proof on a busy machine takes longer than any test.
      page.setDefaultTimeout(600_000);
      page.on('pageerror', (error) => console.error(error));
      await page.setViewport({ width: 1200, height: 900 });
      await page.goto(origin);
      await page.waitForFunction(ready);
      return page;
    },
    async [Symbol.asyncDispose]() {
      await browser.close();
      server.close();
    },
  };
}
