import type { Lazy } from '../lazy.ts';
import type { CheckedStorage, Site } from '../../../state/storage/storage.ts';

/** Interface strings that drawn Markdown uses, by their keys. */
export const MARKDOWN_LABELS = [
  'copy',
  'copied',
  'copyFailed',
  'code',
  'table',
  'sources',
  'taskDone',
  'taskOpen',
  'calloutNote',
  'calloutTip',
  'calloutWarning',
] as const;

/** Look up such a word. */
export type MarkdownText = (
  key: (typeof MARKDOWN_LABELS)[number],
  values?: { readonly count: number },
) => string;

/** Where the choices of a reader are kept. */
export interface ReaderChoices {
  readonly site: Site;
  readonly storage: CheckedStorage;
}

/** How Markdown is drawn. */
export interface RenderOptions {
  /** Address against which links and images are resolved; itself resolved against the page's. Default: the page's own. */
  readonly linkBase?: string | undefined;
  /** Where links open. Default `self`. */
  readonly linkTarget?: 'self' | 'blank' | undefined;
  /**
   * Level of the heading that the text is below. Default 2: the first heading is drawn as `<h3>`, whatever its level as written, and a
   * deeper one is one level below the heading that it belongs to. Nothing goes below `<h6>`.
   */
  readonly headingOffset?: number | undefined;
  /** Looks up interface strings. Default: their keys, for text that is not shown. */
  readonly text?: MarkdownText | undefined;
}

/** A page that a mark such as `[1]` in the text leads to. */
export interface Citation {
  readonly href: string;
  readonly title: string;
}

/** Options that may change from one drawing to the next without everything being drawn again. */
export interface LiveOptions {
  /** Called with a message for a live region, such as "Copied". */
  readonly announce?: ((message: string) => void) | undefined;
  /** Where the chosen tabs are kept. Default: nowhere. */
  readonly choices?: ReaderChoices | undefined;
  /** Where the marks lead: `[1]` to the first; `null` for a source that must not become a link. More may be added. */
  readonly citations?: readonly (Citation | null)[] | undefined;
  /** Called after each attempt to load what a text is drawn with. */
  readonly onLoad?: ((module: Lazy<unknown>) => void) | undefined;
  /** Called for each code block that names its language, as soon as it begins. */
  readonly onCode?: ((code: HTMLElement) => void) | undefined;
}
