import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findFrontPage } from '../preview/site-base.ts';

/** Generators that make their pages in the browser, by what only their front pages have. */
const GENERATORS: readonly [name: string, mark: RegExp][] = [
  ['docsify', /\$docsify\b|\/docsify(?:@[^"'\s]*)?\/|\bdocsify(?:\.min)?\.js\b/i],
  ['Docute', /\bnew\s+Docute\b|\/docute(?:@[^"'\s]*)?\//i],
];
/** Files that docsify, and those like it, load beside the page. */
const COMPANIONS = ['_sidebar.md', '_navbar.md', '_coverpage.md'];
/** A front page with more words was built. It may say that it is loading, or needs scripts. */
const MAX_WORDS = 30;
/** With it, pages have paths, which a host answers with the front page. */
const HISTORY_ROUTER =
  /\brouterMode\s*:\s*["']history["']|\brouter\s*:\s*\{[^}]*\bmode\s*:\s*["']history["']/;

/**
 * Refuse a site whose pages are made in the browser from Markdown: their addresses are of the form `#/guide?id=anchor`, so that each
 * result would lead nowhere.
 *
 * @throws Error with a remedy
 */
export async function refuseBrowserSite(folder: string): Promise<void> {
  const front = findFrontPage(folder);
  if (front === null) return;
  const page = await readFile(join(folder, front), 'utf8').catch(() => '');
  const generator = readGenerator(page, join(folder, dirname(front)));
  if (generator === null || HISTORY_ROUTER.test(page)) return;
  throw new Error(
    `The folder ${folder} is a site of ${generator}, which makes its pages in the browser at addresses such as #/guide: results cannot lead there, so this is not supported. Build the Markdown with a generator that writes HTML, or search it in a terminal: docs-assistant search QUERY --dir ${folder}`,
  );
}

/** @returns the name of the generator; `null`: the pages are files */
function readGenerator(page: string, folder: string): string | null {
  const text = page
    .replace(/<(script|style|noscript|head)\b[^]*?<\/\1\s*>|<!--[^]*?-->/gi, ' ')
    .replace(/<[^>]*>/g, ' ');
  const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const scripts = page.match(/<(script)\b[^]*?<\/\1\s*>/gi) ?? [];
  if (scripts.length === 0 || words.length > MAX_WORDS) return null;
  for (const [name, mark] of GENERATORS) if (scripts.some((script) => mark.test(script))) return name;
  return COMPANIONS.some((name) => existsSync(join(folder, name))) ? 'docsify, or one like it' : null;
}
