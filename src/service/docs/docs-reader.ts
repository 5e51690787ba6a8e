import { BoostedFiles } from './file-patterns.ts';
import { isHtmlFile } from './list-docs-files.ts';
import { addressesOf, COPY_OF_BUILT, type DocsSurvey } from './docs-survey.ts';
import { htmlKey, withoutEnding } from './page-path.ts';
import { createPlainParser, type PlainParser } from './plain-parser.ts';
import { isMdxFile, readPage, type PageReading } from './read-page.ts';

/** The error page of a site, or of one of its languages. Deeper in the site, 404 is what a page is about. */
const ERROR_PAGE = /^(?:[a-z]{2}(?:-[a-z]{2,4})?\/)?404\.[a-z]+$/i;

/** Reads the files of one folder. */
export interface DocsReader {
  /** Read one file. Never throws because of its content. */
  read(file: string, bytes: Uint8Array): PageReading;
}

/**
 * Open the reader of a folder that was looked over: the parsers of MDX and HTML are loaded only where it has such pages.
 *
 * @throws TypeError when the rule of addresses is invalid
 */
export async function openDocsReader(survey: DocsSurvey): Promise<DocsReader> {
  const { options, scopes, site, book } = survey;
  const { defaults, limits, html } = options;
  const addresses = addressesOf(survey);
  const boosted = new BoostedFiles(options.boost);
  const shared = {
    parser: await loadParser(survey.markdown),
    scopes,
    defaults,
    maxSections: limits.pageSections,
  };
  const built = site.files.size > 0 ? await import('./html/read-html-page.ts') : null;
  return {
    read(file, bytes) {
      const boost = boosted.factorOf(file);
      if (isHtmlFile(file)) return built!.readHtmlPage(file, bytes, { ...shared, boost, html, site });
      const twin = site.files.get(htmlKey(`${withoutEnding(file)}.html`));
      if (twin !== undefined) return skip(file, COPY_OF_BUILT);
      const { leftOut, path = file } = scopes.places?.get(file) ?? {};
      if (leftOut !== undefined) return skip(file, leftOut);
      if (ERROR_PAGE.test(path)) return skip(file, 'it is an error page');
      if (book.summaries.has(file)) return skip(file, 'it is the table of contents of its book');
      return readPage(file, bytes, { ...shared, boost, addresses, title: book.titles.get(file) });
    },
  };
}

async function loadParser(files: readonly string[]): Promise<PlainParser> {
  if (!files.some(isMdxFile)) return createPlainParser();
  const { createMarkdownParser } = await import('./markdown-parser.ts');
  return createMarkdownParser();
}

/** Skip a file that is no page of its own, such as the source of a built one, which is what the site shows, with its real anchors. */
function skip(file: string, why: string): PageReading {
  return { page: null, problems: [{ file, code: 'skipped', message: `The page is left out: ${why}.` }] };
}
