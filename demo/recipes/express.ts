/** Express 5. Run: `npm install docs-assistant express`, then `DOCS_UPSTREAM=… DOCS_ASSISTANT_KEY=… node express.ts`. */
import type { AddressInfo } from 'node:net';
import { createRequestListener } from 'docs-assistant/node';
import { createProxy } from 'docs-assistant/proxy';
import express from 'express';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  // No basePath: Express takes the path of `app.use` away. Behind a load balancer of your own: trustedProxies: 1
});

const app = express();
// Before express.json() and compression(): the proxy reads the body itself, and a compressor would hold pieces back.
app.use('/docs-api', createRequestListener(proxy));

const server = app.listen(Number(process.env['PORT'] ?? 3000), '127.0.0.1', () => {
  console.log(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
