/**
 * `npm run readme-pictures`: draws the pictures of the README, light and dark: a page of the demo with a streamed answer of a
 * scripted model beside it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startDemo } from '../../demo/start.ts';
import { root } from '../package/source-files.ts';
import { endPieces, startModelEndpoint, writePieces } from '../service/answer/model-endpoint.ts';
import { findChromium, launchBrowser } from '../support/browser.ts';

const QUESTION = 'How do I keep the API key out of my pages?';
const ANSWER = `Put the **proxy** in front of the service. It adds the key on your server [1]:

\`\`\`sh
npx docs-assistant proxy --domain docs
\`\`\`

Each visitor has a budget per minute [2].`;

await using model = await startModelEndpoint((response) => {
  writePieces(response, ANSWER);
  endPieces(response);
});
const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
const demo = await startDemo({ dataDir, model: { url: model.url, name: 'scripted' } });
await demo.service.ready;
const browser = await launchBrowser((await findChromium()).launchOptions);
try {
  for (const look of ['light', 'dark'] as const) {
    const page = await browser.newPage();
    await page.setViewport({ width: 1120, height: 720, deviceScaleFactor: 1.5 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: look }]);
    await page.goto(`${demo.server.url}/v2/en/proxy`, { waitUntil: 'load' });
    await page.evaluate(async (question) => {
      const element = document.querySelector('docs-assistant')!;
      element.storage = 'memory';
      const answered = new Promise((resolve) => element.addEventListener('docs-assistant-answered', resolve));
      element.show();
      element.ask(question);
      await answered;
    }, QUESTION);
    await page.waitForFunction(
      () => document.querySelector('docs-assistant')!.shadowRoot!.querySelector('[part~="sources"]') !== null,
    );
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)));
    await page.screenshot({
      path: join(root, `.github/readme-${look}.webp`),
      type: 'webp',
      quality: 75,
    });
    await page.close();
  }
} finally {
  await browser.close();
  await demo.close();
  await rm(dataDir, { recursive: true, force: true });
}
