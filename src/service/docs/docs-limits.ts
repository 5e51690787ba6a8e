/** Bounds on what a folder of documentation may hold. Whatever exceeds one is reported as a `DocsProblem`. */
export interface DocsLimits {
  /** Largest Markdown file that is read, in bytes. Default 2 MiB. */
  fileBytes: number;
  /** Largest HTML file that is read, in bytes: a built page repeats the site around its text. Default 10 MiB. */
  htmlFileBytes: number;
  /** Most files that are read, in the order of their paths. Default 50,000. */
  files: number;
  /** Folders that are looked into; by links that cross each other a few could stand for millions. Default 50,000. */
  folders: number;
  /** Bytes of all Markdown files together, and of the text of all HTML files. Default 512 MiB. */
  totalBytes: number;
  /** Bytes of all HTML files together. Default 8 GiB. */
  totalHtmlBytes: number;
  /** Folders inside each other. Default 32. */
  depth: number;
  /** Sections of one page; the rest of the page is left out. Default 2,000. */
  pageSections: number;
  /** Milliseconds that one file may take to parse before it is given up. Default 20,000. */
  parseMilliseconds: number;
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
  parseMilliseconds: 20_000,
};

/** Quotes, lists and components inside each other; a page with more is left out. Its sections are parsed again when they are quoted. */
export const MAX_NESTING = 100;
/** Longest title or heading that is kept, in UTF-16 units; the rest is cut. */
export const MAX_HEADING_LENGTH = 300;
/** Longest description that is kept, in UTF-16 units; the rest is cut. */
export const MAX_DESCRIPTION_LENGTH = 1_000;
/** Longest site path that frontmatter may set, in UTF-16 units; a longer one is ignored. */
export const MAX_PATH_LENGTH = 500;
/** Longest name of a version or language, in UTF-16 units; a longer one is ignored. */
export const MAX_SCOPE_LENGTH = 64;
