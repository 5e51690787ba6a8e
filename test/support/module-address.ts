/** Path of a module of the page, or of a library, from the root of the project. */
export type ModulePath = `/src/${string}.ts` | `/node_modules/${string}.js`;

/**
 * Return the address that the elements load a module from. Where the bundles are tested, `shipped-bundle-plugin.ts` serves
 * another version of this file, which returns the chunk that contains the module.
 */
export function moduleAddress(path: ModulePath): string {
  return path;
}
