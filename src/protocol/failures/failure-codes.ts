/**
 * Every way in which a request can fail, seen from the client.
 *
 * - `not-configured`: no endpoint or no domain is set; nothing was sent
 * - `http`: the server answered with a status other than 2xx (see `status`)
 * - `offline`: the browser reports that there is no network; nothing was sent
 * - `network`: the connection failed or was refused, also by cross-origin rules
 * - `timeout`: the first byte, or the next one, did not come in time
 * - `stream`: the reply itself carried an error part
 * - `bad-content`: the body is not what this endpoint answers with (an HTML page, broken JSON)
 * - `too-large`: a limit on the size of a line, a body or a text was passed
 * - `aborted`: the caller's own signal ended the request; never shown to anybody
 */
export const FAILURE_CODES = [
  'not-configured',
  'http',
  'offline',
  'network',
  'timeout',
  'stream',
  'bad-content',
  'too-large',
  'aborted',
] as const;

/** One of {@link FAILURE_CODES}. */
export type FailureCode = (typeof FAILURE_CODES)[number];
