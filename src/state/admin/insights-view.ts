import type { Insights, InsightsQuery } from '../../protocol/api.ts';
import type { Failure } from '../../protocol/failures/failure.ts';
import type { InsightsSource } from '../../protocol/sources.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { Polling } from './polling.ts';

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
  /** Polling interval in milliseconds; 0: only {@link InsightsView.refresh} polls. Default {@link DEFAULT_INSIGHTS_INTERVAL}. */
  readonly interval?: number;
  readonly query?: InsightsQuery;
}

/** What readers asked, searched and followed, polled. Actions never reject: failures are in the snapshot. */
export class InsightsView extends SnapshotStore<InsightsSnapshot> {
  /** Polling interval in milliseconds, from the next request on. */
  interval: number;
  #query: InsightsQuery;
  readonly #polling: Polling;

  constructor({ source, interval = DEFAULT_INSIGHTS_INTERVAL, query = {} }: InsightsViewOptions) {
    super({ status: 'loading', insights: null, failure: null, isOutdated: false });
    this.interval = interval;
    this.#query = query;
    this.#polling = new Polling({
      ask: async (signal) => {
        const insights = await source.getInsights(this.#query, { signal });
        this.replace({ status: 'ready', insights, failure: null, isOutdated: false });
        return this.interval > 0 ? this.interval : null;
      },
      onFailure: (failure) => {
        const { insights, isOutdated } = this.snapshot;
        this.replace({ status: insights ? 'ready' : 'error', insights, failure, isOutdated });
      },
    });
  }

  /** Request the insights of other days, another version or another language. Does nothing for the same selection. */
  select(query: InsightsQuery): void {
    if (JSON.stringify(query) === JSON.stringify(this.#query)) return;
    this.#query = query;
    this.replace({ ...this.snapshot, isOutdated: this.snapshot.insights !== null });
    this.refresh();
  }

  /** Poll now, and go on in intervals. */
  refresh(): void {
    this.#polling.start();
  }

  /** Stop polling, for a hidden page. */
  pause(): void {
    this.#polling.pause();
  }

  /** Resume after {@link pause}, and poll now. */
  resume(): void {
    this.#polling.resume();
  }

  /** Abort all requests. */
  close(): void {
    this.#polling.stop();
  }
}
