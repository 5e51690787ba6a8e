import { fileURLToPath } from 'node:url';
import nextra from 'nextra';

export default nextra({})({
  output: 'export',
  // The folder with the packages, which holds the sites.
  turbopack: { root: fileURLToPath(new URL('../../../', import.meta.url)) },
});
