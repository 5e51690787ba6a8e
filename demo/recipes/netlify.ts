/**
 * Netlify function: `netlify/functions/docs-api.ts`. Set DOCS_UPSTREAM and DOCS_ASSISTANT_KEY with `npx netlify env:set`.
 * Run: `npx netlify dev`.
 *
 * A function does not learn that a visitor has left: `timeouts.total` says how long an answer may go on for nobody.
 * Every instance counts for itself: count in Redis (`limitStore`) for exact budgets.
 */
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
  timeouts: { total: 120_000 },
});

export default (request: Request, context: { ip: string }): Promise<Response> =>
  proxy(request, { remoteAddress: context.ip });

export const config = { path: '/docs-api/*' };
