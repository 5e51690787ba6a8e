import assert from 'node:assert/strict';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { waitFor } from '../hosts/driven-page.ts';
import { openPage } from '../hosts/open-page.ts';
import { temporaryFolder, type TemporaryFolder } from '../service/docs-folder.ts';
import { findChromium, findFirefox } from '../support/browser.ts';
import { root } from '../package/source-files.ts';

/** Browsers load no module from a file. */
const PAGE = `<!doctype html><html lang="en"><meta charset="utf-8"><script src="docs-assistant.classic.js"></script>
<docs-search index="docs-index/"></docs-search>`;

let folder: TemporaryFolder;

before(async () => {
  folder = await temporaryFolder({ 'index.html': PAGE });
  const script = 'docs-assistant.classic.js';
  await cp(join(root, 'dist/cdn', script), join(folder.path, script));
});
after(() => folder[Symbol.asyncDispose]());

for (const browser of [await findChromium(), findFirefox()]) {
  if (browser === null) continue;
  test(`a page that was opened as a file says that it has no search, in ${browser.name}`, async () => {
    await using page = await openPage(pathToFileURL(join(folder.path, 'index.html')).href, browser);
    await page.type('docs-search', 'input', 'keyboard');
    const says = await waitFor(() =>
      page.evaluate(
        () => document.querySelector('docs-search')!.shadowRoot!.querySelector('[part=error]')?.textContent,
      ),
    );
    assert.match(says, /There is no search for this documentation/);
    assert.ok(
      page.problems!.some((problem) => /opened as a file.*serve its folder over HTTP/.test(problem)),
      page.problems!.join('\n'),
    );
  });
}
