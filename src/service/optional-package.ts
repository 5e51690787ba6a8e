import { existsSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Codes of the error about a missing package: from `import`, and from `require` inside a package. */
const NOT_FOUND: ReadonlySet<unknown> = new Set(['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']);

/**
 * Load an optional package: one that few users need and that is not installed with `docs-assistant`.
 *
 * @param purpose the feature that needs it, for the error: `Reading Markdown`
 * @param packages everything to install for it
 * @throws Error with the command to run when a package is missing
 */
export async function loadOptional<Module>(
  purpose: string,
  packages: readonly string[],
  load: () => Promise<Module>,
): Promise<Module> {
  try {
    return await load();
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || !NOT_FOUND.has(error.code)) throw error;
    throw missingPackages([purpose], packages, error);
  }
}

/** Return whether an optional package can be loaded. */
export function isInstalled(name: string): boolean {
  try {
    import.meta.resolve(name);
    return true;
  } catch {
    return false;
  }
}

/** Return the error about packages that are not installed. */
export function missingPackages(
  purposes: readonly string[],
  packages: readonly string[],
  cause?: unknown,
): Error {
  const needs = purposes.length === 1 ? 'needs' : 'need';
  return new Error(`${purposes.join(', ')} ${needs} more packages: ${installCommand(packages)}`, { cause });
}

/**
 * Return the command that makes packages available to this copy of `docs-assistant`. It depends on how the program was started:
 * npx runs from a folder of its own, where an installation in the current folder has no effect.
 *
 * @param module path of a file of this package. Default: this one
 * @param args arguments of the program, for commands that start it again
 */
export function installCommand(
  packages: readonly string[],
  module: string = fileURLToPath(import.meta.url),
  args: readonly string[] = process.argv.slice(2),
): string {
  const names = packages.join(' ');
  const at = module.lastIndexOf(`${sep}node_modules${sep}docs-assistant${sep}`);
  if (at === -1) return `npm install ${names}`;
  const folder = module.slice(0, at);
  if (folder.split(sep).at(-2) === '_npx') {
    const options = ['docs-assistant', ...packages].map((name) => `-p ${name}`).join(' ');
    return ['npx', options, 'docs-assistant', ...args.map(quote)].join(' ');
  }
  if (!existsSync(join(folder, 'package.json'))) return `npm install --global ${names}`;
  return `npm install ${names}`;
}

function quote(argument: string): string {
  return /^[\w@%+=:,./-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", `'\\''`)}'`;
}
