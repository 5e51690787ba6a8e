import { isRecord } from '../../protocol/record.ts';
import type { ValueReader } from '../storage/storage.ts';
import { readUuid } from '../storage/stored-values.ts';

/** Where a reader is in a conversation. */
export interface ScrollPosition {
  /** Id of the turn at the top of the view; `null` at the end of the conversation. */
  readonly turn: string | null;
  /** The part of that turn: its question, a paragraph of its answer …, from 0. */
  readonly block: number;
  /** Pixels of that part that are above the view. */
  readonly offset: number;
}

/** Maximum of both numbers, in parts and in pixels. A greater one was not written by this code. */
const MAX_NUMBER = 1_000_000;

export const readScrollPosition: ValueReader<ScrollPosition> = (value) => {
  if (!isRecord(value)) return null;
  const turn = readUuid(value.turn);
  const [block, offset] = [value.block, value.offset].map(readNumber);
  if (block == null || offset == null || (turn === null && value.turn !== null)) return null;
  return { turn, block, offset };
};

function readNumber(value: unknown): number | null {
  return Number.isSafeInteger(value) && Math.abs(value as number) <= MAX_NUMBER ? (value as number) : null;
}
