/**
 * State of a reply. The last five are final.
 *
 * - `submitted`: nothing came yet
 * - `waiting`: something came, but no text
 * - `searching`: a tool call is open
 * - `streaming`: text is coming
 * - `done`: ended properly, with text or with a tool call left to the client
 * - `empty`: ended properly, with nothing to show
 * - `stopped`: by the reader or by an abort part
 * - `interrupted`: the body ended or broke before its end mark
 * - `error`: an error part, or a failure on the way
 */
export type ReplyStatus = (typeof REPLY_STATUSES)[number];

/** Every status, those of a reply under way first. */
export const REPLY_STATUSES = [
  'submitted',
  'waiting',
  'searching',
  'streaming',
  'done',
  'empty',
  'stopped',
  'interrupted',
  'error',
] as const;

/** Whether a status is final. */
export function isFinalStatus(status: ReplyStatus): boolean {
  return REPLY_STATUSES.indexOf(status) > REPLY_STATUSES.indexOf('streaming');
}
