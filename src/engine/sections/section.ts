/** A stretch of a page between two headings: what is found, quoted and linked. */
export interface Section {
  /** Unique in the index and stable while path and heading stay: `v6/en/guides/middleware#basic-usage`. */
  id: string;
  /** Site path of the page, without leading slash; empty for the front page. */
  path: string;
  /** Place in the index: sections of one page are numbered as they are read. */
  place: number;
  /** Title of the page. */
  title: string;
  /** Description of the page, from its frontmatter. */
  description?: string;
  /** Headings above and including the section, outermost first, without the page's title. Empty before the first heading. */
  headings: string[];
  /** Fragment of the section on its page, without `#`. Missing before the first heading. */
  anchor?: string;
  version?: string;
  language?: string;
  /** Other languages in which its page is, of a section that was found where no language was asked for. Missing: none, or unknown. */
  translations?: string[];
  /** Markdown of the section without its own heading: prose, lists, tables and fenced code, components resolved. */
  content: string;
  /** Relative reference to the section: path, `#`, anchor, percent-encoded. */
  href: string;
}

/** Sections in the order of the index, by number: from `first` to `last`, both included. */
export interface SectionRange {
  first: number;
  last: number;
}

/** A section and how well it fits; the scale is that of the method that found it. */
export interface ScoredSection {
  section: number;
  score: number;
}
