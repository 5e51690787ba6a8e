export { docsAssistant as default, type DocsAssistantDocusaurusPlugin } from './plugins/docusaurus-plugin.ts';
export type { ElementAttributes, PluginOptions } from './plugins/plugin-options.ts';
