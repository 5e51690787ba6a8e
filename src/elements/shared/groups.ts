import { lazy, type Lazy } from '../../protocol/lazy.ts';

/** Code that is loaded at its first use, as a whole, and what it creates. */
export interface Group<T> extends Lazy<T> {
  /** Load it for a use. Never rejects: a failure is said, and `undefined` returned. The next use tries again. */
  load(): Promise<T | undefined>;
  /** Load it before a use. A failure is not said, because the reader has not asked for anything. */
  preload(): Promise<T | undefined>;
  /** Return it for a drawing; if it is not there, load it, but not again after a failure that was said: drawings are frequent. */
  draw(): T | undefined;
}

/**
 * The groups of an element, under one policy: a group is loaded at its first use; a failure is said, with a button that tries again;
 * so does every later use. What was drawn without the group is drawn again with it, so that a slow network only delays it.
 */
export class Groups {
  /** What failed, and how it is tried again. */
  readonly #missing = new Map<Lazy<unknown>, (isQuiet: boolean) => unknown>();
  readonly #onChange: (hasFailed: boolean) => void;

  /** @param onChange called after each attempt, to draw again; `hasFailed` when a failure is to be said */
  constructor(onChange: (hasFailed: boolean) => void) {
    this.#onChange = onChange;
  }

  /** Whether the last attempt to load something that was used has failed. */
  get areMissing(): boolean {
    return this.#missing.size > 0;
  }

  /** Load what is missing. @param isQuiet whether a failure is not said again, because the reader has not asked for this attempt */
  retry(isQuiet = false): void {
    for (const load of this.#missing.values()) load(isQuiet);
  }

  /** Say whether something was loaded that all elements of a page share, after each attempt. */
  report(loader: Lazy<unknown>): void {
    const load = (isQuiet: boolean): Promise<unknown> =>
      loader.load().then(() => (isQuiet && loader.failed) || this.report(loader));
    if (loader.failed) this.#missing.set(loader, load);
    else this.#missing.delete(loader);
    this.#onChange(loader.failed);
  }

  create<T>(start: () => Promise<T>): Group<T> {
    let isUsed = false;
    const loader = lazy(start, {
      onChange: () => {
        const hasFailed = loader.failed && isUsed;
        isUsed = false;
        if (hasFailed) this.#missing.set(loader, (isQuiet) => (isQuiet ? preload() : load()));
        else if (!loader.failed) this.#missing.delete(loader);
        this.#onChange(hasFailed);
      },
    });
    const { load: preload } = loader;
    const load = (): Promise<T | undefined> => {
      isUsed = true;
      return preload();
    };
    const draw = (): T | undefined => {
      if (!loader.value && !this.#missing.has(loader)) void load();
      return loader.value;
    };
    return Object.assign(loader, { load, preload, draw });
  }
}
