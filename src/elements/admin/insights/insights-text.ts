import type { Insights, MissingText } from '../../../protocol/api.ts';
import type { Failure } from '../../../protocol/failures/failure.ts';
import type { ServerErrorCode } from '../../../protocol/failures/server-error.ts';
import { readFailureCause } from '../../shared/failure-cause.ts';
import { describeFailure, type TextLookup } from '../failure.view.ts';

/** The lists that can be chosen. */
export const LISTS = ['missing', 'questions', 'searches', 'pages'] as const;
export type InsightsList = (typeof LISTS)[number];

/** Periods that are offered, in days, as far as the service keeps them. */
const PERIODS = [7, 30, 90, 365];

/** Whether the service answers, and keeps no insights. */
export function isOff({ serverCode }: Failure): boolean {
  return serverCode === ('insights-off' satisfies ServerErrorCode);
}

/** Find the sentence for a failure. */
export function describeInsightsFailure(failure: Failure, text: TextLookup): string {
  return readFailureCause(failure) === 'not-found' ? text('insightsMissing') : describeFailure(failure, text);
}

/** Whether nothing at all was counted. */
export function isEmpty({ totals, missing, questions, searches, pages }: Insights): boolean {
  const lists = [missing, questions, searches, pages];
  return Object.values(totals).every((count) => count === 0) && lists.every(({ length }) => length === 0);
}

/** Return what an entry lacks in words; an unknown reason unchanged. */
export function describeReason({ reason }: MissingText, text: TextLookup): string {
  switch (reason) {
    case 'refused':
      return text('questionRefused');
    case 'no-result':
      return text('searchWithoutResult');
    case 'not-helpful':
      return text('answerNotHelpful');
    default:
      return reason;
  }
}

/** Return the periods to choose from, in days, shortest first, the shown one among them. */
export function periodsOf({ retentionDays, since, until }: Insights): { days: number; periods: number[] } {
  const days = Math.round((Date.parse(until) - Date.parse(since)) / 86_400_000) + 1;
  const all = new Set([...PERIODS.filter((period) => period < retentionDays), retentionDays, days]);
  return { days, periods: [...all].filter((period) => period > 0).toSorted((a, b) => a - b) };
}

/** Write a day, in the time zone in which the service counts; an unreadable one unchanged. */
export function formatDay(day: string, locale: string): string {
  const time = Date.parse(day);
  return Number.isNaN(time) ? day : dayFormat(locale).format(time);
}

/** Write the first and the last day. */
export function formatPeriod({ since, until }: Insights, locale: string): string {
  const [first, last] = [Date.parse(since), Date.parse(until)];
  return first <= last ? dayFormat(locale).formatRange(first, last) : '';
}

/** Write the name of a language; what is no language tag unchanged. */
export function nameLanguage(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Return the rows of a list for a file, below those of its fields. The names of fields are the same in all languages. */
export function toRows(
  insights: Insights,
  list: InsightsList,
  isDone: (entry: MissingText) => boolean,
): (string | number)[][] {
  switch (list) {
    case 'missing':
      return [
        ['text', 'kind', 'reason', 'version', 'language', 'count', 'lastDay', 'done'],
        ...insights.missing.map((entry) => {
          const { text, kind, reason, version, language, count, lastDay } = entry;
          const done = isDone(entry) ? 'yes' : 'no';
          return [text, kind, reason, version ?? '', language ?? '', count, lastDay, done];
        }),
      ];
    case 'pages':
      return [
        ['path', 'title', 'version', 'language', 'follows', 'helpful', 'notHelpful'],
        ...insights.pages.map(({ path, title, version, language, follows, helpful, notHelpful }) => [
          ...[path, title ?? '', version ?? '', language ?? ''],
          ...[follows, helpful, notHelpful],
        ]),
      ];
    default:
      return [
        ['text', 'version', 'language', 'count', 'lastDay'],
        ...insights[list].map(({ text, version, language, count, lastDay }) => [
          ...[text, version ?? '', language ?? ''],
          ...[count, lastDay],
        ]),
      ];
  }
}

function dayFormat(locale: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' });
}
