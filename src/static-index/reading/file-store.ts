import { RequestFailure } from '../../protocol/failures/failure.ts';
import { readBytes } from '../../protocol/read-bytes.ts';
import { MANIFEST_NAME, type FileKind } from '../format/file-name.ts';
import { StaticIndexError } from '../format/index-error.ts';
import { MAX_MANIFEST_BYTES, MAX_PACKED_BYTES, MAX_UNPACKED_BYTES } from '../format/limits.ts';
import { unpack } from '../format/unpack.ts';
import { aborted, notSent, openedAsFile, toReadingFailure } from './reading-failure.ts';

/** Milliseconds in which a file has to be there as a whole. */
export const FILE_MILLISECONDS = 20_000;

/** Where files come from. */
export interface FileStoreOptions {
  /** Absolute address of the folder of an index. */
  index: string;
  /** Default: the global `fetch`. */
  fetch?: typeof fetch | undefined;
  /** Default `FILE_MILLISECONDS`. */
  timeout?: number | undefined;
}

/** Decodes a file. */
type Decode<Value> = (bytes: Uint8Array<ArrayBuffer>) => Value;

/** A file that is fetched once for everybody who waits for it. */
interface SharedFile {
  value: Promise<unknown>;
  /** Decoded, once it is there. */
  decoded?: { value: unknown };
}

/**
 * The files of an index, each fetched and decoded once, in memory as long as the page. A file that failed is fetched again when it is
 * next needed. A fetch goes on when nobody waits for it any more: the next key most probably needs the file, and whoever types faster
 * than the host answers would never get it.
 */
export class FileStore {
  readonly #folder: URL;
  readonly #fetch: typeof fetch;
  readonly #timeout: number;
  readonly #files = new Map<string, SharedFile>();

  constructor({ index, fetch, timeout = FILE_MILLISECONDS }: FileStoreOptions) {
    this.#folder = new URL(index.replace(/\/*$/, '/'));
    // Called without a receiver, because browsers refuse any other than the window.
    this.#fetch = fetch ?? ((...parameters) => globalThis.fetch(...parameters));
    this.#timeout = timeout;
  }

  /** Fetch the manifest, which is not kept. @throws RequestFailure */
  async manifest<Value>(decode: Decode<Value>): Promise<Value> {
    try {
      return decode(await this.#read(MANIFEST_NAME));
    } catch (error) {
      throw toReadingFailure(error);
    }
  }

  /** Fetch and decode a file. @throws RequestFailure */
  async file<Value>(name: string, decode: Decode<Value>, signal?: AbortSignal): Promise<Value> {
    if (signal?.aborted) throw aborted();
    let file = this.#files.get(name);
    if (!file) this.#files.set(name, (file = this.#start(name, decode)));
    return waitFor(file, signal) as Promise<Value>;
  }

  /** Return a file that is there already. */
  known<Value>(name: string): Value | undefined {
    return this.#files.get(name)?.decoded?.value as Value | undefined;
  }

  /** Wait until no file of a kind is on its way, be it there or failed. */
  async settled(kind: FileKind): Promise<void> {
    const coming = [...this.#files].filter(([name, { decoded }]) => !decoded && name.startsWith(`${kind}.`));
    await Promise.allSettled(coming.map(([, { value }]) => value));
  }

  #start(name: string, decode: Decode<unknown>): SharedFile {
    const file: SharedFile = { value: this.#load(name, decode) };
    file.value.then(
      (value) => (file.decoded = { value }),
      () => this.#files.delete(name),
    );
    return file;
  }

  async #load(name: string, decode: Decode<unknown>): Promise<unknown> {
    try {
      return decode(await unpack(await this.#read(name)));
    } catch (error) {
      throw toReadingFailure(error);
    }
  }

  async #read(name: string): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#folder.protocol === 'file:') throw openedAsFile();
    const isManifest = name === MANIFEST_NAME;
    const controller = new AbortController();
    const { signal } = controller;
    let isLate = false;
    const clock = setTimeout(() => {
      isLate = true;
      controller.abort();
    }, this.#timeout);
    try {
      const fetch = this.#fetch;
      const response = await fetch(new URL(name, this.#folder), {
        signal,
        credentials: 'same-origin',
        // Only the manifest changes.
        ...(isManifest && { cache: 'no-cache' }),
      });
      if (!response.ok) {
        void response.body?.cancel().catch(() => {});
        throw notSent(name, isManifest, response.status);
      }
      // A host that knows gzip sends what the browser unpacks; the limit of packed bytes is that of `unpack`.
      const most = isManifest ? MAX_MANIFEST_BYTES : Math.max(MAX_PACKED_BYTES, MAX_UNPACKED_BYTES);
      const bytes = await readBytes(response.body, most);
      if (bytes === null) throw new StaticIndexError('too-large', 'A file of the search index is too large.');
      return bytes;
    } catch (error) {
      if (!isLate) throw error;
      const seconds = this.#timeout / 1_000;
      const message = `A file of the search index was not there within ${seconds} seconds.`;
      throw new RequestFailure({ code: 'timeout', retryable: true, message }, { cause: error });
    } finally {
      clearTimeout(clock);
    }
  }
}

/** Wait for a file until that is aborted. */
async function waitFor(file: SharedFile, signal: AbortSignal | undefined): Promise<unknown> {
  if (!signal || file.decoded) return file.value;
  let stop = (): void => {};
  try {
    const stopped = new Promise<never>((_, reject) => (stop = () => reject(aborted())));
    signal.addEventListener('abort', stop);
    return await Promise.race([file.value, stopped]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
