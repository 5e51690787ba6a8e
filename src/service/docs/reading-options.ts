import { matches } from 'hast-util-select';
import { BOOST_RANGE } from './page-boost.ts';
import { readAddressRule } from './addresses/address-rule.ts';
import type { DocsLimits } from './docs-limits.ts';

/** Site addresses of Markdown pages. Built pages have the addresses of their files. */
export interface AddressOptions {
  /**
   * Rule of the site: `path` (`guides/intro`), `html` (`guides/intro.html`), `slash` (`guides/intro/`), each optionally with
   * `,lowercase`, or a template of `{path}`, `{dir}`, `{name}`, `{version}` and `{language}`. Default `path`.
   */
  rule?: string | undefined;
  /** Sitemap with the real addresses, a file or an `http(s):` address; a list of at most 100 if each language has its own. */
  sitemap?: string | readonly string[] | undefined;
  /** Folder of the built site, instead of a sitemap. */
  built?: string | undefined;
}

/** Options for built pages. */
export interface HtmlOptions {
  /** CSS selector of the main content. Default: recognised. */
  content?: string | undefined;
  /** CSS selectors of elements to leave out, in addition to those that are recognised. */
  ignore?: readonly string[] | undefined;
}

/** Options for reading a folder of documentation. */
export interface ReadingOptions {
  /** Path segments that are versions. Default: recognised (`v6`, `2.1`, `latest` beside one of them); `[]`: none. */
  versions?: readonly string[] | undefined;
  /** Path segments that are languages. Default: recognised (`en`, `pt-br`, two of them or `en`); `[]`: none. */
  languages?: readonly string[] | undefined;
  /** Version of pages without one. Default: none, found under every version. */
  defaultVersion?: string | undefined;
  /** Language of pages without one. Default: none, found under every language. */
  defaultLanguage?: string | undefined;
  /**
   * Globs of files and folders to leave out, relative to the folder: `drafts`, `blog/20*`. Without a slash they match a name in
   * any folder. Default: none; at most 100.
   */
  exclude?: readonly string[] | undefined;
  /**
   * Factors by which pages are ranked higher or lower, from 0.1 to 10, by globs as in `exclude`: `{ blog: 0.5, 'guides/start.md': 2 }`.
   * The last one that matches counts, and `search.boost` in the frontmatter of a page before it. Default: none; at most 100.
   */
  boost?: Readonly<Record<string, number>> | undefined;
  /** Site addresses of Markdown pages. Default: the paths of their files. */
  addresses?: AddressOptions | undefined;
  /** Options for built pages. */
  html?: HtmlOptions | undefined;
  /** Limits, each with its default in `DEFAULT_DOCS_LIMITS`. */
  limits?: Partial<DocsLimits> | undefined;
}

/** Maximum length of a CSS selector in UTF-16 units. */
const MAX_SELECTOR_LENGTH = 1_000;
const MAX_SELECTORS = 100;
/** Maximum length of a glob in UTF-16 units. */
const MAX_GLOB_LENGTH = 1_000;
const MAX_GLOBS = 100;
/** Maximum number of sitemaps: as many as in an index of sitemaps. */
const MAX_SITEMAPS = 100;

/** Return the reading options of an object with more properties. */
export function pickReadingOptions(options: ReadingOptions): ReadingOptions {
  const { versions, languages, defaultVersion, defaultLanguage, exclude, boost, addresses, html, limits } =
    options;
  return { versions, languages, defaultVersion, defaultLanguage, exclude, boost, addresses, html, limits };
}

/** @throws TypeError that names the invalid option */
export function checkReadingOptions(options: ReadingOptions): void {
  const { exclude = [], boost = {}, addresses = {}, html = {} } = options;
  checkGlobs(exclude, { done: 'excluded', nothing: 'excludes nothing' });
  checkGlobs(Object.keys(boost), { done: 'boosted', nothing: 'boosts nothing' });
  const [least, most] = BOOST_RANGE;
  for (const [glob, factor] of Object.entries(boost)) {
    if (factor >= least && factor <= most) continue;
    throw new TypeError(
      `docs-assistant service: the boost of "${glob.slice(0, 100)}" is ${factor}: give a factor from ${least} to ${most}`,
    );
  }
  const { rule, sitemap, built } = addresses;
  if (rule !== undefined) readAddressRule(rule);
  if (sitemap !== undefined && built !== undefined) {
    throw new TypeError(
      'docs-assistant service: give either a sitemap or the folder of the built site, not both',
    );
  }
  const sitemaps = sitemap === undefined ? [] : [sitemap].flat();
  if (sitemaps.length > MAX_SITEMAPS) {
    throw new TypeError(`docs-assistant service: at most ${MAX_SITEMAPS} sitemaps can be given`);
  }
  const wrong = sitemaps.find(
    (place) => /^[a-z][a-z0-9+.-]+:/i.test(place) && !/^https?:\/\/[^/]/i.test(place),
  );
  if (wrong !== undefined) {
    throw new TypeError(
      `docs-assistant service: the sitemap ${wrong} is neither a file nor an address that begins with http: or https:`,
    );
  }
  const { content, ignore = [] } = html;
  if (ignore.length > MAX_SELECTORS) {
    throw new TypeError(`docs-assistant service: at most ${MAX_SELECTORS} selectors can be ignored`);
  }
  for (const selector of [...(content === undefined ? [] : [content]), ...ignore]) checkSelector(selector);
}

function checkGlobs(globs: readonly string[], words: { done: string; nothing: string }): void {
  if (globs.length > MAX_GLOBS)
    throw new TypeError(`docs-assistant service: at most ${MAX_GLOBS} patterns can be ${words.done}`);
  for (const glob of globs) {
    const problem =
      glob.length > MAX_GLOB_LENGTH
        ? `is longer than the ${MAX_GLOB_LENGTH} characters that a pattern may have`
        : /^[./\s]*$/.test(glob)
          ? 'is not a pattern'
          : glob.startsWith('!') || glob.split('/').includes('..')
            ? words.nothing
            : null;
    if (problem !== null)
      throw new TypeError(
        `docs-assistant service: "${glob.slice(0, 100)}" ${problem}: write one relative to the folder, such as "drafts" or "blog/20*"`,
      );
  }
}

function checkSelector(selector: string): void {
  const refuse = (problem: string, cause?: unknown) =>
    new TypeError(`docs-assistant service: "${selector.slice(0, 100)}" ${problem}`, { cause });
  if (selector.length > MAX_SELECTOR_LENGTH) {
    throw refuse(`is longer than the ${MAX_SELECTOR_LENGTH} characters that a selector may have`);
  }
  if (selector.trim() === '') throw refuse('is not a CSS selector: write one such as "main" or ".content"');
  try {
    matches(selector, { type: 'element', tagName: 'div', properties: {}, children: [] });
  } catch (error) {
    throw refuse('is not a supported CSS selector: write one such as "main" or ".content"', error);
  }
}
