import { IdAttributePlugin, InputPathToUrlTransformPlugin } from '@11ty/eleventy';

export default (config) => {
  config.addPlugin(IdAttributePlugin);
  config.addPlugin(InputPathToUrlTransformPlugin);
  config.addGlobalData('layout', 'page.njk');
  return { dir: { input: 'pages', includes: '../_includes' }, markdownTemplateEngine: false };
};
