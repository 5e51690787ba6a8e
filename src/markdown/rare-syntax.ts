import type * as RareSyntax from './rare-syntax-parts.ts';

/**
 * Tables, tasks, images, raw HTML, the names of characters, and addresses without marks around them: what most texts have no
 * use for. Whoever shows texts loads it for the first one that has; until then what it would read stays text.
 *
 * `undefined` until it is loaded, `null` where it cannot be.
 */
let syntax: typeof RareSyntax | null | undefined;
let isWanted = false;
let loading: Promise<void> | undefined;

/** Gives whoever has come upon such syntax what reads it, if it is there. */
export function wantRareSyntax(): typeof RareSyntax | null {
  isWanted = true;
  return syntax ?? null;
}

/** Whether some text was read without what it needs and {@link loadRareSyntax} may bring. It has to be read anew then. */
export function lacksRareSyntax(): boolean {
  return isWanted && syntax === undefined;
}

/**
 * Loads it, once. Never rejects: where it is out of reach, what it would read stays text.
 *
 * @param load imports it, perhaps together with what draws it
 */
export function loadRareSyntax(load: () => Promise<typeof RareSyntax>): Promise<void> {
  loading ??= load()
    .catch(() => null)
    .then((parts) => {
      syntax = parts;
    });
  return loading;
}
