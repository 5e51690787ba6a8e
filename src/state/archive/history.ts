import { FAILURE_CODES } from '../../protocol/failures/failure-codes.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import { isFinalStatus, REPLY_STATUSES } from '../../protocol/reply/reply-status.ts';
import {
  SUBMITTED_ANSWER,
  type Answer,
  type AnswerFeedback,
  type Turn,
} from '../conversation/conversation-snapshot.ts';
import type { ValueReader } from '../storage/storage.ts';
import {
  listOf,
  oneOf,
  readFilterChoice,
  readUuid,
  readWhole,
  recordOf,
  textUpTo,
  toFilter,
} from '../storage/stored-values.ts';
import { toKeptTurn, withFeedback } from './thread-content.ts';

/** Maximum number of turns that are kept over a reload; the oldest are dropped. */
export const MAX_HISTORY_TURNS = 50;
/** Maximum number of UTF-16 units of turns, as JSON, that are kept over a reload: a tenth of an origin's quota. */
export const MAX_HISTORY_LENGTH = 500_000;

/** Maximum length of a short text (ids, titles, labels, addresses) that is read back. */
const MAX_SHORT_TEXT_LENGTH = 2048;

/** Maximum length of what an answer asks that is read back: four questions with twelve choices. */
const MAX_ASKED_LENGTH = 14_000;

/** Maximum number of reasons of a rating that are kept and sent. */
export const MAX_FEEDBACK_REASONS = 10;
/** Maximum length of a reason of a rating, in UTF-16 units. */
export const MAX_FEEDBACK_REASON_LENGTH = 100;
/** Maximum length of a note to a rating, in UTF-16 units. */
export const MAX_FEEDBACK_NOTE_LENGTH = 2000;

const readShortText = textUpTo(MAX_SHORT_TEXT_LENGTH);

/** Check feedback that was kept. @returns `null` for a value without a rating */
export const readStoredFeedback = recordOf<AnswerFeedback, 'note'>(
  {
    rating: oneOf(['positive', 'negative']),
    reasons: (value) => listOf(textUpTo(MAX_FEEDBACK_REASON_LENGTH))(value).slice(0, MAX_FEEDBACK_REASONS),
  },
  { note: textUpTo(MAX_FEEDBACK_NOTE_LENGTH) },
  { note: '' },
);

const readSource = recordOf<Answer['sources'][number], 'excerpt'>(
  { path: readShortText, title: readShortText },
  { excerpt: readShortText },
);

const readSuggestion = recordOf<Answer['suggestions'][number]>({
  label: readShortText,
  target: readShortText,
});

/** Without `retryAfter`, which was counted from a moment that has passed. */
const readFailure = recordOf<Omit<Failure, 'retryAfter'>, 'message' | 'status' | 'serverCode'>(
  { code: oneOf(FAILURE_CODES), retryable: (value) => value === true },
  { message: readShortText, status: readWhole, serverCode: readShortText },
  { message: '' },
);

/** Without how it was found, see `toKeptTurn`. */
type KeptAnswer = Omit<Answer, 'reasoning' | 'steps'>;

const readAnswer = recordOf<
  KeptAnswer,
  'messageId' | 'sources' | 'suggestions' | 'asked' | 'note' | 'failure'
>(
  {
    status: oneOf(REPLY_STATUSES),
    text: (value) => (typeof value === 'string' ? value : null),
  },
  {
    messageId: readShortText,
    sources: listOf(readSource),
    suggestions: listOf(readSuggestion),
    asked: textUpTo(MAX_ASKED_LENGTH),
    note: oneOf(['length', 'content-filter', 'unsupported', 'uncertain', 'aborted']),
    failure: readFailure,
  },
  SUBMITTED_ANSWER,
);

const readTurn = recordOf<Turn, 'askedAt' | 'feedback'>(
  {
    id: readUuid,
    question: textUpTo(MAX_HISTORY_LENGTH),
    filter: (value) => toFilter(readFilterChoice(value) ?? {}),
    answer: readAnswer as ValueReader<Answer>,
  },
  { askedAt: readWhole, feedback: readStoredFeedback },
  { askedAt: 0 },
);

/** Return the turns to keep: the newest that fit. */
export function createHistory(turns: readonly Turn[]): Turn[] {
  let room = MAX_HISTORY_LENGTH;
  const newest = turns.slice(-MAX_HISTORY_TURNS).map(toKeptTurn).toReversed();
  return newest.filter((turn) => (room -= JSON.stringify(turn).length) >= 0).toReversed();
}

/** Read kept turns; bad ones are dropped, and of two with one id the second. */
export const readHistory: ValueReader<Turn[]> = (value) =>
  withoutTwins(listOf(readTurn)(value).slice(-MAX_HISTORY_TURNS));

/** Return items without those whose id an earlier one has. */
export function withoutTwins<T extends { readonly id: string }>(items: readonly T[]): T[] {
  const ids = new Set<string>();
  return items.filter(({ id }) => !ids.has(id) && ids.add(id));
}

/** Return a turn as interrupted if its answer was under way when its page was left. */
export function interruptTurn(turn: Turn): Turn {
  if (isFinalStatus(turn.answer.status)) return turn;
  return { ...turn, answer: { ...turn.answer, status: 'interrupted' } };
}

/** Return turns as they were kept; those that have not changed are the objects that are shown. */
export function keepIdentity(turns: readonly Turn[], shown: readonly Turn[]): readonly Turn[] {
  return turns.map((turn) => {
    const before = shown.find(({ id }) => id === turn.id);
    const same = before?.answer.status === turn.answer.status && before.answer.text === turn.answer.text;
    return same ? withFeedback(before, turn.feedback ?? null) : interruptTurn(turn);
  });
}
