import { IdAttributePlugin } from '@11ty/eleventy';

export default (config) => {
  config.addPlugin(IdAttributePlugin);
  config.addGlobalData('layout', 'page.njk');
};
