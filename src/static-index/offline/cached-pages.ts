import { CACHE_PREFIX } from './offline-settings.ts';
import { networkFirst } from './cached-files.ts';

/** Maximum number of pages, and files that pages load. */
const MAX_FILES = 300;
/** What is kept of what pages load. */
const KINDS = new Set<RequestDestination>(['style', 'script', 'font', 'image', 'manifest']);

/** Pages as they were visited, and what they load, for when there is no network. */
export class CachedPages {
  readonly #name: string;
  readonly #origin: string;

  /** @param base address of the file of the service worker */
  constructor(base: string) {
    this.#name = `${CACHE_PREFIX}pages of ${base}`;
    this.#origin = new URL(base).origin;
  }

  /** Answer a request for a page, or something that one loads. @param later what has to be done after that */
  answer(request: Request, later: (work: Promise<void>) => void): Promise<Response> | null {
    const isKept = request.mode === 'navigate' || KINDS.has(request.destination);
    if (!isKept || new URL(request.url).origin !== this.#origin) return null;
    const network = fetch(request);
    // Also what comes too late for this answer, else a reader with a slow network would see the same page for ever.
    later(network.then((response) => this.#keep(request, response.clone())).catch(() => {}));
    return networkFirst(request, network, this.#name);
  }

  async #keep({ url }: Request, response: Response): Promise<void> {
    const mayBeKept = !/\b(?:no-store|private)\b/.test(response.headers.get('cache-control') ?? '');
    // A browser refuses a redirected answer in the place of a page.
    if (!response.ok || response.type !== 'basic' || response.redirected || !mayBeKept) return;
    const cache = await caches.open(this.#name);
    await cache.put(url, response);
    // In the order in which they were kept.
    const surplus = (await cache.keys()).slice(0, -MAX_FILES);
    for (const old of surplus) await cache.delete(old);
  }
}
