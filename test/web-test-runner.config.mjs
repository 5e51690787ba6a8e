import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { esbuildPlugin } from '@web/dev-server-esbuild';
import { chromeLauncher } from '@web/test-runner-chrome';
import * as puppeteer from 'puppeteer-core';
import { CONTENT_SECURITY_POLICY } from '../demo/content-security-policy.ts';
import { findChromium, findFirefox } from './support/browser.ts';
import { handleScriptedReply } from './support/reply-server.ts';

/** Adds the hashes of the runner's own inline scripts, so that those run and nothing else inline does. */
function allowInlineScripts(policy, html) {
  const hashes = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(
    ([, code]) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`,
  );
  return policy.replace("script-src 'self'", ["script-src 'self'", ...hashes].join(' '));
}

const only = process.env.TEST_BROWSER?.toLowerCase();
const browsers = [await findChromium(), findFirefox()].filter(
  (browser) => browser !== null && (only === undefined || browser.name.toLowerCase() === only),
);

export default {
  rootDir: fileURLToPath(new URL('..', import.meta.url)),
  files: 'test/elements/**/*.test.ts',
  nodeResolve: { exportConditions: ['browser'] },
  concurrency: 1,
  // One after the other: two browsers at once keep each other waiting on a small machine.
  concurrentBrowsers: 1,
  // The first test of a file waits for all modules to be transformed.
  testFramework: { config: { timeout: 10_000 } },
  plugins: [
    esbuildPlugin({
      ts: true,
      target: 'es2023',
      tsconfig: fileURLToPath(new URL('tsconfig.json', import.meta.url)),
    }),
  ],
  middleware: [
    async (context, next) => {
      if (await handleScriptedReply(context.req, context.res)) context.respond = false;
      else await next();
    },
    async (context, next) => {
      await next();
      if (typeof context.body !== 'string' || !context.response.is('html')) return;
      context.set('content-security-policy', allowInlineScripts(CONTENT_SECURITY_POLICY, context.body));
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
    <script type="module" src="${testFramework}"></script>
  </body>
</html>`,
  browsers: browsers.map(({ launchOptions }) => chromeLauncher({ puppeteer, launchOptions, concurrency: 1 })),
};
