import { fileURLToPath } from 'node:url';

export default {
  output: 'export',
  basePath: '/handbook',
  // Without it, which is the default, a page is `guide/settings.html`, and its address `guide/settings`.
  trailingSlash: !('HOST_CLEAN_URLS' in process.env),
  // The folder with the packages, which holds the sites.
  turbopack: { root: fileURLToPath(new URL('../../../', import.meta.url)) },
};
