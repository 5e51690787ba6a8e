/** Called by `npm version` before its commit: gives the unreleased changes of CHANGELOG.md to the new version. */
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson, root } from '../source-files.ts';
import { releaseSection } from './changelog.ts';

const file = join(root, 'CHANGELOG.md');
const { version } = readJson('package.json') as { version: string };
const today = new Date().toISOString().slice(0, 10);
writeFileSync(file, releaseSection(readFileSync(file, 'utf8'), version, today));
execFileSync('git', ['add', 'CHANGELOG.md'], { cwd: root });
