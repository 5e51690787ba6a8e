import type { DocsFilter } from '../../protocol/api.ts';
import type { HistoryMessage } from './model/prompt.ts';

/** A question of a reader. */
export interface Question {
  text: string;
  /** The conversation before it, oldest first. */
  history: readonly HistoryMessage[];
  filter: DocsFilter | undefined;
  /** Path of the page that it is asked on. */
  currentPath?: string | null | undefined;
  /** Number of sections that the reader is shown. */
  pageSize: number;
}
