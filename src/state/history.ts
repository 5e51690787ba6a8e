import { FAILURE_CODES, type Failure } from '../protocol/failure.ts';
import { isRecord } from '../protocol/record.ts';
import { isFinalStatus, REPLY_STATUSES } from '../protocol/reply-content.ts';
import { SUBMITTED_ANSWER } from './answer.ts';
import type { Answer, Turn } from './conversation-snapshot.ts';
import type { ValueReader } from './storage.ts';
import { readFilterChoice, readList, readText, readUuid, toFilter } from './stored-values.ts';

/** Most turns that are kept over a reload; the oldest are left out. */
export const MAX_HISTORY_TURNS = 50;
/** Most UTF-16 units of turns, as JSON, that are kept over a reload: a tenth of what browsers give an origin. */
export const MAX_HISTORY_LENGTH = 500_000;

/** Longest short text (ids, titles, labels, addresses) that is read back. */
const MAX_SHORT_TEXT_LENGTH = 2048;

/** What is kept of the turns: the newest that fit, without the steps and the reasoning that led to an answer. */
export function createHistory(turns: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  let room = MAX_HISTORY_LENGTH;
  for (const turn of turns.slice(-MAX_HISTORY_TURNS).toReversed()) {
    const lean: Turn = { ...turn, answer: { ...turn.answer, reasoning: '', steps: [] } };
    room -= JSON.stringify(lean).length;
    if (room < 0) break;
    kept.unshift(lean);
  }
  return kept;
}

/** Reads kept turns; the bad ones are left out, and of two with one id the second. */
export const readHistory: ValueReader<Turn[]> = (value) => {
  const turns = new Map<string, Turn>();
  for (const turn of readList(value, readTurn).slice(-MAX_HISTORY_TURNS)) {
    if (!turns.has(turn.id)) turns.set(turn.id, turn);
  }
  return [...turns.values()];
};

/** A turn that was running when its page was left: nobody will go on with it. */
export function interruptTurn(turn: Turn): Turn {
  if (isFinalStatus(turn.answer.status)) return turn;
  return { ...turn, answer: { ...turn.answer, status: 'interrupted' } };
}

function readTurn(value: unknown): Turn | null {
  if (!isRecord(value)) return null;
  const id = readUuid(value.id);
  const question = readText(value.question, MAX_HISTORY_LENGTH);
  const answer = readAnswer(value.answer);
  if (id === null || question === null || answer === null) return null;
  const askedAt = Number.isSafeInteger(value.askedAt) ? (value.askedAt as number) : 0;
  return { id, question, askedAt, filter: toFilter(readFilterChoice(value.filter) ?? {}), answer };
}

function readAnswer(value: unknown): Answer | null {
  if (!isRecord(value)) return null;
  const status = REPLY_STATUSES.find((known) => known === value.status);
  if (status === undefined || typeof value.text !== 'string') return null;
  const note = (['length', 'content-filter', 'unsupported'] as const).find((known) => known === value.note);
  return {
    ...SUBMITTED_ANSWER,
    status,
    messageId: readShortText(value.messageId),
    text: value.text,
    sources: readList(value.sources, (source) => readTexts(source, 'path', 'title')),
    suggestions: readList(value.suggestions, (link) => readTexts(link, 'label', 'target')),
    note: note ?? null,
    failure: readFailure(value.failure),
  };
}

/** Reads an object of short texts; without one of them it is no use. */
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

const readShortText: ValueReader<string> = (value) => readText(value, MAX_SHORT_TEXT_LENGTH);
