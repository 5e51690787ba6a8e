import { PROBLEM_KINDS } from '../protocol/api.ts';
import type {
  CountedPage,
  CountedText,
  Insights,
  InsightsTotals,
  MissingText,
  ReportedProblem,
} from '../protocol/api.ts';
import { isRecord, type UnknownRecord } from '../protocol/record.ts';
import { badContent } from './read-json.ts';
import { readArray, stringOf, readTexts } from './read-values.ts';

const REASONS = ['refused', 'no-result', 'not-helpful'] as const;

/** Read the insights; entries that are none are dropped. @throws RequestFailure `bad-content` when there are no totals */
export function readInsights(value: unknown): Insights {
  if (!isRecord(value) || !isRecord(value.totals)) throw badContent('The answer has no insights.');
  return {
    since: stringOf(value.since) ?? '',
    until: stringOf(value.until) ?? '',
    retentionDays: readCount(value.retentionDays),
    minimumCount: readCount(value.minimumCount),
    versions: readTexts(value.versions),
    languages: readTexts(value.languages),
    totals: readTotals(value.totals),
    missing: readEntries(value.missing, readMissing),
    questions: readEntries(value.questions, readCounted),
    searches: readEntries(value.searches, readCounted),
    pages: readEntries(value.pages, readPage),
    reports: readEntries(value.reports, readReport),
  };
}

function readTotals(totals: UnknownRecord): InsightsTotals {
  return {
    questions: readCount(totals.questions),
    refused: readCount(totals.refused),
    uncertain: readCount(totals.uncertain),
    searches: readCount(totals.searches),
    searchesWithoutResult: readCount(totals.searchesWithoutResult),
    ...readRatings(totals),
    follows: readCount(totals.follows),
  };
}

function readMissing(entry: UnknownRecord): MissingText | null {
  const reason = REASONS.find((known) => known === entry.reason);
  const counted = readCounted(entry);
  if (reason === undefined || counted === null) return null;
  return { ...counted, kind: entry.kind === 'search' ? 'search' : 'question', reason };
}

function readCounted(entry: UnknownRecord): CountedText | null {
  const text = stringOf(entry.text);
  if (text === null) return null;
  const lastDay = stringOf(entry.lastDay) ?? '';
  return { text, ...readScope(entry), count: readCount(entry.count), lastDay };
}

function readPage(page: UnknownRecord): CountedPage | null {
  const path = stringOf(page.path);
  if (path === null) return null;
  const title = stringOf(page.title);
  return {
    path,
    ...(title !== null && { title }),
    ...readScope(page),
    follows: readCount(page.follows),
    ...readRatings(page),
  };
}

function readReport(entry: UnknownRecord): ReportedProblem | null {
  const kind = PROBLEM_KINDS.find((known) => known === entry.kind);
  const path = stringOf(entry.path);
  const counted = readCounted(entry);
  if (kind === undefined || path === null || counted === null) return null;
  const title = stringOf(entry.title);
  return { ...counted, path, ...(title !== null && { title }), kind };
}

/** Read a list of objects; those that `read` returns `null` for are dropped. */
function readEntries<T>(value: unknown, read: (entry: UnknownRecord) => T | null): T[] {
  return readArray(value)
    .filter(isRecord)
    .map(read)
    .filter((entry) => entry !== null);
}

function readScope({ version, language }: UnknownRecord): Pick<CountedText, 'version' | 'language'> {
  return { version: stringOf(version), language: stringOf(language) };
}

function readRatings({ helpful, notHelpful }: UnknownRecord): Pick<CountedPage, 'helpful' | 'notHelpful'> {
  return { helpful: readCount(helpful), notHelpful: readCount(notHelpful) };
}

function readCount(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
