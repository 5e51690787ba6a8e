import { FAILURE_CODES } from '../../protocol/failures/failure-codes.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import { isRecord } from '../../protocol/record.ts';
import { isFinalStatus, type ReplyStatus } from '../../protocol/reply/reply-status.ts';
import { SUBMITTED_ANSWER } from '../conversation/answer.ts';
import type { Answer, AnswerFeedback, Turn } from '../conversation/conversation-snapshot.ts';
import type { ValueReader } from '../storage/storage.ts';
import {
  readFilterChoice,
  readStoredList,
  readStoredText,
  readUuid,
  toFilter,
} from '../storage/stored-values.ts';
import { withoutSteps } from './thread-content.ts';

/** Maximum number of turns that are kept over a reload; the oldest are dropped. */
export const MAX_HISTORY_TURNS = 50;
/** Maximum number of UTF-16 units of turns, as JSON, that are kept over a reload: a tenth of an origin's quota. */
export const MAX_HISTORY_LENGTH = 500_000;

/** Maximum length of a short text (ids, titles, labels, addresses) that is read back. */
const MAX_SHORT_TEXT_LENGTH = 2048;

/** Maximum number of reasons of a rating that are kept and sent. */
export const MAX_FEEDBACK_REASONS = 10;
/** Maximum length of a reason of a rating, in UTF-16 units. */
export const MAX_FEEDBACK_REASON_LENGTH = 100;
/** Maximum length of a note to a rating, in UTF-16 units. */
export const MAX_FEEDBACK_NOTE_LENGTH = 2000;

/** Return the turns to keep: the newest that fit, without the steps and the reasoning of their answers. */
export function createHistory(turns: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  let room = MAX_HISTORY_LENGTH;
  for (const turn of turns.slice(-MAX_HISTORY_TURNS).toReversed()) {
    const lean = withoutSteps(turn);
    room -= JSON.stringify(lean).length;
    if (room < 0) break;
    kept.unshift(lean);
  }
  return kept;
}

/** Read kept turns; bad ones are dropped, and of two with one id the second. */
export const readHistory: ValueReader<Turn[]> = (value) => {
  const turns = new Map<string, Turn>();
  for (const turn of readStoredList(value, readTurn).slice(-MAX_HISTORY_TURNS)) {
    if (!turns.has(turn.id)) turns.set(turn.id, turn);
  }
  return [...turns.values()];
};

/** Return a turn as interrupted if its answer was under way when its page was left. */
export function interruptTurn(turn: Turn): Turn {
  if (isFinalStatus(turn.answer.status)) return turn;
  return { ...turn, answer: { ...turn.answer, status: 'interrupted' } };
}

function readTurn(value: unknown): Turn | null {
  if (!isRecord(value)) return null;
  const id = readUuid(value.id);
  const question = readStoredText(value.question, MAX_HISTORY_LENGTH);
  const answer = readAnswer(value.answer);
  if (id === null || question === null || answer === null) return null;
  const askedAt = Number.isSafeInteger(value.askedAt) ? (value.askedAt as number) : 0;
  const filter = toFilter(readFilterChoice(value.filter) ?? {});
  const feedback = readStoredFeedback(value.feedback);
  return { id, question, askedAt, filter, answer, ...(feedback !== null && { feedback }) };
}

/** Every status that an answer can have. */
const STATUSES: Readonly<Record<ReplyStatus, true>> = {
  submitted: true,
  waiting: true,
  searching: true,
  streaming: true,
  done: true,
  empty: true,
  stopped: true,
  interrupted: true,
  error: true,
};

function isStatus(value: unknown): value is ReplyStatus {
  return typeof value === 'string' && Object.hasOwn(STATUSES, value);
}

/** Check feedback that was kept. @returns `null` for a value without a rating */
export function readStoredFeedback(value: unknown): AnswerFeedback | null {
  if (!isRecord(value)) return null;
  const { rating, note } = value;
  if (rating !== 'positive' && rating !== 'negative') return null;
  const reasons = readStoredList(value.reasons, (reason) =>
    readStoredText(reason, MAX_FEEDBACK_REASON_LENGTH),
  );
  return {
    rating,
    reasons: reasons.slice(0, MAX_FEEDBACK_REASONS),
    note: readStoredText(note, MAX_FEEDBACK_NOTE_LENGTH) ?? '',
  };
}

function readAnswer(value: unknown): Answer | null {
  if (!isRecord(value)) return null;
  const { status, text } = value;
  if (!isStatus(status) || typeof text !== 'string') return null;
  const note = (['length', 'content-filter', 'unsupported', 'uncertain', 'aborted'] as const).find(
    (known) => known === value.note,
  );
  return {
    ...SUBMITTED_ANSWER,
    status,
    messageId: readShortText(value.messageId),
    text,
    sources: readStoredList(value.sources, readSource),
    suggestions: readStoredList(value.suggestions, (link) => readTexts(link, 'label', 'target')),
    note: note ?? null,
    failure: readFailure(value.failure),
  };
}

function readSource(value: unknown): Answer['sources'][number] | null {
  const source = readTexts(value, 'path', 'title');
  const excerpt = isRecord(value) && readShortText(value.excerpt);
  return source && excerpt ? { ...source, excerpt } : source;
}

/** Read an object of short texts; `null` if one is missing. */
function readTexts<Name extends string>(value: unknown, ...names: Name[]): Record<Name, string> | null {
  if (!isRecord(value)) return null;
  const texts = names.map((name) => [name, readShortText(value[name])] as const);
  return texts.some(([, text]) => text === null) ? null : (Object.fromEntries(texts) as Record<Name, string>);
}

function readFailure(value: unknown): Failure | null {
  if (!isRecord(value)) return null;
  const code = FAILURE_CODES.find((known) => known === value.code);
  if (code === undefined) return null;
  const serverCode = readShortText(value.serverCode);
  // `retryAfter` is not read: it was counted from a moment that has passed.
  return {
    code,
    retryable: value.retryable === true,
    message: readShortText(value.message) ?? '',
    ...(Number.isSafeInteger(value.status) && { status: value.status as number }),
    ...(serverCode !== null && { serverCode }),
  };
}

const readShortText: ValueReader<string> = (value) => readStoredText(value, MAX_SHORT_TEXT_LENGTH);
