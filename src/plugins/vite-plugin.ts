import { resolve } from 'node:path';
import { toHtml } from 'hast-util-to-html';
import { h } from 'hastscript';
import { viteForwarding } from './development-proxy.ts';
import { indexBuild } from './index-build.ts';
import { readPageElements, type PageElements } from './page-elements.ts';
import { readPluginOptions, type PluginOptions } from './plugin-options.ts';

/** What is used of the configuration of Vite. */
interface ViteConfig {
  readonly base: string;
  readonly command: 'build' | 'serve';
  readonly root: string;
  readonly build: { readonly outDir: string; readonly ssr: boolean | string };
  /** Configuration of VitePress, in its sites. */
  readonly vitepress?: VitePressConfig;
}

interface VitePressConfig {
  readonly site: { readonly base: string; readonly lang?: string };
  readonly sitemap?: { readonly hostname?: string };
  readonly outDir: string;
  transformHtml?: (html: string, ...rest: unknown[]) => unknown;
  buildEnd?: (...args: unknown[]) => unknown;
}

/** An element for the `transformIndexHtml` hook of Vite. */
interface ViteTag {
  tag: string;
  attrs: Record<string, string | boolean>;
  injectTo: 'head' | 'body';
}

/** What is used of the context of a hook. */
interface ViteContext {
  resolve(source: string, importer: string, options: { skipSelf: true }): Promise<{ id: string } | null>;
}

/** A plugin for Vite, declared as far as it is used. */
export interface DocsAssistantVitePlugin {
  name: string;
  enforce: 'pre';
  config(config: object): object;
  configResolved(config: object): void;
  resolveId(this: ViteContext, source: string, importer?: string): Promise<string | null>;
  load(id: string): string | null;
  transformIndexHtml: { order: 'post'; handler(): ViteTag[] };
  closeBundle: { order: 'post'; sequential: true; handler(): Promise<void> };
}

/** Component of VitePress that holds the search of its theme. */
const THEME_SEARCH = /\/VPNavBarSearch\.vue$/;
/** Component of VitePress around the text of a page. */
const THEME_DOC = /\/VPDoc\.vue$/;
const SEARCH_MODULE = '\0docs-assistant-search.js';
const DOC_MODULE = '\0docs-assistant-doc.js';
const STYLE_MODULE = '\0docs-assistant-search.css';
const STYLE = `.docs-assistant-search { display: flex; flex-grow: 1; padding-inline: 24px; }
docs-search:not(:defined) { display: block; min-height: 2.5rem; }
.docs-assistant-page-actions { margin-block-end: 16px; }
docs-page-actions:not(:defined) { display: block; min-height: 36px; }
`;

/**
 * Plugin for VitePress, and for any site that Vite builds. It adds the script and `<docs-assistant>` to every page. In VitePress
 * `<docs-search>` replaces the search of the theme, and `<docs-page-actions>` is before the text of a page; elsewhere the page has them
 * where they belong.
 *
 * @throws TypeError for wrong options
 */
export function docsAssistant(options: PluginOptions): DocsAssistantVitePlugin {
  const settings = readPluginOptions(options);
  const extended = new WeakSet<VitePressConfig>();
  let elements: PageElements;
  let config: ViteConfig;
  /** File of the theme's component around the text. */
  let themeDoc = '';
  return {
    name: 'docs-assistant',
    enforce: 'pre',
    config: (own) => viteForwarding(settings, own),
    configResolved(resolved) {
      config = resolved as ViteConfig;
      const { vitepress } = config;
      elements = readPageElements(settings, vitepress?.site.base ?? config.base);
      // VitePress makes two builds of one configuration.
      if (!vitepress || extended.has(vitepress)) return;
      extended.add(vitepress);
      extendVitePress(vitepress, elements, settings);
    },
    async resolveId(source, importer) {
      if (source === SEARCH_MODULE || source === STYLE_MODULE) return source;
      if (importer === undefined || !importer.includes('vitepress')) return null;
      if (THEME_SEARCH.test(source) && elements.search) return SEARCH_MODULE;
      if (!THEME_DOC.test(source) || !elements.pageActions) return null;
      const doc = await this.resolve(source, importer, { skipSelf: true });
      if (doc) themeDoc = doc.id;
      return doc && DOC_MODULE;
    },
    load(id) {
      if (id === STYLE_MODULE) return STYLE;
      if (id === DOC_MODULE) return docModule(themeDoc, elements);
      return id === SEARCH_MODULE ? searchModule(elements) : null;
    },
    transformIndexHtml: {
      order: 'post',
      handler: () => [
        ...elements.scripts.map((src) => ({
          tag: 'script',
          attrs: { type: 'module', src },
          injectTo: 'head' as const,
        })),
        ...(elements.assistant
          ? [{ tag: 'docs-assistant', attrs: elements.assistant, injectTo: 'body' as const }]
          : []),
      ],
    },
    closeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        // The pages of VitePress are written after its bundles.
        if (config.vitepress || config.command !== 'build' || config.build.ssr) return;
        await indexBuild(resolve(config.root, config.build.outDir), settings);
      },
    },
  };
}

/** VitePress calls no `transformIndexHtml` in a build. */
function extendVitePress(vitepress: VitePressConfig, elements: PageElements, options: PluginOptions): void {
  const { transformHtml, buildEnd } = vitepress;
  const { scripts, assistant } = elements;
  const markup = toHtml([
    ...scripts.map((src) => h('script', { type: 'module', src })),
    ...(assistant ? [h('docs-assistant', assistant)] : []),
  ]);
  vitepress.transformHtml = async (html, ...rest) => {
    const page = ((await transformHtml?.(html, ...rest)) as string | undefined) || html;
    const end = page.lastIndexOf('</body>');
    return end < 0 ? page + markup : page.slice(0, end) + markup + page.slice(end);
  };
  vitepress.buildEnd = async (...args) => {
    await buildEnd?.(...args);
    const { site, sitemap } = vitepress;
    const address = sitemap?.hostname && URL.parse(site.base, sitemap.hostname)?.href;
    await indexBuild(vitepress.outDir, options, { address, language: site.lang });
  };
}

/** Return a component of Vue with the search. */
function searchModule({ search }: PageElements): string {
  return `import { h } from 'vue';
import ${JSON.stringify(STYLE_MODULE)};
export default () => h('div', { class: 'docs-assistant-search' }, h('docs-search', ${JSON.stringify(search)}));
`;
}

/** Return the component of the theme with `<docs-page-actions>` before the text. @param doc file of the component */
function docModule(doc: string, { pageActions }: PageElements): string {
  return `import { h } from 'vue';
import Doc from ${JSON.stringify(doc)};
import ${JSON.stringify(STYLE_MODULE)};
const actions = () =>
  h('div', { class: 'docs-assistant-page-actions' }, h('docs-page-actions', ${JSON.stringify(pageActions)}));
export default (props, { slots }) =>
  h(Doc, props, { ...slots, 'doc-before': () => [slots['doc-before']?.(), actions()] });
`;
}
