import type { PagePassage } from './page-passages.ts';

/** A page of a documentation, without its text. */
export interface PageEntry {
  /** Number of the page in the index, from 1. Pages of one version and language are neighbours. */
  number: number;
  /** Site path, without leading slash; empty for the front page. */
  path: string;
  title: string;
  description?: string;
  version?: string;
  language?: string;
}

/** What a documentation is about, for programs that have not read it. */
export interface DocsOutline {
  /** Title of the front page in the main version and language, see `mainScope`. */
  title: string;
  /** Number of pages. */
  pages: number;
  /** Versions and languages of the documentation, sorted. */
  versions: readonly string[];
  languages: readonly string[];
  /** Titles of the topmost pages in the main version and language. */
  titles: readonly string[];
}

/** The text of a page, or of a section of it. */
export interface PageText extends PageEntry {
  markdown: string;
  /** Sections of the whole page that have an anchor, in order. */
  sections: readonly { heading: string; anchor: string }[];
  /** Sections of the whole page that answer the question, best first; missing without a question. */
  passages?: readonly PagePassage[];
}

/** Reads the pages of an index: always those of the current one. */
export interface DocsPages {
  /** @throws Error when there is no index */
  outline(): Promise<DocsOutline>;
  /**
   * Return pages in the order of the index.
   *
   * @param options.after number of a page; the list begins behind it. Default the beginning
   * @param options.limit pages to return
   */
  list(options: { after?: number; limit: number }): Promise<readonly PageEntry[]>;
  /**
   * Return the page at an address, in which slashes, `index` and extension may be missing or different, or with a fragment its
   * section and those below. An unknown fragment means the whole page, as in a browser. The address is looked up in the index: it
   * names no file.
   *
   * @param question what is asked of the page, for `passages`
   * @returns `null` when no page has the address
   */
  read(address: string, question?: string): Promise<PageText | null>;
  /**
   * Return a file for programs that read a documentation: `llms.txt` and `llms-full.txt` (of the main
   * version and language, of others in folders such as `v2/de`), and each page as Markdown, such as `guides/intro.md`.
   *
   * @param name as in the links of `llms.txt`, decoded; of a page also its own address, such as `guides/intro`
   * @param root address of the root of the files, which ends with a slash. Default: unknown, and links are relative to their file
   * @returns `null` for a name that is none of them
   */
  file(name: string, root?: string): Promise<string | null>;
  /** Return a tag of the current index, which changes with every text. */
  tag(): Promise<string>;
}
