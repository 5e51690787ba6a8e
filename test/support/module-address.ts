/** Path of a module of the page, from the root of the project. */
export type ModulePath = `/src/${string}.ts`;

/**
 * Return the address that the elements load a module from. Where the bundles are tested, `shipped-bundle-plugin.ts` serves
 * another version of this file, which returns the chunk that contains the module.
 */
export function moduleAddress(path: ModulePath): string {
  return path;
}
