/**
 * The strictest policy that a page with a script can have. The elements promise to work under it: every answer of the demo
 * carries it, every browser test runs with it, and a report fails the test.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "require-trusted-types-for 'script'",
  'trusted-types lit-html docs-assistant',
].join('; ');

/** The playground shows a page of this site in a frame. */
const FRAME = "frame-src 'self'; ";

/** The same for the playground. */
export const PLAYGROUND_POLICY = FRAME + CONTENT_SECURITY_POLICY;

/** The same for the edition as files, whose pages register a service worker. */
export const STATIC_POLICY = `${FRAME}${CONTENT_SECURITY_POLICY} docs-assistant-offline`;
