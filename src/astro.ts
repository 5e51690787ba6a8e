export { docsAssistant as default, type DocsAssistantStarlightPlugin } from './plugins/starlight-plugin.ts';
export type { ElementAttributes, PluginOptions } from './plugins/plugin-options.ts';
