import { isRecord } from '../../protocol/record.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { storageKey, type CheckedStorage, type Site, type ValueReader } from '../storage/storage.ts';
import { listOf, textUpTo } from '../storage/stored-values.ts';

/** Maximum number of favourites that are kept. */
export const MAX_FAVOURITES = 20;
/** Maximum length of a path, title or page of a favourite, in UTF-16 units; a longer path is not kept, longer words are cut. */
export const MAX_FAVOURITE_LENGTH = 500;

/** A bookmarked place in the documentation. */
export interface Favourite {
  /** Path of the page as in a search result, with `#` and the anchor of the section. Names the favourite. */
  readonly path: string;
  /** Heading of the section, or title of the page. */
  readonly title: string;
  /** Title of the page, where it is another one than `title`. */
  readonly page?: string;
}

/** Options of a {@link FavouriteList}. */
export interface FavouriteListOptions {
  readonly site: Site;
  readonly storage: CheckedStorage;
}

/** The favourites of a reader on a site, newest first: in every tab, and over reloads. */
export class FavouriteList extends SnapshotStore<readonly Favourite[]> {
  readonly #key: string;
  readonly #storage: CheckedStorage;
  readonly #unsubscribe: () => void;

  constructor({ site, storage }: FavouriteListOptions) {
    super([]);
    this.#key = storageKey(site, 'favourites');
    this.#storage = storage;
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => {
      if (key === null || key === this.#key) this.#restore();
    });
  }

  has(path: string): boolean {
    return this.snapshot.some((favourite) => favourite.path === path);
  }

  /** Put a place first; beyond {@link MAX_FAVOURITES} the oldest is dropped. A place that is in the list moves up. */
  add(favourite: Favourite): void {
    const kept = readFavourite(favourite);
    if (kept === null) return;
    const others = this.snapshot.filter(({ path }) => path !== kept.path);
    this.#keep([kept, ...others].slice(0, MAX_FAVOURITES));
  }

  /** Remove a favourite; all of them without a path. */
  remove(path?: string): void {
    this.#keep(path === undefined ? [] : this.snapshot.filter((favourite) => favourite.path !== path));
  }

  /** Unsubscribe from the storage. */
  close(): void {
    this.#unsubscribe();
  }

  #keep(favourites: readonly Favourite[]): void {
    this.#storage.write(this.#key, favourites.length > 0 ? favourites : null);
    this.replace(favourites);
  }

  #restore(): void {
    this.replace(this.#storage.read(this.#key, readFavourites) ?? []);
  }
}

const readText = textUpTo(MAX_FAVOURITE_LENGTH);

const readFavourite: ValueReader<Favourite> = (value) => {
  if (!isRecord(value)) return null;
  const path = readText(value['path']);
  const [title, page] = [cut(value['title']), cut(value['page'])];
  return path === null || title === null ? null : { path, title, ...(page !== null && { page }) };
};

function readFavourites(value: unknown): Favourite[] {
  const favourites = listOf(readFavourite)(value);
  return [...new Map(favourites.map((favourite) => [favourite.path, favourite])).values()].slice(
    0,
    MAX_FAVOURITES,
  );
}

function cut(value: unknown): string | null {
  return typeof value === 'string' ? readText(value.slice(0, MAX_FAVOURITE_LENGTH)) : null;
}
