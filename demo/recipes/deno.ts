/**
 * Deno 2. Run: `deno add npm:docs-assistant`, then
 * `DOCS_UPSTREAM=… DOCS_ASSISTANT_KEY=… deno serve --allow-net --allow-env --port 3000 deno.ts`.
 */
import process from 'node:process';
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  // Behind a load balancer of your own: trustedProxies: 1
});

export default {
  fetch: (request: Request, info: { remoteAddr: { hostname: string } }): Promise<Response> =>
    proxy(request, { remoteAddress: info.remoteAddr.hostname }),
};
