import { join, resolve } from 'node:path';
import { MCP_CARD, MCP_CATALOG } from '../engine/pages/reading-names.ts';
import { writeCatalog, writeServerCard } from '../mcp/server-card.ts';
import { PagesFile } from '../service/pages/pages-file.ts';
import { ReadingFiles } from '../service/pages/reading-files.ts';
import { mainScopeOptions, siteUrlsOf, type ProjectOptions } from '../service/project-options.ts';
import { writeReadingFiles, type ReadingFilesReport } from '../static-build/write-reading-files.ts';
import { detectSiteBase, findSiteAddress } from '../preview/site-base.ts';
import { writeReadingLinks } from '../static-build/write-reading-links.ts';
import { prepareOutFolder } from './data-folder.ts';

/** What was written where. */
export interface MarkdownReport extends ReadingFilesReport {
  folder: string;
  /** Number of built pages that name these files; `null`: they were not asked for. */
  pages: number | null;
  /** Address of the site; `null`: unknown, and links are paths. */
  site: string | null;
}

/**
 * Write the files for reading programs, and their addresses into the built pages.
 *
 * @param options.markdown the folder; of several projects, each has one in it that is named by its domain
 * @param options.html the same of the built pages; `null`: they stay as they are
 * @param options.site address of the site. Default that of the project, else what the built pages say
 * @param options.mcp address of the server for agents, to which that of a domain is added of several projects; `null`: there is none
 * @param project.index file of the index
 * @throws Error with the reason and a remedy, when a folder cannot be written
 */
export async function writeMarkdown(
  {
    markdown,
    html,
    site: given,
    mcp,
  }: { markdown: string; html: string | null; site: string | null; mcp: string | null },
  { project, index, isAlone }: { project: ProjectOptions; index: string; isAlone: boolean },
): Promise<MarkdownReport> {
  const folderOf = (path: string) => (isAlone ? resolve(path) : join(resolve(path), project.domain));
  const folder = folderOf(markdown);
  const built = html === null ? null : folderOf(html);
  prepareOutFolder(folder, '--markdown');
  using pages = new PagesFile(index);
  const { createPlainParser } = await import('../service/docs/plain-parser.ts');
  const { stringify } = createPlainParser();
  const site = given ?? siteUrlsOf(project)[0]?.href ?? (await findSiteAddress(built ?? folder));
  const base = site === null ? await detectSiteBase(built ?? folder) : new URL(site).pathname;
  const files = new ReadingFiles(pages, {
    main: mainScopeOptions(project),
    root: site ?? base ?? undefined,
    hasListedFiles: true,
    stringify,
  });
  const { domain } = project;
  const url = mcp === null || isAlone ? mcp : `${mcp}/${domain}`;
  const { title } = pages.outline(mainScopeOptions(project));
  const more = url === null ? new Map<string, string>() : writeCards({ title, domain, url, site });
  const report = await writeReadingFiles(files, folder, { root: site ?? undefined, more });
  const marked = built === null ? null : await writeReadingLinks(files, { folder: built, base });
  return { folder, ...report, pages: marked, site };
}

/** Write the card of a server for agents, and the catalog that names it, by the names of their files. */
function writeCards({
  title,
  domain,
  url,
  site,
}: {
  title: string;
  domain: string;
  url: string;
  site: string | null;
}): Map<string, string> {
  const host = new URL(site ?? url).hostname;
  const card = site === null ? undefined : site + MCP_CARD;
  const values = {
    [MCP_CATALOG]: writeCatalog(host, [{ domain, url, card }]),
    [MCP_CARD]: writeServerCard({ title }, { domain, url, siteUrl: site }),
  };
  return new Map(
    Object.entries(values).map(([name, value]) => [name, `${JSON.stringify(value, null, 2)}\n`]),
  );
}

/** Describe what was written, in a line. */
export function describeMarkdown({ folder, files, kept, pages, site }: MarkdownReport): string {
  const others =
    kept.length === 0 ? '' : `; ${kept.length} are there already and stay as they are, the first ${kept[0]}`;
  const named = pages === null ? '' : `${pages} built pages name them\n`;
  const unknown =
    site === null
      ? 'The address of the site is not known, so that links are paths: give it with --site\n'
      : '';
  return `${files} files for reading programs in ${folder}${others}\n${named}${unknown}`;
}
