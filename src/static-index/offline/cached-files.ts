/** Files that are fetched at a time. */
const FETCHES = 4;
/** Milliseconds after which what is kept is used in the place of a file whose contents may have changed. */
const PATIENCE_MILLISECONDS = 3_000;

/** Whether a response is the file, in whose place a host may have sent a page about an error. */
export type CheckFile = (address: string, response: Response) => Promise<boolean>;

/** What is kept together: a file that names others, and those, whose contents never change. */
export interface CachedEdition {
  root: { address: string; response: Response };
  /** Keep the files, most useful ones first. @param keep ends by an error where one cannot be kept */
  keepFiles(keep: (addresses: readonly string[]) => Promise<void>): Promise<void>;
}

/** Thrown when there is no room for a file. */
class Full extends Error {}

/**
 * Files of one cache: a root, whose contents change, and what it names, whose contents do not. A root is replaced when all of the
 * next one's files are there, so that what is kept never is of two builds.
 */
export class CachedFiles {
  readonly #name: string;
  readonly #check: CheckFile;
  /** One after another, because each removes what is not in its edition. */
  #work: Promise<unknown> = Promise.resolve();

  constructor(name: string, check: CheckFile) {
    this.#name = name;
    this.#check = check;
  }

  /** Answer with a file that is kept, else from the network. */
  async keptFirst(request: Request): Promise<Response> {
    return (await matchKept(this.#name, request)) ?? fetch(request);
  }

  /** Answer from the network, and with what is kept where that fails, is slow, or has an error. */
  networkFirst(request: Request): Promise<Response> {
    return networkFirst(request, fetch(request), this.#name);
  }

  /**
   * Keep an edition in the place of the earlier one. What does not fit is left out; when a file cannot be had, the earlier edition
   * stays.
   *
   * @param limit maximum number of bytes
   * @param find returns the edition; `null`: everything stays
   * @returns the bytes that are kept
   */
  replace(limit: number, find: (cache: Cache) => Promise<CachedEdition | null>): Promise<number> {
    const work = this.#work.then(() => this.#replace(limit, find));
    this.#work = work.catch(() => {});
    return work;
  }

  async #replace(limit: number, find: (cache: Cache) => Promise<CachedEdition | null>): Promise<number> {
    const cache = await caches.open(this.#name);
    const edition = await find(cache);
    if (!edition) return 0;
    const { root } = edition;
    // A part of the first edition is better than nothing.
    if (!(await cache.match(root.address))) await cache.put(root.address, root.response.clone());
    const kept = new Set([root.address]);
    let bytes = (await root.response.clone().blob()).size;
    const keepFile = async (address: string): Promise<void> => {
      const known = await cache.match(address);
      const response = known ?? (await fetch(address, { priority: 'low' }));
      const { size } = await response.clone().blob();
      if (!known && !(await this.#check(address, response.clone())))
        throw new Error(`${address} is no such file.`);
      if (bytes + size > limit) throw new Full();
      bytes += size;
      if (!known) await cache.put(address, response).catch(throwFull);
      kept.add(address);
    };
    try {
      await edition.keepFiles((addresses) => inParallel(addresses, keepFile));
    } catch (error) {
      if (!(error instanceof Full)) throw error;
    }
    await cache.put(root.address, root.response);
    for (const { url } of await cache.keys()) if (!kept.has(url)) await cache.delete(url);
    return bytes;
  }
}

/** Answer from the network, and from a cache where that fails, is slow, or answers that the server has failed. */
export async function networkFirst(
  request: Request,
  network: Promise<Response>,
  cacheName: string,
): Promise<Response> {
  const late = new Promise<null>((resolve) => setTimeout(resolve, PATIENCE_MILLISECONDS, null));
  const first = await Promise.race([network, late]).catch(() => null);
  // A file that is gone has no place any more.
  if (first && first.status < 500) return first;
  return (await matchKept(cacheName, request)) ?? network;
}

async function matchKept(cacheName: string, { url }: Request): Promise<Response | undefined> {
  // A cache that cannot be read is as good as none: the disk failed, or the user forbids it.
  return caches.match(url, { cacheName, ignoreVary: true }).catch(() => undefined);
}

/** Do something with each of a list, some at a time, until one fails. @returns when no more is under way */
async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  // A generator, unlike the iterator of an array, ends for all loops when one of them fails.
  const rest = (function* () {
    yield* items;
  })();
  const workOff = async (): Promise<void> => {
    for (const item of rest) await work(item);
  };
  const ends = await Promise.allSettled(Array.from({ length: FETCHES }, workOff));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

function throwFull(error: unknown): never {
  throw error instanceof DOMException && error.name === 'QuotaExceededError' ? new Full() : error;
}
