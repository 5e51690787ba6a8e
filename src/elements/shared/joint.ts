/**
 * The search that a question came from. The panel of the assistant takes the place of its results, which stay below it as they are. The
 * search gives it to the assistant; nothing else joins the two elements.
 */
export interface Joint {
  /** Labels of the buttons that lead back to the results, and to the panel's own place. */
  readonly labels: { readonly back: string; readonly dock: string };
  /** Whether the results are in a dialog, whose backdrop serves the panel, too. */
  readonly isModal: boolean;
  /** Hide the results below the panel. @returns their place in the window, which the panel grows out of */
  cover(): DOMRect;
  /** Close the panel and go back to the results, unless the page prevents it. */
  hide(): void;
  /** Show the results again after `hide()`; else close the search, because the panel has closed or moved. */
  leave(): Promise<unknown>;
}

/** What the search uses of the panel. */
export interface JoinablePanel {
  readonly placement: { load(): Promise<void>; readonly modes: unknown };
  readonly groups: { readonly afterAnswer: { load(): Promise<unknown> } };
}
