/**
 * Writes the integrity (SRI, sha384) of the files in `dist/cdn` into `integrity.json` beside them, and prints those that pages name.
 * They change with every build, so that they belong to a build and not into the repository.
 */
import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isCdnPiece } from '../../../src/cli/cdn-files.ts';

const folder = fileURLToPath(new URL('../../../dist/cdn/', import.meta.url));

const files = Object.fromEntries(
  globSync('*.js', { cwd: folder })
    .toSorted()
    .map((name) => [name, integrityOf(readFileSync(join(folder, name)))]),
);
writeFileSync(join(folder, 'integrity.json'), `${JSON.stringify(files, null, 2)}\n`);
for (const [name, integrity] of Object.entries(files)) if (!isCdnPiece(name)) console.log(integrity, name);

function integrityOf(bytes: Uint8Array): string {
  return `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
}
