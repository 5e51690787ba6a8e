/**
 * Vercel function without a framework: `api/docs-api.ts`, and in vercel.json
 *
 *     "rewrites": [{ "source": "/docs-api/(.*)", "destination": "/api/docs-api" }],
 *     "functions": { "api/docs-api.ts": { "supportsCancellation": true } }
 *
 * The second line lets the upstream go when a visitor leaves; on your own machine nothing does. Set DOCS_UPSTREAM and
 * DOCS_ASSISTANT_KEY with `npx vercel env add`. Run: `npx vercel dev`, without an account `npx vercel dev --local`.
 *
 * Every instance counts for itself: count in Redis (`limitStore`) for exact budgets.
 */
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  // Vercel overwrites X-Forwarded-For with the address that it saw.
  trustedProxies: 1,
});

export const POST = (request: Request): Promise<Response> => proxy(request);
export const OPTIONS = (request: Request): Promise<Response> => proxy(request);
