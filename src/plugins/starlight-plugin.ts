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
  };
  readonly astroConfig: { readonly base: string };
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
/** Component with both elements, which Astro compiles. */
const SEARCH = fileURLToPath(new URL('./starlight-search.astro', import.meta.url));

/**
 * Plugin for Starlight: `<docs-search>` and `<docs-assistant>` replace its search.
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
        const { script, ...attributes } = readPageElements(settings, base);
        updateConfig({
          head: [...(config.head ?? []), { tag: 'script', attrs: { type: 'module', src: script } }],
          components: { ...config.components, Search: SEARCH },
          pagefind: false,
        });
        addIntegration({
          name: 'docs-assistant',
          hooks: {
            // Not by the plugin for Vite: the server of `astro preview` takes the options of Vite without its plugins.
            'astro:config:setup': ({ config: { vite }, updateConfig: update }: IntegrationSetup) =>
              update({ vite: { ...viteForwarding(settings, vite), plugins: [configModule(attributes)] } }),
            'astro:build:done': ({ dir }: { dir: URL }) => indexBuild(fileURLToPath(dir), settings),
          },
        });
      },
    },
  };
}

/** Return a plugin for Vite with a module that exports the attributes. */
function configModule(attributes: object): object {
  const id = `\0${CONFIG_MODULE}`;
  return {
    name: 'docs-assistant',
    resolveId: (source: string) => (source === CONFIG_MODULE ? id : null),
    load: (source: string) => (source === id ? exportEach(attributes) : null),
  };
}

function exportEach(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
    .join('\n');
}
