/** Fastify 5. Run: `npm install docs-assistant fastify`, then `DOCS_UPSTREAM=… DOCS_ASSISTANT_KEY=… node fastify.ts`. */
import { createRequestListener } from 'docs-assistant/node';
import { createProxy } from 'docs-assistant/proxy';
import fastify from 'fastify';

const listener = createRequestListener(
  createProxy({
    upstream: process.env['DOCS_UPSTREAM']!,
    keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
    domains: ['docs'],
    basePath: '/docs-api',
    // Behind a load balancer of your own: trustedProxies: 1
  }),
);

const app = fastify();
await app.register(async (scope) => {
  // The proxy reads the body itself, within its own limits.
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, _body, done) => done(null));
  scope.all('/docs-api/*', (request, reply) => {
    reply.hijack();
    void listener(request.raw, reply.raw);
  });
});

console.log(`listening on ${await app.listen({ port: Number(process.env['PORT'] ?? 3000) })}`);
