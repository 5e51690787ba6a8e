import type { KeptThread } from '../../../state/archive/thread-content.ts';

const DAY = 86_400_000;
/** Age from which a day is named by its date instead of its weekday, in days. */
const FAR_DAYS = 7;

/** Conversations whose last question was asked on the same day, in the time zone of the reader. */
export interface Day {
  /** Start of the day, in milliseconds since the epoch. */
  readonly start: number;
  readonly threads: readonly KeptThread[];
}

/** Group conversations by day, without changing their order. */
export function groupByDay(threads: readonly KeptThread[]): Day[] {
  const days = new Map<number, KeptThread[]>();
  for (const thread of threads) {
    const start = startOfDay(thread.askedAt);
    const day = days.get(start);
    if (day) day.push(thread);
    else days.set(start, [thread]);
  }
  return [...days].map(([start, list]) => ({ start, threads: list }));
}

/** Name a day in a language: today, yesterday, then the weekday, then the date. */
export function nameDay(start: number, locale: string, now = Date.now()): string {
  // Rounded, because a day with a change to or from daylight saving time is shorter or longer.
  const days = Math.round((startOfDay(now) - start) / DAY);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
  const isNear = days > 0 && days < FAR_DAYS;
  return new Intl.DateTimeFormat(locale, isNear ? { weekday: 'long' } : { dateStyle: 'long' }).format(start);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
