/**
 * Astro endpoint, with any server adapter: `src/pages/docs-api/[...path].ts`. Run: `npx astro dev`, with DOCS_UPSTREAM and
 * DOCS_ASSISTANT_KEY in the environment.
 */
import { createProxy } from 'docs-assistant/proxy';

const proxy = createProxy({
  upstream: process.env['DOCS_UPSTREAM']!,
  keys: { assistant: process.env['DOCS_ASSISTANT_KEY']! },
  domains: ['docs'],
  basePath: '/docs-api',
});

export const prerender = false;

interface Context {
  request: Request;
  clientAddress: string;
}

export const ALL = ({ request, clientAddress }: Context): Promise<Response> =>
  proxy(request, { remoteAddress: clientAddress });
