import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readForwarding } from './development-proxy.ts';
import { indexBuild } from './index-build.ts';
import { readPageElements } from './page-elements.ts';
import { readPluginOptions, type PluginOptions } from './plugin-options.ts';

/** What is used of the context of a Docusaurus site. */
interface DocusaurusContext {
  /** With the folder of the locale. */
  readonly baseUrl: string;
  readonly i18n: { readonly currentLocale: string; readonly defaultLocale?: string };
  readonly siteConfig?: { readonly url?: string };
}

/** A tag for the pages of Docusaurus. */
interface DocusaurusTag {
  tagName: string;
  attributes: Record<string, string | boolean>;
  customElement?: boolean;
}

/** A plugin for Docusaurus, declared as far as it is used. */
export interface DocsAssistantDocusaurusPlugin {
  name: string;
  getThemePath?(): string;
  contentLoaded(args: { actions: { setGlobalData(data: unknown): void } }): void;
  configureWebpack(): object;
  injectHtmlTags(): { headTags: DocusaurusTag[]; postBodyTags: DocusaurusTag[] };
  postBuild(args: { outDir: string }): Promise<void>;
}

/** Components that Docusaurus compiles. A plugin has one folder of them, and each in it replaces that of the theme. */
const THEMES = fileURLToPath(new URL('./docusaurus-theme', import.meta.url));

/**
 * Plugin for Docusaurus: `<docs-search>` replaces the search of the theme, `<docs-assistant>` is in every page, and on request
 * `<docs-page-actions>` before the text of a page.
 *
 * @throws TypeError for wrong options
 */
export function docsAssistant(
  context: DocusaurusContext,
  options: PluginOptions,
): DocsAssistantDocusaurusPlugin {
  const settings = readPluginOptions(options);
  const suffix = `/${context.i18n.currentLocale}/`;
  const isLocalized = context.baseUrl.endsWith(suffix);
  // All locales are one index, whose addresses begin at the site.
  const base = isLocalized ? context.baseUrl.slice(0, 1 - suffix.length) : context.baseUrl;
  const { url } = context.siteConfig ?? {};
  const site = {
    address: url && URL.parse(base, url)?.href,
    language: context.i18n.defaultLocale,
  };
  const { scripts, search, assistant, pageActions } = readPageElements(settings, base);
  const theme = search && pageActions ? 'both' : search ? 'search' : pageActions ? 'page-actions' : null;
  return {
    name: 'docs-assistant',
    ...(theme !== null && { getThemePath: () => join(THEMES, theme) }),
    contentLoaded: ({ actions }) => actions.setGlobalData({ search, pageActions }),
    configureWebpack() {
      const { paths, target } = readForwarding(settings);
      return paths.length > 0 ? { devServer: { proxy: [{ context: paths, target }] } } : {};
    },
    injectHtmlTags: () => ({
      headTags: scripts.map((src) => ({ tagName: 'script', attributes: { type: 'module', src } })),
      postBodyTags: assistant
        ? [{ tagName: 'docs-assistant', attributes: assistant, customElement: true }]
        : [],
    }),
    // Once for each locale: the last one completes the folder of the site.
    postBuild: ({ outDir }) => indexBuild(isLocalized ? dirname(outDir) : outDir, settings, site),
  };
}
