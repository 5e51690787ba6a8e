/**
 * Hono, here on Node. Run: `npm install docs-assistant hono @hono/node-server`, then
 * `DOCS_UPSTREAM=… DOCS_ASSISTANT_KEY=… node hono.ts`. On other platforms take `getConnInfo` from their adapter.
 */
import { serve } from '@hono/node-server';
import { getConnInfo } from '@hono/node-server/conninfo';
import { createProxy } from 'docs-assistant/proxy';
import { Hono } from 'hono';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  // Behind a load balancer of your own: trustedProxies: 1
});

const app = new Hono();
app.all('/docs-api/*', (context) =>
  proxy(context.req.raw, { remoteAddress: getConnInfo(context).remote.address }),
);

serve({ fetch: app.fetch, hostname: '127.0.0.1', port: Number(process.env['PORT'] ?? 3000) }, ({ port }) => {
  console.log(`listening on http://127.0.0.1:${port}`);
});
