import type { Handler } from '../node/request-listener.ts';
import { createBuiltSite } from '../preview/built-site.ts';
import { checkPages } from '../preview/check-pages.ts';
import { createMarkdownSite } from '../preview/markdown-site.ts';
import { addReadingFiles } from '../preview/reading-site.ts';
import { findOwnElements } from '../preview/own-elements.ts';
import {
  createPreview,
  PREVIEW_API_PATH,
  PREVIEW_CDN_PATH,
  PREVIEW_PAGES_STYLE_PATH,
  previewMarkup,
} from '../preview/preview-handler.ts';
import { findFrontPage, findSiteBase } from '../preview/site-base.ts';
import { createProxy } from '../proxy/create-proxy.ts';
import { refuseBrowserSite } from './browser-site.ts';
import { defineCommand, printResult } from './define-command.ts';
import { CDN_PATH, createCdnHandler } from './cdn-files.ts';
import { defaultDomain } from './default-domain.ts';
import { openFolderService } from './folder-service.ts';
import { checkPort, listen } from './listen.ts';
import { readModel } from './model-environment.ts';
import { callDirectly } from './open-to-pages.ts';
import { ANSWER_VARIABLES, MODEL, OPTIONS } from './options.ts';
import { pick } from './read-option.ts';
import { readReading } from './reading-options.ts';
import { readDirectory } from './settings.ts';
import { stopOnSignal } from './stop-on-signal.ts';

/** This machine only. */
const HOST = '127.0.0.1';

/** `docs-assistant preview DIR` */
export const command = defineCommand({
  usage: ['preview DIR [options]'],
  about: `Shows a built site with search and answers in every page, without changing the site. Pages that have
the elements already are shown as they are. A folder of Markdown or MDX is shown as plain pages. Only
this machine can open it.`,
  options: {
    port: { ...OPTIONS.port, setting: undefined, default: 8789 },
    base: OPTIONS.base,
    data: {
      value: 'DIR',
      about: "folder for the index (default: one for DIR in the user's cache folder)",
    },
    ...pick(OPTIONS, 'exclude', 'boost', 'content', 'ignore', 'fallback-language', ...MODEL, 'json'),
  },
  variables: ANSWER_VARIABLES,
  async run(values, positionals) {
    const dir = readDirectory(positionals);
    const { port, base: givenBase } = values;
    await checkPort({ host: HOST, port });
    const reading = readReading(values);
    await refuseBrowserSite(dir);
    const { site, base, domain, apiPath, cdnPath, isOwn } = await openSite(dir, givenBase);
    const { service, keys, close } = await openFolderService({
      dir,
      domain,
      values,
      data: values.data,
      reading,
      check: (pages) => checkPages(site, { base, pages }),
    });
    const api = createProxy({
      ...callDirectly(service, keys.assistant),
      domains: [domain],
      basePath: apiPath,
      visitorLimits: false,
    });
    const pages = service.pagesOf(domain)!;
    const readable = addReadingFiles(site, { base, pages, hasLinks: !isOwn });
    const handler = createPreview({ site: readable, cdn: createCdnHandler(cdnPath), cdnPath, api, apiPath });
    const server = await listen(handler, { port, host: HOST, closeWithin: 0 }).catch(
      async (error: unknown) => {
        await close();
        throw error;
      },
    );
    const stop = async () => {
      await server.close();
      await close();
    };
    stopOnSignal(stop, service.ready);
    const page = server.url + base;
    const lines = `${positionals[0]} with search and answers: ${page}
For your readers: npx docs-assistant serve ${positionals[0]} --site https://docs.example.com
`;
    printResult(values.json, { listening: server.url, page }, lines);
    return 0;
  },
});

/** A site to preview, and the addresses that its elements have. */
interface PreviewedSite {
  readonly site: Handler;
  /** Path of the site on its host; begins and ends with a slash. */
  readonly base: string;
  readonly domain: string;
  readonly apiPath: string;
  /** Ends with a slash. */
  readonly cdnPath: string;
  /** Whether its pages have the elements already, and are shown as they are. */
  readonly isOwn: boolean;
}

/** Show built pages, with the elements added unless they have some. A folder without any is shown as pages made from its Markdown. */
async function openSite(folder: string, givenBase: string | undefined): Promise<PreviewedSite> {
  const added = { domain: defaultDomain(folder), apiPath: PREVIEW_API_PATH, cdnPath: PREVIEW_CDN_PATH };
  const { domain } = added;
  const hasModel = readModel() !== null;
  if (findFrontPage(folder) === null) {
    const markup = previewMarkup({ domain, base: '/', hasModel });
    const site = await createMarkdownSite({ folder, markup, style: PREVIEW_PAGES_STYLE_PATH });
    return { ...added, site, base: '/', isOwn: false };
  }
  const base = givenBase ?? (await findSiteBase(folder));
  const own = await findOwnElements(folder, base);
  if (own === null) {
    const site = createBuiltSite({ folder, base, markup: previewMarkup({ domain, base, hasModel }) });
    return { ...added, site, base, isOwn: false };
  }
  return {
    site: createBuiltSite({ folder, base, markup: '' }),
    base,
    domain: own.domain ?? domain,
    apiPath: own.apiPath ?? PREVIEW_API_PATH,
    cdnPath: CDN_PATH,
    isOwn: true,
  };
}
