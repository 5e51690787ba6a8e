import { findChromium, launchBrowser, type TestBrowser } from './browser.ts';

/** Return Chromium with WebMCP, where it has that. */
export function withWebMcp(browser: TestBrowser): TestBrowser {
  const { launchOptions } = browser;
  const args = [...(launchOptions.args ?? []), '--enable-features=WebMCP'];
  return { ...browser, launchOptions: { ...launchOptions, args } };
}

/** Return why the tools of a page cannot be tested with a real browser; `false`: they can. */
export async function whyWithoutWebMcp(): Promise<string | false> {
  const { launchOptions, from } = withWebMcp(await findChromium());
  const browser = await launchBrowser(launchOptions);
  try {
    const page = await browser.newPage();
    await page.setRequestInterception(true);
    page.on(
      'request',
      (request) => void request.respond({ contentType: 'text/html', body: '<!doctype html>' }),
    );
    // Only pages of a secure origin have it. The address is never looked up.
    await page.goto('https://page.invalid/');
    const hasIt = await page.evaluate(() => document.modelContext !== undefined);
    return !hasIt && `${from} (${await browser.version()}) has no WebMCP, also with --enable-features=WebMCP`;
  } finally {
    await browser.close();
  }
}
