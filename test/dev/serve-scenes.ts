import { CONTENT_SECURITY_POLICY } from '../../demo/content-security-policy.ts';
import { closeOnSignal } from '../../src/node.ts';
import { handleHarness } from '../support/harness-server.ts';
import { serveWithSources } from './serve-with-sources.ts';

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>Scenes</title>
  </head>
  <body>
    <script type="module" src="/test/dev/show-scene.ts"></script>
  </body>
</html>
`;
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  // A page that a scene leaves is in a frame.
  'content-security-policy': `${CONTENT_SECURITY_POLICY}; frame-src 'self'`,
};

/** Show scenes of the elements until stopped: the one with this name, or a list of those that have it in their names. */
export async function serveScenes(port: number, name: string): Promise<void> {
  const { url, close } = await serveWithSources(() => new Response(PAGE, { headers: HEADERS }), {
    port,
    first: handleHarness,
  });
  console.log(`\n  ${url}/?${new URLSearchParams({ scene: name })}\n`);
  closeOnSignal(close);
}
