import type { LazyModule } from './lazy.ts';

/**
 * Load a module without which the result would be another one: a failed attempt is followed by a second one at once.
 *
 * @returns `undefined` after two failures
 */
export async function loadTwice<T>(module: LazyModule<T>): Promise<T | undefined> {
  return (await module.load()) ?? module.load();
}
