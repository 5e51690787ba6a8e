export { docsAssistant as default, type DocsAssistantVitePlugin } from './plugins/vite-plugin.ts';
export type { ElementAttributes, PluginOptions } from './plugins/plugin-options.ts';
