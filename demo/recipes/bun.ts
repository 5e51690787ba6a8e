/** Bun. Run: `bun add docs-assistant`, then `DOCS_UPSTREAM=… DOCS_ASSISTANT_KEY=… bun bun.ts`. */
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  // Behind a load balancer of your own: trustedProxies: 1
});

interface BunServer {
  requestIP(request: Request): { address: string } | null;
}

export default {
  hostname: '127.0.0.1',
  port: Number(process.env['PORT'] ?? 3000),
  /** Seconds. Bun's own default of 10 would cut answers that think for longer. */
  idleTimeout: 120,
  fetch: (request: Request, server: BunServer): Promise<Response> =>
    proxy(request, { remoteAddress: server.requestIP(request)?.address }),
};
