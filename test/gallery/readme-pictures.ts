/**
 * `npm run readme-pictures`: makes the moving pictures of the README, light and dark: three letters, a preview, a question and its
 * streamed answer, on a page of the demo with a scripted model. Also the picture of its home page for links to it.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Page } from 'puppeteer-core';
import sharp from 'sharp';
import { startDemo } from '../../demo/start.ts';
import { root } from '../package/source-files.ts';
import { endPieces, startModelEndpoint, writePieces } from '../service/answer/model-endpoint.ts';
import { findChromium, launchBrowser } from '../support/browser.ts';

const QUERY = 'key';
const QUESTION = 'How do I keep the API key out of my pages?';
const ANSWER = `Put the **proxy** in front of the service. It adds the key on your server [1]:

\`\`\`sh
npx docs-assistant proxy --domain docs
\`\`\`

Each visitor has a budget per minute [2].`;
const SIZE = { width: 1080, height: 680 };
/** Milliseconds between two pieces of the answer: slower than a frame is taken. */
const PIECE_INTERVAL = 250;
/** Bytes of both pictures: the README is to be seen at once. */
const MAX_BYTES = 1_500_000;

/** Pictures with the milliseconds that each is shown. */
class Movie {
  readonly #page: Page;
  readonly #frames: Buffer[] = [];
  readonly #delays: number[] = [];

  constructor(page: Page) {
    this.#page = page;
  }

  /** Take a picture, and show it for some milliseconds. What equals the picture before only lengthens it. */
  async show(milliseconds: number): Promise<void> {
    const frame = Buffer.from(await this.#page.screenshot({ type: 'png' }));
    if (this.#frames.at(-1)?.equals(frame)) this.#delays[this.#delays.length - 1]! += milliseconds;
    else {
      this.#frames.push(frame);
      this.#delays.push(milliseconds);
    }
  }

  encode(): Promise<Buffer> {
    return sharp(this.#frames, { join: { animated: true } })
      .webp({ quality: 60, delay: this.#delays, loop: 0, effort: 6, minSize: true })
      .toBuffer();
  }
}

await using model = await startModelEndpoint((response) => void stream(response));
const dataDir = await mkdtemp(join(tmpdir(), 'docs-assistant-'));
const demo = await startDemo({ dataDir, model: { url: model.url, name: 'scripted' } });
await demo.service.ready;
const browser = await launchBrowser((await findChromium()).launchOptions);
try {
  let bytes = 0;
  for (const look of ['light', 'dark'] as const) {
    const picture = await film(look);
    bytes += picture.length;
    await writeFile(join(root, `.github/readme-${look}.webp`), picture);
  }
  await writeFile(join(root, 'demo/assets/card.png'), await takeCard());
  console.log(`${Math.round(bytes / 1000)} kB`);
  if (bytes > MAX_BYTES)
    throw new Error(`The pictures have ${bytes} bytes: at most ${MAX_BYTES} are wanted.`);
} finally {
  await browser.close();
  await demo.close();
  await rm(dataDir, { recursive: true, force: true });
}

/** The home page with its recorded answer, in the size that networks show beside a link. */
async function takeCard(): Promise<Buffer> {
  const page = await browser.newPage();
  await page.setViewport({ width: 1200, height: 630 });
  await page.goto(`${demo.server.url}/v2/en`);
  await page.waitForSelector('.showcase docs-assistant >>> [part~="source"]');
  const picture = await page.screenshot({ type: 'png' });
  await page.close();
  return sharp(picture).png({ palette: true, effort: 10 }).toBuffer();
}

async function stream(response: Parameters<typeof writePieces>[0]): Promise<void> {
  for (const piece of ANSWER.match(/\S+\s*(?:\S+\s*)?/g)!) {
    writePieces(response, piece);
    await wait(PIECE_INTERVAL);
  }
  endPieces(response);
}

async function film(look: 'light' | 'dark'): Promise<Buffer> {
  const page = await browser.newPage();
  await page.setViewport(SIZE);
  await page.emulateMediaFeatures([
    { name: 'prefers-color-scheme', value: look },
    { name: 'prefers-reduced-motion', value: 'reduce' },
  ]);
  await page.goto(`${demo.server.url}/v2/en/getting-started`, { waitUntil: 'networkidle0' });
  const movie = new Movie(page);
  await movie.show(500);
  await page.keyboard.down('Control');
  await page.keyboard.press('k');
  await page.keyboard.up('Control');
  await page.waitForFunction(() => document.querySelector('docs-search')!.open);
  await page.waitForNetworkIdle();
  await movie.show(400);
  for (const key of QUERY) {
    await page.keyboard.type(key);
    await page.waitForNetworkIdle();
    await movie.show(180);
  }
  await page.keyboard.press('ArrowDown');
  await page.waitForNetworkIdle();
  await movie.show(900);
  await page.keyboard.press('ArrowUp');
  for (let count = 0; count < QUERY.length; count++) await page.keyboard.press('Backspace');
  for (const [index, key] of [...QUESTION].entries()) {
    await page.keyboard.type(key);
    if (index % 6 === 5) await movie.show(100);
  }
  await page.waitForNetworkIdle();
  await movie.show(500);
  const answered = page.evaluate(
    () =>
      new Promise((resolve) => {
        document.addEventListener('docs-assistant-answered', () => resolve(null), { once: true });
      }),
  );
  let isAnswered = false;
  void answered.then(() => (isAnswered = true));
  await page.keyboard.down('Control');
  await page.keyboard.press('Enter');
  await page.keyboard.up('Control');
  while (!isAnswered) {
    await movie.show(120);
    await wait(PIECE_INTERVAL / 2);
  }
  await page.waitForNetworkIdle();
  await movie.show(1_500);
  await page.close();
  return movie.encode();
}
