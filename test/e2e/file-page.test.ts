import assert from 'node:assert/strict';
import { cp, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { waitFor } from '../hosts/driven-page.ts';
import { openPage } from '../hosts/open-page.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { serveHandler, type RunningServer } from '../../src/node/serve-handler.ts';
import { findChromium, findFirefox } from '../support/browser.ts';
import { root } from '../package/source-files.ts';

const CDN = join(root, 'dist/cdn');
const writePage = (script: string): string => `<!doctype html><html lang="en"><meta charset="utf-8">
<script src="${script}"></script><docs-search index="docs-index/"></docs-search>`;

let server: RunningServer;
let folder: TemporaryFolder;

before(async () => {
  server = await serveHandler(async (request) => {
    const name = new URL(request.url).pathname.slice(1);
    // As a CDN sends it.
    const headers = { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' };
    return new Response(await readFile(join(CDN, name)), { headers });
  });
  folder = await temporaryFolder({
    'cdn.html': writePage(`${server.url}/docs-assistant.classic.js`),
    'file.html': writePage('docs-assistant.classic.js'),
  });
  for (const name of ['docs-assistant.classic.js', 'docs-assistant.js'])
    await cp(join(CDN, name), join(folder.path, name));
});
after(async () => {
  await folder[Symbol.asyncDispose]();
  await server.close();
});

for (const browser of [await findChromium(), findFirefox()]) {
  if (browser === null) continue;
  test(`a page that was opened as a file says that it has no search, in ${browser.name}`, async () => {
    await using page = await openPage(pathToFileURL(join(folder.path, 'cdn.html')).href, browser);
    await page.type('docs-search', 'input', 'keyboard');
    // The sentence comes after the panel.
    await waitFor(async () => {
      const says = await page.evaluate(
        () => document.querySelector('docs-search')!.shadowRoot!.querySelector('[part=error]')?.textContent,
      );
      return says?.includes('There is no search for this documentation') || undefined;
    });
    assert.ok(
      page.problems!.some((problem) => /opened as a file.*serve its folder over HTTP/.test(problem)),
      page.problems!.join('\n'),
    );
  });
}

test('a script that was opened as a file says that Chromium loads no module from there', async () => {
  await using page = await openPage(pathToFileURL(join(folder.path, 'file.html')).href, await findChromium());
  await waitFor(async () =>
    page.problems!.find((problem) => /was not loaded.*serve its folder over HTTP/.test(problem)),
  );
});
