/**
 * Next.js, app router: `app/docs-api/[...path]/route.ts`. Set DOCS_UPSTREAM and DOCS_ASSISTANT_KEY in `.env.local`.
 * Run: `npx next dev`.
 *
 * A route does not learn the visitor's address from Next.js itself, only from proxies in front of it: say how many.
 */
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  trustedProxies: 1,
});

export const dynamic = 'force-dynamic';
export const POST = (request: Request): Promise<Response> => proxy(request);
export const OPTIONS = (request: Request): Promise<Response> => proxy(request);
