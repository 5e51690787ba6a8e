import { isRecord } from '../record.ts';
import { RequestRefusal } from './request-refusal.ts';

/** A rating of an answer or a page: the body of `POST /feedback`. */
export interface Feedback {
  /** Domain identifier, if the page sent one; it is one of `domains`. */
  domain?: string;
  /** Id of the rated message; at most 256 characters. `null` for a page. */
  messageId: string | null;
  /** Address of the rated page, with `http` or `https`; at most 2,048 characters. Not set for an answer. */
  page?: string;
  /** `null` when the reader withdrew a rating. */
  rating: 'positive' | 'negative' | null;
  /** At most 10, of at most 100 characters each. */
  reasons: string[];
  /** At most 2,000 characters. */
  note: string;
}

/** Limits of a rating. Characters are UTF-16 units. */
export const MAX_ID_CHARACTERS = 256;
export const MAX_PAGE_CHARACTERS = 2048;
export const MAX_REASONS = 10;
export const MAX_REASON_CHARACTERS = 100;
export const MAX_NOTE_CHARACTERS = 2000;

/**
 * Check and rebuild the body of `POST /feedback`.
 *
 * @throws RequestRefusal `invalid-request` with the field that is wrong
 */
export function readFeedback(value: unknown, domains: ReadonlySet<string>): Feedback {
  if (!isRecord(value)) throw new RequestRefusal('invalid-request', 'The body must be an object.');
  const { domain, messageId = null, page, rating = null, reasons = [], note = '' } = value;
  if (domain !== undefined && !(typeof domain === 'string' && domains.has(domain))) {
    refuse('domain', 'is not known here');
  }
  if (messageId !== null && !isText(messageId, MAX_ID_CHARACTERS)) {
    refuse('messageId', `must be a string of at most ${MAX_ID_CHARACTERS} characters`);
  }
  if (page !== undefined && !isPageAddress(page)) {
    refuse('page', `must be an address with http or https of at most ${MAX_PAGE_CHARACTERS} characters`);
  }
  if (rating !== null && rating !== 'positive' && rating !== 'negative') {
    refuse('rating', 'must be "positive", "negative" or null');
  }
  const isList = Array.isArray(reasons) && reasons.length <= MAX_REASONS;
  if (!isList || !reasons.every((reason) => isText(reason, MAX_REASON_CHARACTERS))) {
    refuse(
      'reasons',
      `must be at most ${MAX_REASONS} strings of at most ${MAX_REASON_CHARACTERS} characters`,
    );
  }
  if (!isText(note, MAX_NOTE_CHARACTERS)) {
    refuse('note', `must be a string of at most ${MAX_NOTE_CHARACTERS} characters`);
  }
  return {
    ...(domain !== undefined && { domain }),
    messageId,
    ...(page !== undefined && { page }),
    rating,
    reasons: [...reasons],
    note,
  };
}

function isText(value: unknown, maxCharacters: number): value is string {
  return typeof value === 'string' && value.length <= maxCharacters;
}

function isPageAddress(value: unknown): value is string {
  return isText(value, MAX_PAGE_CHARACTERS) && /^https?:$/.test(URL.parse(value)?.protocol ?? '');
}

function refuse(field: string, rule: string): never {
  throw new RequestRefusal('invalid-request', `${field} ${rule}.`, { field });
}
