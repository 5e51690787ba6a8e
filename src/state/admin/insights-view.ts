import type { Insights, InsightsQuery } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { InsightsSource } from '../../protocol/sources.ts';
import { PolledStore } from './polling.ts';

/** Default of the polling interval, in milliseconds: the counts are those of days. */
export const DEFAULT_INSIGHTS_INTERVAL = 300_000;

/** State of the insights of a project. */
export interface InsightsSnapshot {
  /** `loading`: not read yet; `ready`; `error`: could not be read yet. */
  readonly status: 'loading' | 'ready' | 'error';
  /** The last response; kept while another selection is loaded, and while the connection is lost. */
  readonly insights: Insights | null;
  /** Failure of the latest request. */
  readonly failure: Failure | null;
  /** Whether `insights` are those of an earlier selection. */
  readonly isOutdated: boolean;
}

/** Options of an {@link InsightsView}. */
export interface InsightsViewOptions {
  readonly source: InsightsSource;
  /** Polling interval in milliseconds; 0: only `refresh` polls. Default {@link DEFAULT_INSIGHTS_INTERVAL}. */
  readonly interval?: number;
  readonly query?: InsightsQuery;
}

/** What readers asked, searched and followed, polled. Actions never reject: failures are in the snapshot. */
export class InsightsView extends PolledStore<InsightsSnapshot> {
  readonly #source: InsightsSource;
  #query: InsightsQuery;

  constructor({ source, interval = DEFAULT_INSIGHTS_INTERVAL, query = {} }: InsightsViewOptions) {
    super({ status: 'loading', insights: null, failure: null, isOutdated: false }, interval);
    this.#source = source;
    this.#query = query;
  }

  /** Request the insights of other days, another version or another language. Does nothing for the same selection. */
  select(query: InsightsQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    this.replace({ ...this.snapshot, isOutdated: this.snapshot.insights !== null });
    this.refresh();
  }

  protected async read(signal: AbortSignal): Promise<void> {
    const insights = await this.#source.getInsights(this.#query, { signal });
    this.replace({ status: 'ready', insights, failure: null, isOutdated: false });
  }

  protected fail(failure: Failure): void {
    const { insights, isOutdated } = this.snapshot;
    this.replace({ status: insights ? 'ready' : 'error', insights, failure, isOutdated });
  }
}
