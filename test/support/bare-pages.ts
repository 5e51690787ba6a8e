import { CONTENT_SECURITY_POLICY } from '../../demo/content-security-policy.ts';
import { serveHandler } from '../../src/node/serve-handler.ts';
import { openDemo, type DemoInBrowser } from './demo-in-browser.ts';

/**
 * Open the demo in a browser with bare pages in the place of some of its own. Scripts and proxy are those of the demo.
 *
 * @param pages content of the body by path
 * @param policy content security policy. Default: that of the demo's pages
 */
export async function openBarePages(
  pages: Readonly<Record<string, string>>,
  policy = CONTENT_SECURITY_POLICY,
): Promise<Pick<DemoInBrowser, 'open' | 'close'>> {
  const site = await openDemo({ embeddings: null });
  const server = await serveHandler((request) => {
    const { pathname } = new URL(request.url);
    const body = pages[pathname];
    if (body === undefined) return fetch(new Request(site.demo.server.url + pathname, request));
    return new Response(`<!doctype html><html lang="en"><link rel="icon" href="/assets/icon.svg">${body}`, {
      headers: { 'content-type': 'text/html', 'content-security-policy': policy },
    });
  });
  return {
    open: (path) => site.open(server.url + path),
    async close() {
      await server.close();
      await site.close();
    },
  };
}
