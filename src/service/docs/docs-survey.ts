import { createHash } from 'node:crypto';
import { listBuiltAddresses } from './addresses/built-addresses.ts';
import { readBookSummary, type BookSummary } from './book-summary.ts';
import type { DocsLimits } from './docs-limits.ts';
import type { DocsProblem } from '../../engine/sections/docs-problem.ts';
import { readExplicitPaths } from './explicit-paths.ts';
import { recognizeBuiltSite, type BuiltSite } from './html/built-site.ts';
import { isHtmlFile, type DocsListing } from './list-docs-files.ts';
import { createPageAddresses, type PageAddresses } from './page-addresses.ts';
import { readSiteLayout } from './layout/site-layout.ts';
import { detectScopeNames, type FilePlace, type PageScope, type ScopeNames } from './page-scope.ts';
import type { HtmlOptions } from './reading-options.ts';

/** Changes when the same file would be read otherwise than before, so that all files are read again. */
const READER_VERSION = 19;
/** Maximum number of files without an address on the site that are named; of the rest only the number is told. */
const MAX_NAMED_FILES = 5;
/** Minimum number of pages that have to be in a sitemap, as a share. With fewer, it belongs to another site. */
const MIN_KNOWN_SHARE = 0.1;

/** The reason for a file that is left out for a built one, the same for all, so that they are counted in one line. */
export const COPY_OF_BUILT = 'it is a Markdown copy of a built page';

export interface DocsReaderOptions {
  exclude?: readonly string[] | undefined;
  boost?: Readonly<Record<string, number>> | undefined;
  versions?: readonly string[] | undefined;
  languages?: readonly string[] | undefined;
  defaults: PageScope;
  limits: DocsLimits;
  html: HtmlOptions;
  addresses: {
    rule?: string | undefined;
    /** Name and addresses of the sitemap. */
    sitemap: { name: string; addresses: readonly string[] } | null;
    /** Folder of the built site, instead of a sitemap. */
    built?: string | undefined;
  };
}

/** Everything that the reading of a single file depends on. Plain data, so that a thread can be given it. */
export interface DocsSurvey {
  options: DocsReaderOptions;
  /** Names of the Markdown files. */
  markdown: readonly string[];
  scopes: ScopeNames;
  /** Site paths in frontmatter, by file. */
  explicit: ReadonlyMap<string, string>;
  /** Addresses of the site's pages; `null`: unknown. */
  known: readonly string[] | null;
  site: BuiltSite;
  book: BookSummary;
}

/** Look over a folder before its files are read. @throws Error when a built site is invalid */
export async function surveyDocs(listing: DocsListing, options: DocsReaderOptions): Promise<DocsSurvey> {
  const { files } = listing;
  const scopes = await readScopeNames(listing, options);
  const markdown = files.filter(({ file }) => !isHtmlFile(file));
  const { built, sitemap } = options.addresses;
  return {
    options,
    markdown: markdown.map(({ file }) => file),
    scopes,
    explicit: await readExplicitPaths(markdown, scopes),
    known:
      built === undefined ? (sitemap?.addresses ?? null) : await listBuiltAddresses(built, options.limits),
    site: await recognizeBuiltSite(files.filter(({ file }) => isHtmlFile(file))),
    book: await readBookSummary(markdown),
  };
}

/** Find the versions and languages of a folder, and the layout of its generator. Names that are configured are the only ones. */
export async function readScopeNames(
  { folder, files }: DocsListing,
  { versions, languages, addresses }: Pick<DocsReaderOptions, 'versions' | 'languages' | 'addresses'>,
): Promise<ScopeNames> {
  const markdown = files.map(({ file }) => file).filter((file) => !isHtmlFile(file));
  const { sitemap, built } = addresses;
  const places =
    versions || languages
      ? new Map<string, FilePlace>()
      : await readSiteLayout({ folder, files: markdown }, sitemap !== null || built !== undefined);
  const detected = detectScopeNames(files.map(({ file }) => places.get(file)?.path ?? file));
  return {
    versions: versions ? new Set(versions) : detected.versions,
    languages: languages ? new Set(languages) : detected.languages,
    places,
  };
}

/** A folder as a whole, without the parsers of its files. */
export interface SurveyedDocs {
  /** Digest of everything that affects reading. If it differs, all files have to be read again. */
  readonly fingerprint: string;
  /**
   * Return the problems of all addresses together.
   *
   * @throws Error when the addresses are those of another site
   */
  checkAddresses(pages: readonly { file: string; path: string }[]): DocsProblem[];
}

/** Describe a folder that was looked over. @throws TypeError when the rule of addresses is invalid */
export function describeSurvey(survey: DocsSurvey): SurveyedDocs {
  const { options, scopes, explicit, known, site, book } = survey;
  const { defaults, limits, html, boost = {} } = options;
  const { rule, sitemap } = options.addresses;
  const addresses = addressesOf(survey);
  return {
    fingerprint: fingerprintOf([
      [...scopes.versions].toSorted(),
      [...scopes.languages].toSorted(),
      [...(scopes.places ?? [])],
      ...[defaults, limits.pageSections, rule ?? null, known, html, [...explicit], [...book.titles]],
      Object.entries(boost),
      ...[
        site.titleSuffix,
        site.base,
        site.form,
        site.isMultilingual,
        site.isAllNoindex,
        site.hasArticles,
        isBuiltSite(survey),
      ],
    ]),
    checkAddresses: (pages) => [
      ...baseProblem(site, addresses),
      ...unknownProblem(
        pages.filter(({ file }) => !isHtmlFile(file)),
        addresses,
        sitemap === null ? `built site ${options.addresses.built}` : `sitemap ${sitemap.name}`,
      ),
    ],
  };
}

/** Return whether the folder is a built site, in which Markdown is the exception. */
export function isBuiltSite({ site, markdown }: DocsSurvey): boolean {
  return site.files.size > 0 && site.files.size >= markdown.length;
}

/** Return the site paths of the Markdown files. @throws TypeError when the rule of addresses is invalid */
export function addressesOf(survey: DocsSurvey): PageAddresses {
  const { options, markdown, scopes, explicit, known } = survey;
  // What stands beside built pages is served as the file that it is.
  const rule = options.addresses.rule ?? (isBuiltSite(survey) ? null : undefined);
  return createPageAddresses(markdown, { rule, known, explicit, names: options }, scopes, options.defaults);
}

/** Hash the parts, because the list of a site's addresses is long. */
function fingerprintOf(parts: readonly unknown[]): string {
  return `${READER_VERSION} ${createHash('sha256').update(JSON.stringify(parts)).digest('hex')}`;
}

function baseProblem({ base }: BuiltSite, { site }: PageAddresses): DocsProblem[] {
  const path = site?.base ?? (base === null ? '/' : new URL(base).pathname);
  if (path === '/') return [];
  const message = `The pages are below ${path} of their host: paths of results begin after it, and link-base="${path}" leads to them.`;
  return [{ file: '', code: 'address-base', message }];
}

function unknownProblem(
  pages: readonly { file: string; path: string }[],
  { site, isAmbiguous }: PageAddresses,
  source: string,
): DocsProblem[] {
  if (site === null || pages.length === 0) return [];
  const unknown = pages.filter(({ path }) => !site.has(path));
  if (pages.length - unknown.length < pages.length * MIN_KNOWN_SHARE || unknown.length === pages.length) {
    throw new Error(
      `Of ${pages.length} pages ${pages.length - unknown.length} are in the ${source}: it is that of another site. Name the one of this documentation`,
    );
  }
  if (unknown.length === 0) return [];
  const names = unknown
    .slice(0, MAX_NAMED_FILES)
    .map(({ file }) => (isAmbiguous(file) ? `${file} (several fit)` : file));
  const more = unknown.length - names.length;
  const message = `${unknown.length} of ${pages.length} pages are not in the ${source}, and have the address that the rule makes: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return [{ file: '', code: 'unknown-address', message }];
}
