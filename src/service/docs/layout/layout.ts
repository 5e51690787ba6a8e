import type { FilePlace } from '../page-scope.ts';

/** How a generator lays out the pages of its project. */
export interface SiteLayout {
  /** Return the place of a file; `null` for one that is no page of the site. */
  placeOf(file: string): FilePlace | null;
  /** Language of pages that name none, as the configuration has it. */
  defaultLanguage?: string | undefined;
}
