import { fileURLToPath } from 'node:url';

export default {
  output: 'export',
  basePath: '/handbook',
  // Without it a page is `guide/settings.html`, and its address `guide/settings`.
  trailingSlash: true,
  // The folder with the packages, which holds the sites.
  turbopack: { root: fileURLToPath(new URL('../../../', import.meta.url)) },
};
