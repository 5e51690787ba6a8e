import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isFileName, MANIFEST_NAME } from '../static-index/format/file-name.ts';
import { fileDigest } from './file-digest.ts';
import type { KindFigures, StaticIndexReport } from './static-index-report.ts';

const RECORD_FILE = 'static-build.json';

/**
 * What the last build wrote from the content in `workDir`, so that a build of the same content writes nothing. Content that changes
 * removes it first. A record that is damaged, or that does not fit what is in the folder, counts as none.
 */
export class BuildRecord {
  readonly #file: string;
  readonly #key: string;

  /** @param key everything but the content that decides what is written */
  constructor(workDir: string, key: string) {
    this.#file = join(workDir, RECORD_FILE);
    this.#key = key;
  }

  /** Remove the record: the content becomes another. */
  static remove(workDir: string): Promise<void> {
    return rm(join(workDir, RECORD_FILE), { force: true });
  }

  /** Return the report of the last build, if all that it wrote is in the folder as it was; else `null`. */
  async find(folder: string): Promise<StaticIndexReport | null> {
    const text = await readFile(this.#file, 'utf8').catch(() => '');
    const end = text.indexOf('\n');
    const body = text.slice(end + 1);
    if (end < 0 || text.slice(0, end) !== fileDigest(this.#key + body)) return null;
    const { files, parts, kinds } = JSON.parse(body) as Body;
    return (await isAsWritten(folder, new Map(files))) ? { parts, kinds: new Map(kinds) } : null;
  }

  /** @param files digest of each file, by its name */
  async write(files: ReadonlyMap<string, string>, { parts, kinds }: StaticIndexReport): Promise<void> {
    const body = JSON.stringify({ files: [...files], parts, kinds: [...kinds] } satisfies Body);
    await writeFile(this.#file, `${fileDigest(this.#key + body)}\n${body}`);
  }
}

interface Body {
  files: [name: string, digest: string][];
  parts: StaticIndexReport['parts'];
  kinds: [kind: string, figures: KindFigures][];
}

async function isAsWritten(folder: string, files: ReadonlyMap<string, string>): Promise<boolean> {
  const names = await readdir(folder).catch(() => []);
  const ours = names.filter((name) => name === MANIFEST_NAME || isFileName(name));
  if (ours.length !== files.size) return false;
  for (const name of ours) {
    const digest = files.get(name);
    if (digest === undefined) return false;
    const bytes = await readFile(join(folder, name)).catch(() => null);
    if (bytes === null || fileDigest(bytes) !== digest) return false;
  }
  return true;
}
