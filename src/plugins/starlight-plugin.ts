import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { viteForwarding, type ViteServers } from './development-proxy.ts';
import { indexBuild } from './index-build.ts';
import { readPageElements } from './page-elements.ts';
import { readPluginOptions, type PluginOptions } from './plugin-options.ts';

/** What is used of the setup of a Starlight site. */
interface StarlightSetup {
  readonly config: {
    readonly components?: Readonly<Record<string, string>>;
    readonly head?: readonly object[];
    readonly defaultLocale?: string;
    readonly locales?: Readonly<Record<string, { readonly lang?: string } | undefined>>;
  };
  readonly astroConfig: { readonly base: string; readonly root: URL; readonly site?: string };
  updateConfig(config: object): void;
  addIntegration(integration: { name: string; hooks: object }): void;
}

/** A plugin for Starlight, declared as far as it is used. */
export interface DocsAssistantStarlightPlugin {
  name: string;
  hooks: { 'config:setup'(setup: StarlightSetup): void };
}

/** What is used of the setup of an integration for Astro. */
interface IntegrationSetup {
  readonly config: { readonly vite: ViteServers };
  updateConfig(config: object): void;
}

const CONFIG_MODULE = 'virtual:docs-assistant';
const TITLE_MODULE = 'virtual:docs-assistant/page-title';
/** Components that Astro compiles: that of the search, with both elements, and that of the title, with `<docs-page-actions>`. */
const [SEARCH, PAGE_TITLE] = ['search', 'page-title'].map((name) =>
  fileURLToPath(new URL(`./starlight-${name}.astro`, import.meta.url)),
);
/** Component of the title where the site has none of its own. */
const STARLIGHT_TITLE = '@astrojs/starlight/components/PageTitle.astro';

/**
 * Plugin for Starlight: `<docs-search>` and `<docs-assistant>` replace its search. On request, `<docs-page-actions>` is below the title.
 *
 * @throws TypeError for wrong options
 */
export function docsAssistant(options: PluginOptions): DocsAssistantStarlightPlugin {
  const settings = readPluginOptions(options);
  if (settings.search === false)
    throw new TypeError(
      'docs-assistant: in Starlight both elements replace the search. To keep it, leave the plugin out, and write <docs-assistant> into a component of yours.',
    );
  return {
    name: 'docs-assistant',
    hooks: {
      'config:setup'({ config, astroConfig, updateConfig, addIntegration }) {
        const base = `${astroConfig.base}/`.replace(/\/+$/, '/');
        const { scripts, ...attributes } = readPageElements(settings, base);
        const tags = scripts.map((src) => ({ tag: 'script', attrs: { type: 'module', src } }));
        const { defaultLocale, locales } = config;
        const main = defaultLocale ?? 'root';
        const site = {
          address: astroConfig.site && URL.parse(base, astroConfig.site)?.href,
          language: locales?.[main]?.lang ?? (main === 'root' ? undefined : main),
        };
        const title = config.components?.['PageTitle'] ?? STARLIGHT_TITLE;
        updateConfig({
          head: [...(config.head ?? []), ...tags],
          components: {
            ...config.components,
            Search: SEARCH,
            ...(attributes.pageActions && { PageTitle: PAGE_TITLE }),
          },
          pagefind: false,
        });
        addIntegration({
          name: 'docs-assistant',
          hooks: {
            // Not by the plugin for Vite: the server of `astro preview` takes the options of Vite without its plugins.
            'astro:config:setup': ({ config: { vite }, updateConfig: update }: IntegrationSetup) =>
              update({
                vite: {
                  ...viteForwarding(settings, vite),
                  plugins: [configModule(attributes, resolveComponent(title, astroConfig.root))],
                },
              }),
            'astro:build:done': ({ dir }: { dir: URL }) => indexBuild(fileURLToPath(dir), settings, site),
          },
        });
      },
    },
  };
}

/** Resolve a component as Starlight does: from the root of the site, if it is a relative path. */
function resolveComponent(name: string, root: URL): string {
  return name.startsWith('.') ? resolve(fileURLToPath(root), name) : name;
}

/** Return a plugin for Vite with a module that exports the attributes, and one that exports the component of the title. */
function configModule(attributes: object, title: string): object {
  const modules = new Map([
    [CONFIG_MODULE, exportEach(attributes)],
    [TITLE_MODULE, `export { default } from ${JSON.stringify(title)};`],
  ]);
  return {
    name: 'docs-assistant',
    resolveId: (source: string) => (modules.has(source) ? `\0${source}` : null),
    load: (id: string) => modules.get(id.replace('\0', '')) ?? null,
  };
}

function exportEach(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
