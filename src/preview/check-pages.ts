import type { DocsPages } from '../engine/pages/docs-pages.ts';
import { encodePath } from '../engine/sections/site-path.ts';
import type { Handler } from '../node/request-listener.ts';

/** Pages that are opened: enough to see whether the addresses are those of the site. */
const SAMPLE = 50;
const MAX_NAMED = 5;
/** Pages that are read at a time. */
const PORTION = 1_000;

/**
 * Open some pages as a reader of the results would, spread over the whole index.
 *
 * @param base path of the site on its host; begins and ends with a slash
 * @returns a sentence about those that do not answer; `null`: all do
 * @throws Error when there is no index
 */
export async function checkPages(
  site: Handler,
  { base, pages }: { base: string; pages: DocsPages },
): Promise<string | null> {
  const { pages: total } = await pages.outline();
  const step = Math.max(1, Math.floor(total / SAMPLE));
  const paths: string[] = [];
  for (let after = 0; paths.length < SAMPLE;) {
    const portion = await pages.list({ after, limit: PORTION });
    paths.push(...portion.filter(({ number }) => (number - 1) % step === 0).map(({ path }) => path));
    if (portion.length === 0) break;
    after = portion.at(-1)!.number;
  }
  const sample = paths.slice(0, SAMPLE);
  const missing: string[] = [];
  for (const path of sample) {
    const address = `${base}${encodePath(path)}`;
    const { status, body } = await site(new Request(new URL(address, 'http://localhost')), {});
    await body?.cancel();
    if (status >= 400) missing.push(address);
  }
  if (missing.length === 0) return null;
  const named = missing.slice(0, MAX_NAMED).join(', ');
  const more = missing.length > MAX_NAMED ? ` and ${missing.length - MAX_NAMED} more` : '';
  return `${missing.length} of ${sample.length} pages that were opened are not at their addresses, so that results lead nowhere: ${named}${more}. Leave out what is no page with --exclude, or name the path of the site with --base.`;
}
