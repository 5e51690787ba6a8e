import { hasNoServer, hasStaticIndex, type ElementAttributes, type PluginOptions } from './plugin-options.ts';

/** Folder of a static index in the site. */
export const INDEX_FOLDER = 'docs-index';
/** Folder of the elements' files in a site without a server. */
export const ELEMENTS_FOLDER = 'cdn';
/** Script of `<docs-page-actions>`, beside that of the other elements. */
const PAGE_ACTIONS_SCRIPT = 'page-actions.js';

/** What a plugin writes into each page. */
export interface PageElements {
  /** Addresses of the elements' scripts, which are modules. */
  readonly scripts: readonly string[];
  /** Attributes of `<docs-search>`; `null`: the search of the theme stays. */
  readonly search: ElementAttributes | null;
  /** Attributes of `<docs-assistant>`; `null`: there is none. */
  readonly assistant: ElementAttributes | null;
  /** Attributes of `<docs-page-actions>`; `null`: there is none. */
  readonly pageActions: ElementAttributes | null;
}

/** @param base path of the site on its host; begins and ends with a slash */
export function readPageElements(options: PluginOptions, base: string): PageElements {
  const { domain, endpoint = '/docs-api', version, language, search, assistant } = options;
  const isStatic = hasNoServer(options);
  const linkBase: ElementAttributes = base === '/' ? {} : { 'link-base': base };
  const shared: ElementAttributes = {
    ...(hasStaticIndex(options) && { index: `${base}${INDEX_FOLDER}/` }),
    ...(!isStatic && { endpoint, domain }),
    ...linkBase,
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
  };
  const pageActions = readPageActions(options, linkBase);
  const script =
    options.script ?? (isStatic ? `${base}${ELEMENTS_FOLDER}/docs-assistant.js` : scriptBeside(endpoint));
  return {
    scripts: [script, ...(pageActions ? [script.replace(/[^/]*$/, PAGE_ACTIONS_SCRIPT)] : [])],
    // A header has little room.
    search: search === false ? null : { ...shared, variant: 'dialog', ...search },
    assistant: assistant === false ? null : { ...shared, ...assistant },
    pageActions,
  };
}

function readPageActions(options: PluginOptions, linkBase: ElementAttributes): ElementAttributes | null {
  const { domain, endpoint = '/docs-api', pageActions = false } = options;
  if (pageActions === false) return null;
  const server = endpoint.replace(/\/+$/, '');
  return {
    // Beside a static index, the Markdown is beside the pages.
    ...(!hasStaticIndex(options) && { 'markdown-url': `${server}/pages/${domain}{path}.md` }),
    ...linkBase,
    ...(!hasNoServer(options) && { mcp: `${server}/mcp/${domain}` }),
    ...(pageActions !== true && pageActions),
  };
}

function scriptBeside(endpoint: string): string {
  const path = '/cdn/docs-assistant.js';
  return URL.canParse(endpoint) ? new URL(path, endpoint).href : path;
}
