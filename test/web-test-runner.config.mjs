import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import { CONTENT_SECURITY_POLICY } from '../demo/content-security-policy.ts';
import { findChromium, findFirefox, findWebKit, launchBrowser } from './support/browser.ts';
import { handleFake } from './support/fake-server.ts';
import { handleStaticIndex } from './support/index-server.ts';
import { pageCommands } from './support/page-commands-plugin.ts';
import { handleChatRoute } from './support/chat-server.ts';
import { handlePagefind } from './support/pagefind-server.ts';
import { handleScriptedReply } from './support/reply-server.ts';
import { handleService } from './support/service-server.ts';
import { shippedBundle } from './support/shipped-bundle-plugin.ts';
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
  return {
    rootDir: fileURLToPath(new URL('..', import.meta.url)),
    files: 'test/elements/**/*.test.ts',
    nodeResolve: { exportConditions: ['worker', 'browser'] },
    concurrency: 1,
    // One after the other: two browsers at once keep each other waiting on a small machine.
    concurrentBrowsers: 1,
    // The first test of a file waits for all modules to be transformed. What a test waits for ends before this.
    testFramework: { config: { timeout: 2 * PATIENCE } },
    browserStartTimeout: 4 * PATIENCE,
    testsStartTimeout: 4 * PATIENCE,
    testsFinishTimeout: 15 * PATIENCE,
    plugins: [
      {
        // The compiler does not rewrite addresses, so that the worker's is that of the package.
        name: 'worker-source',
        serve: ({ path }) =>
          path === '/src/static-index/worker/index-worker.js'
            ? { body: "import './index-worker.ts';", type: 'js' }
            : undefined,
      },
      ...(isBundled ? [shippedBundle()] : []),
      pageCommands(),
      esbuildPlugin({
        ts: true,
        target: 'es2023',
        tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
      }),
      {
        // The core of highlight.js comes as a CommonJS module.
        name: 'highlight-core',
        transform: ({ path, body }) =>
          path.endsWith('/highlight.js/lib/core.js')
            ? body.replace('module.exports =', 'export default')
            : undefined,
      },
    ],
    middleware: [
      async (context, next) => {
        const { req, res } = context;
        const handlers = [
          handleScriptedReply,
          handleService,
          handleStaticIndex,
          handleFake,
          handlePagefind,
          handleChatRoute,
        ];
        for (const handle of handlers) {
          if (await handle(req, res)) {
            context.respond = false;
            return;
          }
        }
        await next();
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
