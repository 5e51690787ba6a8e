import { readFileSync } from 'node:fs';

/** Return the version of the package, two folders above this file in `src` and in `dist`. */
export function packageVersion(): string {
  const manifest = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
