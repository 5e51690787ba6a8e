import { decodeManifest, type StaticPart } from '../format/manifest.ts';
import { decodeMeaning } from '../format/meaning-file.ts';
import { decodeCore } from '../format/part-core.ts';
import { HASH_BYTES, hashOfName, isFileName, MANIFEST_NAME } from '../format/file-name.ts';
import { unpack } from '../format/unpack.ts';
import { CACHE_PREFIX } from './offline-settings.ts';
import { CachedFiles, type CachedEdition } from './cached-files.ts';

/** An index for offline use: the parts that were opened, whole. */
export class CachedIndex {
  readonly #folder: string;
  readonly #files: CachedFiles;

  /** @param folder address; ends with a slash */
  constructor(folder: string) {
    this.#folder = folder;
    this.#files = new CachedFiles(CACHE_PREFIX + folder, isIndexFile);
  }

  /** Answer a request for one of the files. */
  answer(request: Request): Promise<Response> | null {
    const name = this.#nameOf(request.url);
    if (name === MANIFEST_NAME) return this.#files.networkFirst(request);
    return isFileName(name) ? this.#files.keptFirst(request) : null;
  }

  /** Return the name of the `core` file that a request asks for: it is the first file of a part that is opened. */
  openedBy({ url }: Request): string | null {
    const name = this.#nameOf(url);
    return isFileName(name, 'core') ? name : null;
  }

  /** Keep the part that has been opened, and those of before, in the current edition. @returns the bytes that are kept */
  keep(opened: string, limit: number): Promise<number> {
    return this.#files.replace(limit, (cache) => this.#findEdition(cache, opened));
  }

  async #findEdition(cache: Cache, opened: string): Promise<CachedEdition | null> {
    const address = this.#folder + MANIFEST_NAME;
    const response = await fetch(address, { cache: 'no-cache' });
    if (!response.ok) return null;
    const { parts } = await readManifest(response.clone());
    const before = await cache.match(address).then((known) => known && readManifest(known).catch(() => null));
    const isKept = await Promise.all(
      (before?.parts ?? []).map(({ core }) => cache.match(this.#folder + core)),
    );
    const keptScopes = new Set(before?.parts.filter((_, at) => isKept[at]).map(scopeOf));
    // The limit is that of the others.
    const wanted = [
      ...parts.filter(({ core }) => core === opened),
      ...parts.filter((part) => part.core !== opened && keptScopes.has(scopeOf(part))),
    ];
    if (wanted.length === 0) return null;
    return {
      root: { address, response },
      keepFiles: async (keep) => {
        for (const part of wanted) {
          await this.#keepPart(cache, part, (names) => keep(names.map((name) => this.#folder + name)));
        }
      },
    };
  }

  async #keepPart(
    cache: Cache,
    part: StaticPart,
    keep: (names: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const read = async (name: string) => unpackResponse((await cache.match(this.#folder + name))!);
    await keep([part.core]);
    const core = decodeCore(await read(part.core), part);
    const names = [...core.words, ...core.prefixes, ...core.names, ...core.texts].map(({ file }) => file);
    await keep([...names, core.pagesFile, core.lexiconFile]);
    if (part.meaning === null) return;
    await keep([part.meaning]);
    const { cells, words } = decodeMeaning(await read(part.meaning), part);
    await keep([...cells, ...words].map(({ file }) => file));
  }

  #nameOf(url: string): string | null {
    return url.startsWith(this.#folder) ? url.slice(this.#folder.length) : null;
  }
}

/** Whether a response has the bytes whose hash is in its name. */
async function isIndexFile(address: string, response: Response): Promise<boolean> {
  if (!response.ok) return false;
  const bytes = await unpackResponse(response);
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)).subarray(0, HASH_BYTES);
  return hashOfName(address.slice(address.lastIndexOf('/') + 1)).every((byte, at) => byte === hash[at]);
}

async function unpackResponse(response: Response): Promise<Uint8Array<ArrayBuffer>> {
  return unpack(new Uint8Array(await response.arrayBuffer()));
}

async function readManifest(response: Response): Promise<{ parts: readonly StaticPart[] }> {
  return decodeManifest(new Uint8Array(await response.arrayBuffer()));
}

function scopeOf({ version, language }: StaticPart): string {
  return JSON.stringify([version, language]);
}
