/**
 * Netlify function: `netlify/functions/docs-api.ts`. Set DOCS_UPSTREAM and DOCS_ASSISTANT_KEY with `npx netlify env:set`.
 * Run: `npx netlify dev`.
 *
 * Every instance counts for itself: count in Redis (`limitStore`) for exact budgets.
 */
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
});

export default (request: Request, context: { ip: string }): Promise<Response> =>
  proxy(request, { remoteAddress: context.ip });

export const config = { path: '/docs-api/*' };
