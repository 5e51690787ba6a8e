/**
 * `npm run gallery`: draws every scene of the elements in every look and every browser there is, and puts the pictures onto
 * contact sheets: `.gallery/index.html`, and one PNG for each browser, look and element. `-- --look dark --browser firefox
 * --scene "a question waits"` draws a part.
 */
import { writeFile } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { defaultReporter, startTestRunner } from '@web/test-runner';
import { findChromium, findFirefox, findWebKit, launchBrowser } from '../support/browser.ts';
import { gallery, type Picture } from './gallery-plugin.ts';
import { LOOKS } from './looks.ts';

const values = await readOptions();
if (values.browser !== undefined) process.env['TEST_BROWSER'] = values.browser;
const { default: config } = await import('../web-test-runner.config.mjs');

const folder = fileURLToPath(new URL('../../.gallery', import.meta.url));
const pictures: Picture[] = [];
const passed = await drawScenes();
if (pictures.length === 0) {
  fail(
    passed
      ? `No scene has "${values.scene}" in its name: see the names in test/support/scenes.`
      : 'Nothing was drawn.',
  );
}
await drawSheets();
console.log(`${pictures.length} pictures: ${pathToFileURL(join(folder, 'index.html')).href}`);
process.exit(passed ? 0 : 1);

/** Read the options. Before a browser is started, because one that draws nothing takes seconds to say so. */
async function readOptions(): Promise<{ look?: string; browser?: string; scene?: string }> {
  const browsers = [await findChromium(), findFirefox(), findWebKit()].flatMap((found) => found?.name ?? []);
  const looks = Object.keys(LOOKS);
  try {
    const { values } = parseArgs({
      options: { look: { type: 'string' }, browser: { type: 'string' }, scene: { type: 'string' } },
    });
    const { look = '', browser } = values;
    if (!looks.some((name) => name.includes(look)))
      fail(`No look has "${look}" in its name: use one of ${looks.join(', ')}.`);
    if (browser !== undefined && !browsers.some((name) => name.toLowerCase() === browser.toLowerCase()))
      fail(`There is no browser "${browser}" here: use one of ${browsers.join(', ')}.`);
    return values;
  } catch (error) {
    fail((error as Error).message);
  }
}

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

async function drawScenes(): Promise<boolean> {
  const runner = await startTestRunner({
    config: {
      ...config,
      files: 'test/gallery/*.gallery.ts',
      plugins: [...config.plugins, gallery(folder, pictures, values)],
      // All pictures of a browser are one file.
      testsFinishTimeout: 60 * 60_000,
      reporters: [defaultReporter({ reportTestProgress: true })],
    },
    readCliArgs: false,
    readFileConfig: false,
    autoExitProcess: false,
  });
  if (runner === undefined) throw new Error('The gallery could not be started.');
  const { promise, resolve } = Promise.withResolvers<boolean>();
  runner.on('stopped', resolve);
  return promise;
}

/** One page with all pictures, and one picture of each of its sections. */
async function drawSheets(): Promise<void> {
  const sections = Object.entries(
    Object.groupBy(pictures, ({ browser, look, tag }) => `${browser}, ${look}: ${tag}`),
  );
  await writeFile(
    join(folder, 'index.html'),
    `<!doctype html>
<html lang="en">
<meta charset="utf-8" />
<title>Gallery of docs-assistant</title>
<style>
  body { font: 13px/1.4 system-ui, sans-serif; margin: 24px; background: #888; }
  section { display: grid; grid-template-columns: repeat(auto-fill, minmax(560px, 1fr)); gap: 16px; padding: 16px 0; }
  h2 { grid-column: 1 / -1; margin: 0; }
  figure { margin: 0; } img { inline-size: 100%; display: block; }
</style>
${sections
  .map(
    ([title, shots = []]) => `<section><h2>${title}</h2>
${shots.map(({ file, name }) => `<figure><img src="${file}" loading="lazy" alt="" /><figcaption>${name}</figcaption></figure>`).join('\n')}
</section>`,
  )
  .join('\n')}
</html>
`,
  );
  const browser = await launchBrowser((await findChromium()).launchOptions);
  const page = await browser.newPage();
  await page.setViewport({ width: 1800, height: 1000 });
  await page.goto(pathToFileURL(join(folder, 'index.html')).href);
  for (const section of await page.$$('section')) {
    await section.$$eval('img', (images) =>
      Promise.all(images.map((image) => ((image.loading = 'eager'), image.decode()))),
    );
    const title = await section.$eval('h2', (heading) => heading.textContent ?? '');
    await section.screenshot({ path: join(folder, `sheet-${title.replaceAll(/\W+/g, '-')}.png`) });
  }
  await browser.close();
}
