import type { Insights, MissingText } from '../../../protocol/api.ts';
import type { AdminErrorDetail } from '../admin-element.ts';

/** Detail of `docs-insights-change`. */
export interface InsightsChangeDetail {
  readonly insights: Insights;
}

/** Detail of `docs-insights-done`. */
export interface InsightsDoneDetail {
  readonly entry: MissingText;
  /** `false` if the entry was taken up again. */
  readonly isDone: boolean;
}

/** Detail of `docs-insights-export`. */
export interface InsightsExportDetail {
  /** Name of the file. */
  readonly name: string;
  readonly csv: string;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-insights-change': CustomEvent<InsightsChangeDetail>;
    'docs-insights-done': CustomEvent<InsightsDoneDetail>;
    'docs-insights-export': CustomEvent<InsightsExportDetail>;
    'docs-insights-error': CustomEvent<AdminErrorDetail>;
  }
}
