import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../package/source-files.ts';

/** Copy this package, as it is built, beside other packages, as npm installs it. @param packages a `node_modules` folder */
export async function installPackage(packages: string): Promise<void> {
  const installed = join(packages, 'docs-assistant');
  await rm(installed, { recursive: true, force: true });
  for (const part of ['package.json', 'dist'])
    await cp(join(root, part), join(installed, part), {
      recursive: true,
      filter: (path) => !path.endsWith('.map'),
    });
}
