/** Limits of a folder of documentation. Everything beyond a limit is reported as a `DocsProblem`. */
export interface DocsLimits {
  /** Maximum size of a Markdown file that is read, in bytes. Default 2 MiB. */
  fileBytes: number;
  /**
   * Largest HTML file in bytes. Built pages are larger than Markdown, because each repeats the frame of the site. Default 10 MiB.
   */
  htmlFileBytes: number;
  /** Maximum number of files that are read, in the order of their paths. Default 50,000. */
  files: number;
  /** Maximum number of folders that are read: symbolic links could multiply a few into millions. Default 50,000. */
  folders: number;
  /** Bytes of all Markdown files together, and of the text of all HTML files. Default 512 MiB. */
  totalBytes: number;
  /** Bytes of all HTML files together. Default 8 GiB. */
  totalHtmlBytes: number;
  /** Deepest nesting of folders. Default 32. */
  depth: number;
  /** Sections of one page; the rest of the page is left out. Default 2,000. */
  pageSections: number;
  /** Files that one page includes, with those that they include. Default 500. */
  pageIncludes: number;
  /** Processor time for parsing one file, in milliseconds. Default 20,000. */
  parseMilliseconds: number;
  /** Memory for parsing, of all files that are parsed at the same time, in mebibytes. Default 576, so that a program stays below 1 GiB. */
  parseMebibytes: number;
  /**
   * Milliseconds of processor time that all files together may lose to files beyond that; the more is lost, the less each has, down to one
   * second. Default 20,000.
   */
  slowMilliseconds: number;
}

export const DEFAULT_DOCS_LIMITS: DocsLimits = {
  fileBytes: 2 * 1024 * 1024,
  htmlFileBytes: 10 * 1024 * 1024,
  files: 50_000,
  folders: 50_000,
  totalBytes: 512 * 1024 * 1024,
  totalHtmlBytes: 8 * 1024 ** 3,
  depth: 32,
  pageSections: 2_000,
  pageIncludes: 500,
  parseMilliseconds: 20_000,
  parseMebibytes: 576,
  slowMilliseconds: 20_000,
};

/**
 * Deepest nesting of quotes, lists and components; a page with more is left out. It limits recursion here, and again when
 * sections are quoted.
 */
export const MAX_NESTING = 100;
/** Maximum number of files through which one includes another. */
export const MAX_INCLUDE_DEPTH = 10;
/** Maximum length of a title or heading that is kept, in UTF-16 units; the rest is cut. */
export const MAX_HEADING_LENGTH = 300;
/** Maximum length of a description that is kept, in UTF-16 units; the rest is cut. */
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Maximum length of a site path that frontmatter may set, in UTF-16 units; a longer one is ignored. */
export const MAX_PATH_LENGTH = 500;
