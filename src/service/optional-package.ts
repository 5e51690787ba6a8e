/**
 * Loads a package that only the service needs and that a site author therefore does not get with `docs-assistant`.
 *
 * @param purpose What cannot be done without it, for the error: `Reading Markdown`.
 * @param packages Everything to install for it.
 * @throws Error that names the packages to install when one of them is missing.
 */
export async function loadOptional<Module>(
  purpose: string,
  packages: readonly string[],
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new Error(`${purpose} needs more packages: npm install ${packages.join(' ')}`, { cause: error });
  }
}
