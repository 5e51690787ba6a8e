import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { createFolder } from '../service/storage/create-folder.ts';
import {
  fileName,
  HASH_BYTES,
  isFileName,
  MANIFEST_NAME,
  type FileKind,
} from '../static-index/format/file-name.ts';
import { StaticIndexError } from '../static-index/format/index-error.ts';
import { MAX_MANIFEST_BYTES, MAX_PACKED_BYTES, MAX_UNPACKED_BYTES } from '../static-index/format/limits.ts';
import { decodeManifest, encodeManifest, type StaticManifest } from '../static-index/format/manifest.ts';
import { fileDigest } from './file-digest.ts';
import type { KindFigures } from './static-index-report.ts';

const pack = promisify(gzip);
/** Byte of a gzip header that names the operating system, and the value for an unknown one (RFC 1952, 2.3). */
const SYSTEM_BYTE = 9;
const UNKNOWN_SYSTEM = 0xff;
/** Ending of a file that is being written. A build that is killed leaves it behind, and the next one removes it. */
const UNFINISHED = /^(.+)\.[\da-f-]{36}\.unfinished$/;

/**
 * The folder of an index. Files get the hash of their bytes as a name; the manifest is replaced at last, so that a build that fails
 * leaves the earlier index as it was.
 */
export class IndexFolder {
  readonly #folder: string;
  /** Whole hash of each file of this build, by its name. */
  readonly #hashes = new Map<string, string>();
  readonly #digests = new Map<string, string>();
  readonly #figures = new Map<FileKind | 'manifest', KindFigures>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Create the folder, unless it is there.
   *
   * @throws Error when it cannot be written, or has a manifest of something else
   */
  static async open(folder: string): Promise<IndexFolder> {
    createFolder(folder);
    const before = await readFile(join(folder, MANIFEST_NAME)).catch(ignoreMissing);
    if (before && !isOurManifest(before)) {
      throw new Error(
        `${folder} has a ${MANIFEST_NAME} of something else, which an index would replace. Name a folder of its own with --out.`,
      );
    }
    return new IndexFolder(folder);
  }

  /** Figures by kind, in the order in which the first file of each was written. */
  get figures(): ReadonlyMap<FileKind | 'manifest', KindFigures> {
    return this.#figures;
  }

  /** Digest of each file as it is in the folder, by its name. */
  get digests(): ReadonlyMap<string, string> {
    return this.#digests;
  }

  /** Write a file, unless it is there. @returns its name */
  async put(kind: FileKind, bytes: Uint8Array): Promise<string> {
    const hash = createHash('sha256').update(bytes).digest();
    const name = fileName(kind, hash.subarray(0, HASH_BYTES));
    const whole = hash.toString('hex');
    const known = this.#hashes.get(name);
    if (known === whole) return name;
    if (known !== undefined) throw new Error(`Two files of the index have the name ${name}`);
    this.#hashes.set(name, whole);
    const packed = await pack(bytes, { level: 9 });
    packed[SYSTEM_BYTE] = UNKNOWN_SYSTEM;
    if (bytes.length > MAX_UNPACKED_BYTES || packed.length > MAX_PACKED_BYTES) {
      throw new Error(
        `The documentation is too large for a static index: its file of ${kind} has ${packed.length} bytes, and pages read at most ${MAX_PACKED_BYTES}.`,
      );
    }
    await this.#write(name, packed);
    this.#count(kind, bytes.length, packed.length);
    return name;
  }

  /** Write the manifest, and remove files of earlier builds. */
  async finish(manifest: StaticManifest): Promise<void> {
    const bytes = encodeManifest(manifest);
    if (bytes.length > MAX_MANIFEST_BYTES) {
      throw new Error(
        `The documentation has too many versions and languages for a static index: its manifest has ${bytes.length} bytes, and pages read at most ${MAX_MANIFEST_BYTES}.`,
      );
    }
    await this.#write(MANIFEST_NAME, bytes);
    this.#count('manifest', bytes.length, bytes.length);
    for (const name of await readdir(this.#folder)) {
      const [, unfinished] = UNFINISHED.exec(name) ?? [];
      const isLeft =
        unfinished === undefined
          ? isFileName(name) && !this.#hashes.has(name)
          : unfinished === MANIFEST_NAME || isFileName(unfinished);
      if (isLeft) await rm(join(this.#folder, name), { force: true });
    }
  }

  /** Write a file as a whole or not at all. One that is the same stays as it is, so that its date does not change. */
  async #write(name: string, bytes: Uint8Array): Promise<void> {
    this.#digests.set(name, fileDigest(bytes));
    const path = join(this.#folder, name);
    const before = await readFile(path).catch(ignoreMissing);
    if (before && Buffer.compare(before, bytes) === 0) return;
    const unfinished = `${path}.${randomUUID()}.unfinished`;
    try {
      await writeFile(unfinished, bytes);
      await rename(unfinished, path);
    } catch (error) {
      await rm(unfinished, { force: true });
      throw error;
    }
  }

  #count(kind: FileKind | 'manifest', bytes: number, packed: number): void {
    const figures = this.#figures.get(kind) ?? { files: 0, bytes: 0, packed: [] };
    this.#figures.set(kind, figures);
    figures.files++;
    figures.bytes += bytes;
    figures.packed.push(packed);
  }
}

function isOurManifest(bytes: Uint8Array): boolean {
  try {
    decodeManifest(bytes);
    return true;
  } catch (error) {
    // An index of another version, or a damaged one, is ours to replace.
    return error instanceof StaticIndexError && error.code !== 'not-an-index' && error.code !== 'too-large';
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null;
  throw error;
}
