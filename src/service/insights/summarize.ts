import type { CountedPage, CountedText, Insights, MissingText, ReportedProblem } from '../../protocol/api.ts';
import type { PageEntry } from '../../engine/pages/docs-pages.ts';
import type { InsightKind, InsightPeriod, InsightSum } from '../storage/insight-store.ts';

/** What the lists of insights are made of. */
export interface SummaryOptions {
  period: InsightPeriod;
  retentionDays: number;
  /** How often a text must be counted before it is shown. */
  minimumCount: number;
  /** Entries of each list. */
  limit: number;
  version: string | undefined;
  language: string | undefined;
  /** The pages of the index by site path, without leading slash. */
  pages: ReadonlyMap<string, PageEntry>;
}

/** Make the lists of the insights from the counts of a period. */
export function summarize(sums: readonly InsightSum[], options: SummaryOptions): Insights {
  const { period, retentionDays, minimumCount, limit, version, language, pages } = options;
  const chosen = sums.filter(
    (sum) =>
      (version === undefined || sum.version === version) &&
      (language === undefined || sum.language === language),
  );
  const total = (...kinds: InsightKind[]) =>
    chosen.reduce((count, sum) => (kinds.includes(sum.kind) ? count + sum.count : count), 0);
  const textsOf = (kind: InsightKind): CountedText[] =>
    chosen.filter((sum) => sum.kind === kind && sum.text !== '' && sum.count >= minimumCount).map(toText);
  const missing: MissingText[] = [
    ...textsOf('refused').map((text) => ({ ...text, kind: 'question' as const, reason: 'refused' as const })),
    ...textsOf('no-result').map((text) => ({
      ...text,
      kind: 'search' as const,
      reason: 'no-result' as const,
    })),
    ...textsOf('not-helpful').map((text) => ({
      ...text,
      kind: 'question' as const,
      reason: 'not-helpful' as const,
    })),
  ];
  return {
    since: period.since,
    until: period.until,
    retentionDays,
    minimumCount,
    versions: namesOf(sums.map((sum) => sum.version)),
    languages: namesOf(sums.map((sum) => sum.language)),
    totals: {
      questions: total('question'),
      refused: total('refused'),
      uncertain: total('uncertain'),
      searches: total('search'),
      searchesWithoutResult: total('no-result'),
      helpful: total('helpful', 'page-helpful'),
      notHelpful: total('not-helpful', 'page-not-helpful'),
      follows: total('follow'),
    },
    missing: missing.sort(byCount).slice(0, limit),
    questions: textsOf('question').sort(byCount).slice(0, limit),
    searches: textsOf('search').sort(byCount).slice(0, limit),
    pages: countPages(chosen, pages).slice(0, limit),
    reports: chosen
      .filter(({ kind, text }) => kind === 'report' && text !== '')
      .map((sum) => toReport(sum, pages))
      .sort(byCount)
      .slice(0, limit),
  };
}

/** Pages are public: they are listed from the first count on. */
function countPages(sums: readonly InsightSum[], entries: ReadonlyMap<string, PageEntry>): CountedPage[] {
  const pages = new Map<string, CountedPage>();
  for (const { kind, text: path, version, language, count } of sums) {
    if (path === '' || !['follow', 'page-helpful', 'page-not-helpful'].includes(kind)) continue;
    const title = entries.get(path.slice(1))?.title;
    const page = pages.get(path) ?? {
      path,
      ...(title !== undefined && { title }),
      ...toScope({ version, language }),
      follows: 0,
      helpful: 0,
      notHelpful: 0,
    };
    if (kind === 'follow') page.follows += count;
    else if (kind === 'page-helpful') page.helpful += count;
    else page.notHelpful += count;
    pages.set(path, page);
  }
  const weight = ({ follows, helpful, notHelpful }: CountedPage) => follows + helpful + notHelpful;
  return [...pages.values()].sort(
    (one, other) => weight(other) - weight(one) || (one.path < other.path ? -1 : 1),
  );
}

function toText({ text, version, language, count, lastDay }: InsightSum): CountedText {
  return { text, ...toScope({ version, language }), count, lastDay };
}

/** Reports are for the maintainers: they are shown from the first one on. */
function toReport(sum: InsightSum, pages: SummaryOptions['pages']): ReportedProblem {
  const [kind, path, text] = sum.text.split('\n') as [ReportedProblem['kind'], string, string];
  const title = pages.get(path.slice(1))?.title;
  return { ...toText({ ...sum, text }), path, ...(title !== undefined && { title }), kind };
}

function toScope({ version, language }: Pick<InsightSum, 'version' | 'language'>) {
  return { version: version || null, language: language || null };
}

function byCount(one: CountedText, other: CountedText): number {
  return other.count - one.count || (one.text < other.text ? -1 : 1);
}

function namesOf(names: readonly string[]): string[] {
  return [...new Set(names)].filter((name) => name !== '').sort();
}
