import type { DocsLimits } from '../docs-limits.ts';
import { builtPath } from '../html/address-form.ts';
import { canonicalPath, recognizeBuiltSite, readHtmlHeadOf } from '../html/built-site.ts';
import { isHtmlFile, listDocsFiles } from '../list-docs-files.ts';
import { encodePath } from '../../../engine/sections/site-path.ts';

const NO_PAGE = /(?:^|\/)404(?:\/index)?\.html?$/i;

/**
 * List the addresses of a built site: the canonical ones of its pages, else those of its files.
 *
 * @returns paths from the root of the site
 * @throws Error when the folder cannot be read or contains no page
 */
export async function listBuiltAddresses(folder: string, limits: DocsLimits): Promise<string[]> {
  const { files } = await listDocsFiles(folder, limits);
  const pages = files.filter(({ file }) => isHtmlFile(file) && !NO_PAGE.test(file));
  if (pages.length === 0) {
    throw new Error(
      `The folder ${folder} holds no HTML file: build the site first, and name the folder that it is built into`,
    );
  }
  const site = await recognizeBuiltSite(pages);
  const addresses: string[] = [];
  for (const { file, absolute } of pages) {
    const head = await readHtmlHeadOf(absolute);
    if (head?.isRedirect) continue;
    const canonical =
      site.base === null || head?.canonical === undefined ? null : canonicalPath(file, head.canonical, site);
    const path = canonical?.isElsewhere === false ? canonical.path : builtPath(file, site.form);
    addresses.push(`/${encodePath(path)}`);
  }
  return addresses;
}
