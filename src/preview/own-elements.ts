import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { select } from 'hast-util-select';
import { parseHtml } from '../service/docs/html/parse-html.ts';
import { findFrontPage } from './site-base.ts';

/** What the elements that a site already has say of themselves. */
export interface OwnElements {
  /** `null`: no domain is written in the page. */
  readonly domain: string | null;
  /** Path of their endpoint on the host of the pages, without a slash at its end; `null`: it is on another host. */
  readonly apiPath: string | null;
}

const HOST = 'http://localhost';

/** Read the elements of a site from its front page. @returns `null` if it has none */
export async function findOwnElements(folder: string, base: string): Promise<OwnElements | null> {
  const front = findFrontPage(folder);
  if (front === null) return null;
  const page = parseHtml(await readFile(join(folder, front), 'utf8'));
  const element = select('docs-search, docs-assistant', page);
  if (element === undefined) return null;
  const { domain, endpoint } = element.properties;
  const url = URL.parse(String(endpoint ?? ''), HOST + base);
  const isHere = typeof endpoint === 'string' && url?.origin === HOST && url.pathname.length > 1;
  return {
    domain: typeof domain === 'string' && domain !== '' ? domain : null,
    apiPath: isHere ? url.pathname.replace(/\/+$/, '') : null,
  };
}
