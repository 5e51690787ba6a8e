import { launchBrowser, type TestBrowser } from '../support/browser.ts';
import { PATIENCE } from '../support/until.ts';

/**
 * Measure how far a page moves while its search box appears: the sum of the layout shifts after the first paint. Scripts are
 * held back until then, as on a slow connection.
 *
 * @param options.withStyles `false` leaves out the style sheets of the page
 */
export async function measureShift(
  url: string,
  { launchOptions }: TestBrowser,
  { withStyles = true } = {},
): Promise<number> {
  await using stack = new AsyncDisposableStack();
  const browser = await launchBrowser(launchOptions);
  stack.defer(() => browser.close());
  const page = await browser.newPage();
  page.setDefaultTimeout(PATIENCE);
  const painted = Promise.withResolvers<void>();
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const type = request.resourceType();
    if (type === 'stylesheet' && !withStyles) void request.respond({ contentType: 'text/css', body: '' });
    else if (type === 'script') void painted.promise.then(() => request.continue());
    else void request.continue();
  });
  const loaded = page.goto(url, { waitUntil: 'load' });
  await page.waitForSelector('docs-search:not(:defined)');
  await page.waitForFunction(() => performance.getEntriesByName('first-contentful-paint').length > 0);
  painted.resolve();
  await loaded;
  await page.waitForFunction(() => document.querySelector('docs-search')?.shadowRoot?.querySelector('.box'));
  return await page.evaluate(async () => {
    // A shift is reported with the frame after it.
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    return new Promise<number>((resolve) => {
      new PerformanceObserver((list) => {
        const shifts = list.getEntries() as (PerformanceEntry & { value: number })[];
        resolve(shifts.reduce((sum, { value }) => sum + value, 0));
      }).observe({ type: 'layout-shift', buffered: true });
      // No entries, no call.
      setTimeout(() => resolve(0), 500);
    });
  });
}
