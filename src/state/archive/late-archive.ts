import { loadTwice, type LazyModule } from '../../protocol/lazy.ts';
import { FirstVisitArchive } from './first-visit-archive.ts';
import type { CheckedStorage, Site } from '../storage/storage.ts';
import type { OpenArchive, ThreadArchive } from './thread-archive.ts';

/** The archive of a conversation: that of a first visit, until the full one is needed and loaded. */
export class LateArchive {
  readonly #full: LazyModule<OpenArchive>;
  readonly #storage: CheckedStorage;
  readonly #site: Site;
  #current: ThreadArchive;
  #isFull = false;
  #loading: Promise<void> | null = null;

  constructor(full: LazyModule<OpenArchive>, storage: CheckedStorage, site: Site) {
    this.#full = full;
    this.#storage = storage;
    this.#site = site;
    this.#current = new FirstVisitArchive(storage, site);
    this.#upgrade();
  }

  get current(): ThreadArchive {
    return this.#current;
  }

  /** Resolved once all actions that wait for the full archive have run; `null` when none does. */
  get loading(): Promise<void> | null {
    return this.#loading;
  }

  /** Load the full archive. */
  load(): void {
    this.whenFull(() => {});
  }

  /** Act on all that is kept: at once if the full archive is loaded; with the current one if it cannot be loaded. */
  whenFull(act: (archive: ThreadArchive) => void): void {
    if (this.#isFull) return act(this.#current);
    const loading = loadTwice(this.#full).then(() => {
      this.#upgrade();
      if (this.#loading === loading) this.#loading = null;
      act(this.#current);
    });
    this.#loading = loading;
  }

  #upgrade(): void {
    const open = this.#full.value;
    if (this.#isFull || open === undefined) return;
    this.#current = open(this.#storage, this.#site);
    this.#isFull = true;
  }
}
