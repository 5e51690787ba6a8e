import type { DocsOutline } from '../engine/pages/docs-pages.ts';

/** Characters of the titles in the instructions. */
const MAX_TITLES_LENGTH = 1_500;

/** Write the instructions of a server from the titles of its documentation. */
export function writeInstructions(
  { title, pages, versions, languages, titles }: DocsOutline,
  { hasModel, siteUrl }: { hasModel: boolean; siteUrl: string | null },
): string {
  const scopes = [
    ...(versions.length > 0 ? [`versions ${versions.join(', ')}`] : []),
    ...(languages.length > 0 ? [`languages ${languages.join(', ')}`] : []),
  ];
  const where = siteUrl === null ? 'relative to the root of the site' : `relative to ${siteUrl}`;
  return [
    `The documentation "${oneLine(title)}"${siteUrl === null ? '' : ` (${siteUrl})`}: ${pages} pages${scopes.map((scope) => `, ${scope}`).join('')}.`,
    `Use "search" for whatever its pages may answer, then "read_page" for the page or section before you rely on it.${hasModel ? ' "ask" returns a written answer with its sources.' : ''} Addresses in results and in links of pages are ${where}; "read_page" takes them as they are.`,
    ...(titles.length > 0 ? [`Its topmost pages: ${listTitles(titles)}`] : []),
  ].join('\n\n');
}

function listTitles(titles: readonly string[]): string {
  let list = '';
  for (const title of new Set(titles.map(oneLine))) {
    const longer = list === '' ? title : `${list}; ${title}`;
    if (longer.length > MAX_TITLES_LENGTH) return `${list}; …`;
    list = longer;
  }
  return `${list}.`;
}

function oneLine(title: string): string {
  return title.replace(/\s+/g, ' ').trim();
}
