import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isCdnPiece } from '../../../src/cli/cdn-files.ts';
import { readJson, root } from '../source-files.ts';
import { readSection } from './changelog.ts';

/**
 * Return the notes of a release as Markdown: its changes, and the hashes of the CDN files that pages name.
 *
 * @param integrity content of `dist/cdn/integrity.json`
 */
export function createNotes(
  changelog: string,
  version: string,
  integrity: Readonly<Record<string, string>>,
): string {
  const rows = Object.entries(integrity)
    .filter(([name]) => !isCdnPiece(name))
    .map(([name, hash]) => `| \`${name}\` | \`${hash}\` |\n`);
  return `${readSection(changelog, version)}

### Hashes

Files of \`dist/cdn\`, for the attribute \`integrity\`. The hashes of all files are in \`dist/cdn/integrity.json\`.

| File | SHA-384 |
| --- | --- |
${rows.join('')}`;
}

/** `npm run --silent release-notes`: print the notes of the version in package.json, which has to be built. */
if (import.meta.main) {
  const { version } = readJson('package.json') as { version: string };
  const entry = readFileSync(join(root, 'dist/cdn/docs-assistant.js'), 'utf8');
  if (!entry.startsWith(`/*! docs-assistant ${version} */`))
    throw new Error(`dist is not a build of ${version}: run "npm run build" first.`);
  const changelog = readFileSync(join(root, 'CHANGELOG.md'), 'utf8');
  const integrity = readJson('dist/cdn/integrity.json') as Record<string, string>;
  process.stdout.write(createNotes(changelog, version, integrity));
}
