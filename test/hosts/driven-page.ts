import { setTimeout as wait } from 'node:timers/promises';
import { PATIENCE } from '../support/until.ts';

/** A page in any browser, with what the steps of a reader need. */
export interface DrivenPage extends AsyncDisposable {
  /** Errors and what the elements say in the console, uncaught errors, and answers with a failure; `null` where the driver reports none. */
  readonly problems: string[] | null;
  /** Run a function in the page; what it returns is `undefined` or JSON. */
  evaluate<T>(script: () => T | Promise<T>): Promise<T>;
  /** Click an element in the shadow tree of another, once it is there. */
  click(host: string, selector: string): Promise<void>;
  /** Type into an empty field in a shadow tree, once it is there. */
  type(host: string, selector: string, text: string): Promise<void>;
  /** Press the Enter key where the focus is. */
  pressEnter(): Promise<void>;
  /** Let the page's origin keep so many bytes and no more; `null` where the driver cannot. */
  limitStorage: ((bytes: number) => Promise<void>) | null;
}

/** Milliseconds between two looks at a page. */
const LOOK_MILLISECONDS = 100;

/**
 * Looks until there is something. A page that is being left answers nothing.
 *
 * @param patience in milliseconds
 */
export async function waitFor<T>(read: () => Promise<T | undefined>, patience = PATIENCE): Promise<T> {
  const end = performance.now() + patience;
  for (;;) {
    const value = await read().catch((error: unknown) => {
      if (performance.now() > end) throw error;
    });
    if (value !== undefined) return value;
    if (performance.now() > end) throw new Error(`Waited in vain for ${String(read)}`);
    await wait(LOOK_MILLISECONDS);
  }
}
