import type { Handler } from '../node/request-listener.ts';
import { createBuiltSite } from '../preview/built-site.ts';
import { checkPages } from '../preview/check-pages.ts';
import { createMarkdownSite } from '../preview/markdown-site.ts';
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
import { MAX_PORT } from './defaults.ts';
import { openFolderService } from './folder-service.ts';
import { checkPort, listen } from './listen.ts';
import { readModel } from './model-environment.ts';
import { MODEL_HELP, MODEL_OPTIONS } from './model-options.ts';
import { callDirectly } from './open-to-pages.ts';
import { readReading, READING_OPTIONS } from './reading-options.ts';
import { readDirectory } from './settings.ts';
import { stopOnSignal } from './stop-on-signal.ts';
import { readWholeNumber, UsageError } from './read-option.ts';

const HELP = `Usage: docs-assistant preview DIR [options]

Shows a built site with search and answers in every page, without changing the site. Pages that have the elements already are shown as
they are. A folder of Markdown or MDX is shown as plain pages. Only this machine can open it.

Options:
  --port PORT            port to listen on; 0 takes a free one (default 8789)
  --base PATH            path of the site on its host, such as /docs/ (default: detected)
  --data DIR             folder for the index (default: one for DIR in the user's cache folder)
  --exclude GLOB         files and folders that are not searched; may be repeated
  --boost GLOB=FACTOR    rank pages higher or lower, by 0.1 to 10, such as blog=0.5; may be repeated
  --content SELECTOR     elements with the text of an HTML page (default: recognised)
  --ignore SELECTOR      elements of HTML pages to leave out; may be repeated
${MODEL_HELP}
  --json                 print JSON, one object a line
  --help                 this text
`;

/** This machine only. */
const HOST = '127.0.0.1';

const OPTIONS = {
  ...MODEL_OPTIONS,
  exclude: READING_OPTIONS.exclude,
  boost: READING_OPTIONS.boost,
  content: READING_OPTIONS.content,
  ignore: READING_OPTIONS.ignore,
  port: { type: 'string', default: process.env['PORT'] || '8789' },
  base: { type: 'string' },
  data: { type: 'string' },
  json: { type: 'boolean', default: false },
} as const;

/** `docs-assistant preview DIR` */
export const command = defineCommand({
  help: HELP,
  options: OPTIONS,
  async run(values, positionals) {
    const dir = readDirectory(positionals);
    const port = readWholeNumber('--port', values.port, MAX_PORT);
    await checkPort({ host: HOST, port });
    const reading = readReading(values);
    const givenBase = values.base === undefined ? undefined : readBase(values.base);
    await refuseBrowserSite(dir);
    const { site, base, domain, apiPath, cdnPath } = await openSite(dir, givenBase);
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
    const handler = createPreview({ site, cdn: createCdnHandler(cdnPath), cdnPath, api, apiPath });
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
}

/** Show built pages, with the elements added unless they have some. A folder without any is shown as pages made from its Markdown. */
async function openSite(folder: string, givenBase: string | undefined): Promise<PreviewedSite> {
  const added = { domain: defaultDomain(folder), apiPath: PREVIEW_API_PATH, cdnPath: PREVIEW_CDN_PATH };
  const { domain } = added;
  const hasModel = readModel() !== null;
  if (findFrontPage(folder) === null) {
    const markup = previewMarkup({ domain, base: '/', hasModel });
    const site = await createMarkdownSite({ folder, markup, style: PREVIEW_PAGES_STYLE_PATH });
    return { ...added, site, base: '/' };
  }
  const base = givenBase ?? (await findSiteBase(folder));
  const own = await findOwnElements(folder, base);
  if (own === null) {
    const site = createBuiltSite({ folder, base, markup: previewMarkup({ domain, base, hasModel }) });
    return { ...added, site, base };
  }
  return {
    site: createBuiltSite({ folder, base, markup: '' }),
    base,
    domain: own.domain ?? domain,
    apiPath: own.apiPath ?? PREVIEW_API_PATH,
    cdnPath: CDN_PATH,
  };
}

function readBase(value: string): string {
  const path = `/${value}/`.replace(/\/{2,}/g, '/');
  if (/^[\w.~%/-]+$/.test(path)) return path;
  throw new UsageError(`--base takes a path such as /docs/, not "${value}".`);
}
