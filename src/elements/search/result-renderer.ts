import type { SearchResult } from '../../protocol/api.ts';

/** What a {@link ResultRenderer} gets beside the result. Every node is a new one. */
export interface ResultContent {
  /** The query that it was found for. */
  readonly query: string;
  /** Place in the list as it is shown, from 0. */
  readonly index: number;
  /** Title of the page, at most 200 characters. */
  readonly page: string;
  /** The headings between the page and the section, joined; empty where there are none. */
  readonly trail: string;
  /** Create the heading of the section, with the words of the query in `<mark part="mark">`. */
  heading(): DocumentFragment;
  /** Create the excerpt, with the same marks. */
  excerpt(): DocumentFragment;
  /** Create what is shown without a renderer. */
  standard(): DocumentFragment;
}

/**
 * Draw the content of a result. The element draws the option around it: its link, its role, and what keys and pointer do.
 *
 * @returns a node without links, controls and ids; or a string, which is shown as text, never as HTML; or `null` for
 *   {@link ResultContent.standard}
 */
export type ResultRenderer = (
  result: SearchResult,
  content: ResultContent,
) => Node | string | null | undefined;
