/**
 * Plain Node. Run: `DOCS_UPSTREAM=… DOCS_ASSISTANT_KEY=… node node.ts`.
 * The same without a file: `npx docs-assistant proxy --upstream … --domain docs --base-path /docs-api`.
 */
import { closeOnSignal, serveHandler } from 'docs-assistant/node';
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  // Behind a load balancer of your own: trustedProxies: 1
});

const server = await serveHandler(proxy, { port: Number(process.env['PORT'] ?? 3000) });
closeOnSignal(() => server.close());
console.log(`listening on ${server.url}`);
