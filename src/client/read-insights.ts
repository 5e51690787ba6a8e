import type { CountedPage, CountedText, Insights, InsightsTotals, MissingText } from '../protocol/api.ts';
import { isRecord, type UnknownRecord } from '../protocol/record.ts';
import { badContent } from './read-json.ts';

/** Most entries of one list that are read from one response. */
const MAX_INSIGHTS_ENTRIES = 1000;

const REASONS = ['refused', 'no-result', 'not-helpful'] as const;

/** Read the insights; entries that are none are dropped. @throws RequestFailure `bad-content` when there are no totals */
export function readInsights(value: unknown): Insights {
  if (!isRecord(value) || !isRecord(value.totals)) throw badContent('The answer has no insights.');
  return {
    since: readText(value.since),
    until: readText(value.until),
    retentionDays: readCount(value.retentionDays),
    minimumCount: readCount(value.minimumCount),
    versions: readTexts(value.versions),
    languages: readTexts(value.languages),
    totals: readTotals(value.totals),
    missing: readEntries(value.missing, 'text').flatMap((entry) => readMissing(entry)),
    questions: readEntries(value.questions, 'text').map(readCounted),
    searches: readEntries(value.searches, 'text').map(readCounted),
    pages: readEntries(value.pages, 'path').map(readPage),
  };
}

function readTotals(totals: UnknownRecord): InsightsTotals {
  return {
    questions: readCount(totals.questions),
    refused: readCount(totals.refused),
    uncertain: readCount(totals.uncertain),
    searches: readCount(totals.searches),
    searchesWithoutResult: readCount(totals.searchesWithoutResult),
    helpful: readCount(totals.helpful),
    notHelpful: readCount(totals.notHelpful),
    follows: readCount(totals.follows),
  };
}

function readMissing(entry: UnknownRecord): MissingText[] {
  const reason = REASONS.find((known) => known === entry.reason);
  if (reason === undefined) return [];
  return [{ ...readCounted(entry), kind: entry.kind === 'search' ? 'search' : 'question', reason }];
}

function readCounted(entry: UnknownRecord): CountedText {
  return {
    text: readText(entry.text),
    version: readScope(entry.version),
    language: readScope(entry.language),
    count: readCount(entry.count),
    lastDay: readText(entry.lastDay),
  };
}

function readPage(page: UnknownRecord): CountedPage {
  return {
    path: readText(page.path),
    ...(typeof page.title === 'string' && { title: page.title }),
    version: readScope(page.version),
    language: readScope(page.language),
    follows: readCount(page.follows),
    helpful: readCount(page.helpful),
    notHelpful: readCount(page.notHelpful),
  };
}

/** Read a list of objects that have a text in `field`. */
function readEntries(value: unknown, field: string): UnknownRecord[] {
  return readList(value).filter(
    (entry) => isRecord(entry) && typeof entry[field] === 'string',
  ) as UnknownRecord[];
}

function readList(value: unknown): unknown[] {
  return Array.isArray(value) ? value.slice(0, MAX_INSIGHTS_ENTRIES) : [];
}

function readTexts(value: unknown): string[] {
  return readList(value).filter((entry) => typeof entry === 'string');
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function readScope(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function readCount(value: unknown): number {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : 0;
}
