import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Create a folder and those above it. In place of `mkdir` with `recursive`, which in Node tries for ever where a file system takes no
 * new folder and says that there is none, as `/proc` does.
 *
 * @param mode permissions of new folders. Default: all that the umask leaves
 * @returns the first folder that was created; `undefined` if all are there
 * @throws Error of the system, with its code
 */
export function createFolder(path: string, mode?: number): string | undefined {
  const folder = resolve(path);
  const make = (): string | undefined => {
    try {
      mkdirSync(folder, mode);
      return folder;
    } catch (error) {
      // The code differs where nothing may be created, or another process was faster.
      if (isFolder(folder)) return undefined;
      throw error;
    }
  };
  try {
    return make();
  } catch (error) {
    const above = dirname(folder);
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error;
    const first = createFolder(above, mode);
    // With the one above, there is no reason for a third attempt.
    return first === undefined ? make() : (make(), first);
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
