import type { DocsFilter, FollowedLink, Insights, InsightsQuery, ProblemReport } from '../../protocol/api.ts';
import { DEFAULT_INSIGHTS_DAYS, DEFAULT_INSIGHTS_LIMIT } from '../../protocol/api.ts';
import { RequestRefusal } from '../../protocol/requests/request-refusal.ts';
import type { Feedback } from '../../protocol/requests/read-feedback.ts';
import type { DocsPages, PageEntry } from '../../engine/pages/docs-pages.ts';
import type { Certainty } from '../../engine/ranking/certainty.ts';
import { readAddress } from '../pages/project-pages.ts';
import type { ProjectSearch } from '../search/project-search.ts';
import type { InsightKind, InsightStore } from '../storage/insight-store.ts';
import type { Generation } from '../storage/service-store.ts';
import { DAY } from '../storage/thread-store.ts';
import { CountBuffer } from './count-buffer.ts';
import { readInsightsOptions, type InsightsOptions } from './insights-options.ts';
import { maskText } from './mask-text.ts';
import { SETTLE_MILLISECONDS, QueryDebouncer } from './query-debouncer.ts';
import { summarize } from './summarize.ts';

/** The project that something is counted for. */
export interface CountedProject {
  projectId: string;
  search: Pick<ProjectSearch, 'findPages'>;
  pages: Pick<DocsPages, 'list'>;
  generation(): Pick<Generation, 'hash'> | null;
  sources: { sites: readonly URL[] };
}

/** An answer that was sent, as it is held for its rating. */
interface SentAnswer {
  projectId: string;
  text: string;
  scope: Scope;
}

/** A version and a language of the index; empty for none, and for one that it does not have. */
interface Scope {
  version: string;
  language: string;
}

/** The pages of an index, with their versions and languages. */
interface KnownPages {
  entries: ReadonlyMap<string, PageEntry>;
  scopes: ReadonlySet<string | undefined>;
}

const NO_PAGES: KnownPages = { entries: new Map(), scopes: new Set() };

/** Milliseconds between two additions to the store. */
const FLUSH_INTERVAL = 30_000;
/** Maximum number of latest answers whose rating can be counted for their question. */
const MAX_ANSWERS = 10_000;
/** Maximum number of events that are looked up in the index at the same time; further ones are not counted. */
const MAX_LOOKUPS = 1_000;
/** More pages than a documentation has. */
const ALL_PAGES = 1_000_000;

/** Different reports that are taken for a project on one day: a program can write any number of texts. */
const MAX_REPORTS = 200;

/** Parts of the insights that come from elsewhere. */
export interface InsightsParts {
  store: InsightStore;
  /** Called with failures, none of which reaches a request. */
  onFailure: (error: unknown) => void;
  /** Called when counts could not be added to the store. */
  onLostFlush?: (() => void) | undefined;
  /** Milliseconds since the epoch. Default the clock of the system. */
  clock?: (() => number) | undefined;
}

/**
 * Counts what readers look for. Texts are masked first, and no visitor, thread or time of the day is kept with them. Nothing here
 * throws or is waited for by a request of a reader: a failure is reported, and the counts are added to the store later.
 */
export class ProjectInsights {
  readonly #options: ReturnType<typeof readInsightsOptions>;
  readonly #parts: InsightsParts;
  readonly #clock: () => number;
  readonly #buffer: CountBuffer;
  readonly #searches: QueryDebouncer;
  readonly #answers = new Map<string, SentAnswer>();
  /** Reports of today by project: equal ones are counted once. */
  readonly #reports = new Map<string, Set<string>>();
  #reportedDay = '';
  readonly #lookups = new Set<Promise<void>>();
  readonly #indexes = new Map<string, { hash: string; known: Promise<KnownPages> }>();
  readonly #timer: NodeJS.Timeout;
  #flushing: Promise<void> = Promise.resolve();
  #cleanedDay = '';

  /** @throws TypeError when an option is out of range */
  constructor(options: InsightsOptions, parts: InsightsParts) {
    this.#options = readInsightsOptions(options);
    this.#parts = parts;
    this.#clock = parts.clock ?? Date.now;
    this.#buffer = new CountBuffer(this.#options.textsPerDay);
    this.#searches = new QueryDebouncer(({ projectId, version, language, query, isFound }) => {
      const text = maskText(query);
      this.#count(projectId, 'search', text, { version, language });
      if (!isFound) this.#count(projectId, 'no-result', text, { version, language });
    });
    this.#timer = setInterval(() => void this.flush(), FLUSH_INTERVAL).unref();
  }

  /** Count a search, once it is known to be the one that was meant. @param visitor is held for seconds, and never kept */
  countSearch(
    project: CountedProject,
    visitor: string,
    { query, filter }: { query: string; filter?: DocsFilter | null | undefined },
    isFound: boolean,
  ): void {
    const now = this.#clock();
    this.#lookUp(project, async () => {
      const scope = await this.#scopeOf(project, filter ?? {});
      this.#searches.add({ projectId: project.projectId, visitor, ...scope, query, isFound }, now);
    });
  }

  /** Count a question that was answered. @param messageId the answer's, for its rating */
  countAnswer(
    project: CountedProject,
    question: { text: string; filter?: DocsFilter | undefined },
    certainty: Certainty,
    messageId?: string,
  ): void {
    const { projectId } = project;
    this.#lookUp(project, async () => {
      const scope = await this.#scopeOf(project, question.filter ?? {});
      const text = maskText(question.text);
      this.#count(projectId, 'question', text, scope);
      if (certainty === 'none') this.#count(projectId, 'refused', text, scope);
      if (certainty === 'low') this.#count(projectId, 'uncertain', text, scope);
      if (messageId === undefined) return;
      this.#answers.set(messageId, { projectId, text, scope });
      if (this.#answers.size > MAX_ANSWERS) this.#answers.delete(this.#answers.keys().next().value!);
    });
  }

  /**
   * Count a rating: of an answer once, if this process has sent it; of a page, if it is one of the index. What follows a rating,
   * its reasons and its note, is not counted again and not kept.
   */
  countRating(project: CountedProject, { rating, messageId, page, reasons, note }: Feedback): void {
    if (rating === null) return;
    const isHelpful = rating === 'positive';
    if (messageId !== null) {
      const answer = this.#answers.get(messageId);
      if (answer?.projectId !== project.projectId) return;
      this.#answers.delete(messageId);
      this.#count(project.projectId, isHelpful ? 'helpful' : 'not-helpful', answer.text, answer.scope);
    } else if (page !== undefined && reasons.length === 0 && note === '') {
      this.#countPage(project, isHelpful ? 'page-helpful' : 'page-not-helpful', page);
    }
  }

  /** Count a link that a reader followed, if it leads to a page of the index. */
  countFollow(project: CountedProject, { path }: FollowedLink): void {
    this.#countPage(project, 'follow', path);
  }

  /**
   * Keep what a program reports as wrong in a page, masked; an equal report of the same day changes nothing.
   *
   * @throws RequestRefusal `not-found` for an unknown page, `invalid-request` for a text of which nothing is left, `rate-limited`
   */
  async #takeReport(project: CountedProject, { address, kind, problem }: ProblemReport): Promise<void> {
    const page = await this.#findPage(project, address);
    if (page === null)
      throw new RequestRefusal('not-found', 'The documentation has no page at this address.');
    const masked = maskText(problem);
    if (masked === '') throw new RequestRefusal('invalid-request', 'Write what is wrong.');
    const today = dayOf(this.#clock());
    if (this.#reportedDay !== today) this.#reports.clear();
    this.#reportedDay = today;
    const { projectId } = project;
    const known = this.#reports.get(projectId) ?? new Set();
    this.#reports.set(projectId, known);
    const { path, version = '', language = '' } = page;
    const text = `${kind}\n/${path}\n${masked}`;
    if (known.has(text)) return;
    if (known.size >= MAX_REPORTS) throw new RequestRefusal('rate-limited', 'Too many reports today.');
    known.add(text);
    this.#count(projectId, 'report', text, { version, language });
  }

  /** Return what takes the reports of a project. @returns `null` without one */
  reportsOf(project: CountedProject | undefined): ((report: ProblemReport) => Promise<void>) | null {
    return project ? (report) => this.#takeReport(project, report) : null;
  }

  /** Read the insights of a project. @throws StoreUnavailable */
  async read(project: CountedProject, query: InsightsQuery): Promise<Insights> {
    await Promise.all(this.#lookups);
    await this.flush();
    const { days: retentionDays, minimumCount } = this.#options;
    const days = Math.min(query.days ?? DEFAULT_INSIGHTS_DAYS, retentionDays);
    const now = this.#clock();
    const period = { since: dayOf(now - (days - 1) * DAY), until: dayOf(now) };
    const [sums, pages] = await Promise.all([
      this.#parts.store.read(project.projectId, period),
      this.#pagesOf(project).catch(() => NO_PAGES),
    ]);
    const { version, language, limit = DEFAULT_INSIGHTS_LIMIT } = query;
    return summarize(sums, {
      period,
      retentionDays,
      minimumCount,
      limit,
      version,
      language,
      pages: pages.entries,
    });
  }

  /** Days for which counts are kept. */
  get retentionDays(): number {
    return this.#options.days;
  }

  /** Add the counts to the store, and remove what is too old. Never rejects. */
  flush(): Promise<void> {
    return (this.#flushing = this.#flushing.then(() => this.#flushNow()));
  }

  /** Count what is still held, and add it to the store. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#searches.settle(Infinity);
    await Promise.all(this.#lookups);
    await this.flush();
  }

  async #flushNow(): Promise<void> {
    const { store, onFailure, onLostFlush } = this.#parts;
    const now = this.#clock();
    this.#searches.settle(now - SETTLE_MILLISECONDS);
    const counts = this.#buffer.take();
    let isAdded = false;
    try {
      if (counts.length > 0) await store.add(counts, this.#options.textsPerDay);
      isAdded = true;
      const today = dayOf(now);
      if (this.#cleanedDay === today) return;
      await store.removeBefore(dayOf(now - (this.#options.days - 1) * DAY));
      this.#cleanedDay = today;
    } catch (error) {
      // The store gets them with the next ones.
      if (!isAdded) for (const count of counts) this.#buffer.add(count);
      onLostFlush?.();
      onFailure(error);
    }
  }

  #count(projectId: string, kind: InsightKind, text: string, { version, language }: Scope): void {
    const day = dayOf(this.#clock());
    this.#buffer.add({ projectId, day, kind, version, language, text, count: 1 });
  }

  /** Look a page up without anybody waiting. */
  #countPage(project: CountedProject, kind: InsightKind, address: string): void {
    this.#lookUp(project, async () => {
      const page = await this.#findPage(project, address);
      if (page === null) return;
      const { path, version = '', language = '' } = page;
      this.#count(project.projectId, kind, `/${path}`, { version, language });
    });
  }

  /** Count without anybody waiting; a failure is reported. */
  #lookUp({ generation }: CountedProject, count: () => Promise<void>): void {
    // Without an index there is nothing to look for yet.
    if (generation() === null || this.#lookups.size >= MAX_LOOKUPS) return;
    const lookup = count().catch((error: unknown) => this.#parts.onFailure(error));
    this.#lookups.add(lookup);
    void lookup.finally(() => this.#lookups.delete(lookup));
  }

  /** Return the version and language of a filter as far as the index has them: a stranger can send any. */
  async #scopeOf(project: CountedProject, { version = '', language = '' }: DocsFilter): Promise<Scope> {
    const { scopes } = await this.#pagesOf(project);
    return {
      version: scopes.has(version) ? version : '',
      language: scopes.has(language) ? language : '',
    };
  }

  async #findPage(project: CountedProject, address: string): Promise<PageEntry | null> {
    const { path } = readAddress(address, project.sources.sites);
    const known = (await project.search.findPages([path])).get(path);
    return known === undefined ? null : ((await this.#pagesOf(project)).entries.get(known) ?? null);
  }

  /** Return the pages of the current index by their paths. */
  #pagesOf(project: CountedProject): Promise<KnownPages> {
    const { projectId, pages, generation } = project;
    const hash = generation()?.hash;
    if (hash === undefined) return Promise.resolve(NO_PAGES);
    const index = this.#indexes.get(projectId);
    if (index?.hash === hash) return index.known;
    const known = pages.list({ limit: ALL_PAGES }).then((entries) => ({
      entries: new Map(entries.map((entry) => [entry.path, entry])),
      scopes: new Set(entries.flatMap(({ version, language }) => [version, language])),
    }));
    this.#indexes.set(projectId, { hash, known });
    // Read again by the next event.
    known.catch(() => this.#indexes.delete(projectId));
    return known;
  }
}

/** Return the day of a time, UTC. */
function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
