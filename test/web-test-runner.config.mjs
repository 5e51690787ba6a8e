import { createHash } from 'node:crypto';
import { chromeLauncher } from '@web/test-runner-chrome';
import { CONTENT_SECURITY_POLICY } from '../demo/content-security-policy.ts';
import { findChromium, findFirefox, findWebKit, launchBrowser } from './support/browser.ts';
import { handleHarness } from './support/harness-server.ts';
import { pageCommands } from './support/page-commands-plugin.ts';
import { shippedBundle } from './support/shipped-bundle-plugin.ts';
import { createSourceConfig } from './support/source-config.ts';
import { PATIENCE } from './support/until.ts';
import { webkitLauncher } from './support/webkit-launcher.ts';

/** Adds the hashes of the runner's own inline scripts, so that those run and nothing else inline does. */
function allowInlineScripts(policy, html) {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '));
}

/**
 * Create a launcher for each browser that is installed, or for the one with this name. A launcher is for one run, because it keeps
 * the pages of a browser that has ended.
 */
async function createBrowsers(only) {
  const isWanted = (browser) =>
    browser !== null && (only === undefined || browser.name.toLowerCase() === only.toLowerCase());
  const launchers = [await findChromium(), findFirefox()].filter(isWanted).map(({ launchOptions }) =>
    chromeLauncher({
      puppeteer: { launch: launchBrowser },
      launchOptions,
      concurrency: 1,
      async createPage({ context }) {
        const page = await context.newPage();
        page.setDefaultTimeout(PATIENCE);
        return page;
      },
    }),
  );
  return [...launchers, ...(await Promise.all([findWebKit()].filter(isWanted).map(webkitLauncher)))];
}

/**
 * Configure the tests of the elements.
 *
 * @param isBundled whether the elements come from `dist/cdn`, not from the sources
 * @param browserName `chromium`, `firefox` or `webkit`. Default: every browser that is installed
 */
export async function createConfig({ isBundled, browserName }) {
  const sources = createSourceConfig();
  return {
    ...sources,
    files: 'test/elements/**/*.test.ts',
    concurrency: 1,
    // One after the other: two browsers at once keep each other waiting on a small machine.
    concurrentBrowsers: 1,
    // The first test of a file waits for all modules to be transformed. What a test waits for ends before this.
    testFramework: { config: { timeout: 2 * PATIENCE } },
    browserStartTimeout: 4 * PATIENCE,
    testsStartTimeout: 4 * PATIENCE,
    testsFinishTimeout: 15 * PATIENCE,
    plugins: [...(isBundled ? [shippedBundle()] : []), pageCommands(), ...sources.plugins],
    middleware: [
      async (context, next) => {
        if (await handleHarness(context.req, context.res)) context.respond = false;
        else await next();
      },
      async (context, next) => {
        await next();
        if (typeof context.body !== 'string' || !context.response.is('html')) return;
        const strict = allowInlineScripts(CONTENT_SECURITY_POLICY, context.body);
        // What an index of Pagefind needs.
        const policy =
          context.search === '?wasm' ? strict.replace("'self'", "$& 'wasm-unsafe-eval'") : strict;
        // The page of the tests has their Lit beside that of the bundle. A page of a site, in a frame, has one.
        const hasTwoPolicies = isBundled && context.path === '/';
        const allowed = hasTwoPolicies ? policy.replace('lit-html', "$& 'allow-duplicates'") : policy;
        // A page that a test leaves is in a frame.
        context.set('content-security-policy', `${allowed}; frame-src 'self'`);
      },
    ],
    testRunnerHtml: (testFramework) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <link rel="stylesheet" href="/test/support/page.css" />
    <script src="/test/support/report-violations.js"></script>
  </head>
  <body>
    <script type="module">
      import { focusPage } from '/test/support/page-commands.ts';
      await focusPage();
      await import('${testFramework}');
    </script>
  </body>
</html>`,
    browsers: await createBrowsers(browserName),
  };
}

export default await createConfig({
  isBundled: process.env.TEST_BUNDLE === '1',
  browserName: process.env.TEST_BROWSER,
});
