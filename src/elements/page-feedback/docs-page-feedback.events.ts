/** Detail of `docs-page-feedback`. */
export interface PageFeedbackDetail {
  /** Address of the page, without query and fragment. */
  readonly page: string;
  /** `null` when the reader took a rating back. */
  readonly rating: 'positive' | 'negative' | null;
  readonly reasons: readonly string[];
  readonly note: string;
}

declare global {
  interface GlobalEventHandlersEventMap {
    'docs-page-feedback': CustomEvent<PageFeedbackDetail>;
  }
}
