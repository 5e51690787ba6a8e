import { hasNoServer, type ElementAttributes, type PluginOptions } from './plugin-options.ts';

/** Folder of a static index in the site. */
export const INDEX_FOLDER = 'docs-index';
/** Folder of the elements' files in a site without a server. */
export const ELEMENTS_FOLDER = 'cdn';

/** What a plugin writes into each page. */
export interface PageElements {
  /** Address of the elements' script, a module. */
  readonly script: string;
  /** Attributes of `<docs-search>`; `null`: the search of the theme stays. */
  readonly search: ElementAttributes | null;
  /** Attributes of `<docs-assistant>`; `null`: there is none. */
  readonly assistant: ElementAttributes | null;
}

/** @param base path of the site on its host; begins and ends with a slash */
export function readPageElements(options: PluginOptions, base: string): PageElements {
  const { domain, endpoint = '/docs-api', version, language, search, assistant, staticIndex } = options;
  const isStatic = hasNoServer(options);
  const shared: ElementAttributes = {
    ...(staticIndex !== undefined && staticIndex !== false && { index: `${base}${INDEX_FOLDER}/` }),
    ...(!isStatic && { endpoint, domain }),
    ...(base !== '/' && { 'link-base': base }),
    ...(version !== undefined && { version }),
    ...(language !== undefined && { language }),
  };
  return {
    script:
      options.script ?? (isStatic ? `${base}${ELEMENTS_FOLDER}/docs-assistant.js` : scriptBeside(endpoint)),
    // A header has little room.
    search: search === false ? null : { ...shared, variant: 'dialog', ...search },
    assistant: assistant === false ? null : { ...shared, ...assistant },
  };
}

function scriptBeside(endpoint: string): string {
  const path = '/cdn/docs-assistant.js';
  return URL.canParse(endpoint) ? new URL(path, endpoint).href : path;
}
