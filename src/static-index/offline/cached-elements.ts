import { CACHE_PREFIX } from './offline-settings.ts';
import { CachedFiles, type CachedEdition } from './cached-files.ts';

/** What a script of ours loads: beside it, with a hash at the end of its name. */
const PIECES = /["'`]\.\/([\w.-]+-[\w-]{7}\.js)["'`]/g;
/** The same as the rest of an address. */
const PIECE = /^[\w.-]+-[\w-]{7}\.js$/;
/** Maximum number of files. The script with both elements has some 150. */
const MAX_PIECES = 1_000;

/** The script of the elements for offline use, with all that it may load. */
export class CachedElements {
  readonly #script: string;
  readonly #folder: string;
  readonly #files: CachedFiles;

  /** @param script its address */
  constructor(script: string) {
    this.#script = script;
    this.#folder = new URL('.', script).href;
    this.#files = new CachedFiles(CACHE_PREFIX + script, isScript);
  }

  /** Answer a request for one of the files. */
  answer(request: Request): Promise<Response> | null {
    const { url } = request;
    if (url === this.#script) return this.#files.networkFirst(request);
    return url.startsWith(this.#folder) && PIECE.test(url.slice(this.#folder.length))
      ? this.#files.keptFirst(request)
      : null;
  }

  /** Keep the files of the script as it is now. @returns the bytes that are kept */
  keep(limit: number): Promise<number> {
    return this.#files.replace(limit, (cache) => this.#findEdition(cache));
  }

  async #findEdition(cache: Cache): Promise<CachedEdition | null> {
    const response = await fetch(this.#script, { cache: 'no-cache' });
    if (!(await isScript(this.#script, response))) return null;
    return {
      root: { address: this.#script, response },
      keepFiles: async (keep) => {
        const seen = new Set<string>();
        let next = [response.clone()];
        while (next.length > 0) {
          const texts = await Promise.all(next.map((script) => script.text()));
          const chunks = texts.flatMap((text) =>
            Array.from(text.matchAll(PIECES), ([, name]) => this.#folder + name),
          );
          const found = [...new Set(chunks)].filter((chunk) => !seen.has(chunk));
          for (const chunk of found) seen.add(chunk);
          if (seen.size > MAX_PIECES) throw new Error(`${this.#script} loads too many files.`);
          await keep(found);
          next = await Promise.all(found.map(async (chunk) => (await cache.match(chunk))!));
        }
      },
    };
  }
}

async function isScript(_address: string, { ok, headers }: Response): Promise<boolean> {
  return ok && /\bjavascript\b/.test(headers.get('content-type') ?? '');
}
