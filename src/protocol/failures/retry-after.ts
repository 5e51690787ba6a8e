/** Maximum wait that is believed, in seconds: a month, the longest window that the API counts in. */
const MAX_RETRY_AFTER = 31 * 24 * 3600;

/**
 * Read a `Retry-After` header in either form: seconds, or a date (RFC 9110, 10.2.3).
 *
 * @returns whole seconds from now; `null` when there is none, or nothing that can be read
 */
export function readRetryAfter(value: string | null): number | null {
  if (value === null || value.trim() === '') return null;
  const seconds = /^\d+(?:\.\d+)?$/.test(value) ? Number(value) : (Date.parse(value) - Date.now()) / 1000;
  return Number.isNaN(seconds) ? null : Math.min(Math.max(0, Math.ceil(seconds)), MAX_RETRY_AFTER);
}
