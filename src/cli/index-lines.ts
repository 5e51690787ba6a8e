import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, isAbsolute, join, relative, sep } from 'node:path';
import { selectAll } from 'hast-util-select';
import { elementsMarkup } from '../preview/elements-markup.ts';
import { findFrontPage, findSiteBase } from '../preview/site-base.ts';
import { parseHtml } from '../service/docs/html/parse-html.ts';

/** What a build has written, for the pages that are to read it. */
export interface BuiltIndex {
  /** Folder of the documentation; `null`: it is not on this machine. */
  docs: string | null;
  /** Folder of the index. */
  index: string;
  /** Folder of the elements' files; `null`: pages load them from elsewhere. */
  elements: string | null;
}

/** What to print about the way from the pages to the files. */
export interface IndexLines {
  /** Lines to paste, with a sentence before them. Empty if the pages have them. */
  lines: string;
  /** A sentence for each address that no page could load. */
  warnings: readonly string[];
}

const HOST = 'http://site.invalid';
/** Scripts that belong to the elements without doubt: other names, such as `search.js`, may be files of the site. */
const OWN_SCRIPT = /\/docs-assistant(?:\.classic)?\.js$/;

/**
 * Describe the lines for the pages. In a built site addresses follow from its own path. Else the folder around the index is taken for
 * the root of the site, because Markdown does not show where its pages will be.
 */
export async function describeIndexLines(built: BuiltIndex): Promise<IndexLines> {
  const front = built.docs === null ? null : findFrontPage(built.docs);
  const root = front === null ? dirname(built.index) : built.docs!;
  const base = front === null ? '/' : await findSiteBase(root);
  const index = addressOf(built.index, root, base);
  const cdn = built.elements === null ? null : addressOf(built.elements, root, base);
  const warnings = [
    outside('--out', built.index, { address: index, root }),
    built.elements === null ? null : outside('--elements', built.elements, { address: cdn, root }),
  ].filter((warning) => warning !== null);
  if (index === null) return { lines: '', warnings };
  const own = front === null ? null : await checkOwnLines(join(root, front), { root, base, index });
  if (own !== null) return { lines: '', warnings: [...warnings, ...own] };
  const markup = elementsMarkup({ cdn, sites: [{ index, base }] });
  const where = front === null ? `the pages of a site whose root folder is ${root}` : 'your pages';
  const script = cdn === null ? ' beside the script of the elements' : '';
  const lines = [
    '',
    `Put these lines into ${where}${script}, <docs-search> where the search box is to be seen, such as in the header:`,
    '',
    ...markup.map((line) => `  ${line}`),
    '',
    '',
  ];
  return { lines: lines.join('\n'), warnings };
}

/** @returns the path of a folder on the host of the pages, which ends with a slash; `null`: it is outside */
function addressOf(folder: string, root: string, base: string): string | null {
  const path = relative(root, folder);
  if (isAbsolute(path)) return null;
  const segments = path.split(sep).filter(Boolean);
  const above = segments.filter((segment) => segment === '..').length;
  const depth = base.split('/').filter(Boolean).length;
  if (above > depth) return null;
  return new URL(segments.map((segment) => `${encodeURIComponent(segment)}/`).join('') || '.', HOST + base)
    .pathname;
}

/** @returns what to do about a folder that is not in the site; `null`: it is */
function outside(
  option: '--out' | '--elements',
  folder: string,
  { address, root }: { address: string | null; root: string },
): string | null {
  const path = relative(root, folder);
  if (!isAbsolute(path) && path.split(sep)[0] !== '..') return null;
  const inside = join(root, option === '--out' ? 'docs-index' : 'cdn');
  const served = address === null ? '' : ` at ${address}`;
  return `${folder} is outside of the site in ${root}: its pages find nothing there unless your host serves it${served}. Name a folder of the site, such as ${option} ${inside}.`;
}

/** @returns what the lines of a page do not find; `null`: it has no line that names an index */
async function checkOwnLines(
  page: string,
  { root, base, index }: { root: string; base: string; index: string },
): Promise<string[] | null> {
  const tree = parseHtml(await readFile(page, 'utf8'));
  const addresses = (selector: string, name: string) =>
    selectAll(selector, tree)
      .map(({ properties }) => URL.parse(String(properties[name]), HOST + base))
      .filter((url) => url?.origin === HOST)
      .map((url) => url!.pathname);
  const indexes = addresses('docs-search[index], docs-assistant[index]', 'index');
  if (indexes.length === 0) return null;
  const others = new Set(indexes.map((path) => path.replace(/\/*$/, '/')).filter((path) => path !== index));
  const scripts = addresses('script[src]', 'src').filter((path) => OWN_SCRIPT.test(path));
  const missing = scripts.filter((path) => !fileExists(path, root, base));
  return [
    ...Array.from(others, (address) => `${page} names the index ${address}, but it is at ${index}.`),
    ...missing.map((address) => `${page} loads ${address}, which is not in ${root}.`),
  ];
}

function fileExists(address: string, root: string, base: string): boolean {
  return !address.startsWith(base) || existsSync(join(root, decodeURIComponent(address.slice(base.length))));
}
