import type { SearchResult } from '../../protocol/api.ts';

/** Second argument of a {@link ResultRenderer}. Every call of its functions returns new nodes. */
export interface ResultContent {
  /** Query that the result was found for. */
  readonly query: string;
  /** Position in the list, from 0. */
  readonly index: number;
  /** Title of the page, at most 200 characters. */
  readonly page: string;
  /** Headings between the title of the page and that of the section, joined; may be empty. */
  readonly trail: string;
  /** Create the heading of the section, with the matching words in `<mark part="mark">`. */
  heading(): DocumentFragment;
  /** Create the excerpt, with the same marks. */
  excerpt(): DocumentFragment;
  /** Create the standard content, which is shown without a renderer. */
  standard(): DocumentFragment;
}

/**
 * Draw the content of a result. The element draws the option around it, with its link and role, and handles keys and pointer.
 *
 * @returns a node without links, controls and ids; a string, which is shown as text, never as HTML; or `null` for
 *   {@link ResultContent.standard}
 */
export type ResultRenderer = (
  result: SearchResult,
  content: ResultContent,
) => Node | string | null | undefined;
