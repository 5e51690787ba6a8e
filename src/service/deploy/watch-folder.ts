import { relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';

/** Debounce time in milliseconds: editors write a file in several steps. */
const QUIET_MILLISECONDS = 300;
/** Milliseconds after which changes are reported even if they go on. */
const MAX_WAIT_MILLISECONDS = 3_000;
/** Not watched because they are no pages: see `docs/list-docs-files.ts`. */
const NOT_DOCUMENTATION = /(?:^|[/\\])(?:\.|node_modules(?:[/\\]|$))/;

export interface WatchOptions {
  /** Folder whose changes are ignored, because the service itself writes there. */
  except: string;
  onChange: () => void;
  /** Called when something in the folder cannot be watched. */
  onFailure: (error: unknown) => void;
}

/**
 * Call back when something below a folder has changed, once for changes in quick succession.
 *
 * @returns after the folder is watched: the function that ends it
 */
export async function watchFolder(
  folder: string,
  { except, onChange, onFailure }: WatchOptions,
): Promise<() => Promise<void>> {
  // Not Node's own recursive `watch`, which loses files that an editor saves by renaming.
  const root = resolve(folder);
  const own = resolve(except);
  let quiet: NodeJS.Timeout | undefined;
  let longest: NodeJS.Timeout | undefined;
  const stopClocks = () => {
    clearTimeout(quiet);
    clearTimeout(longest);
    longest = undefined;
  };
  const report = () => {
    stopClocks();
    onChange();
  };
  const watcher = watch(root, {
    ignoreInitial: true,
    ignored: (path) =>
      NOT_DOCUMENTATION.test(relative(root, path)) || path === own || path.startsWith(own + sep),
  });
  const { promise: isReady, resolve: resolveReady } = Promise.withResolvers<void>();
  watcher
    .on('all', () => {
      clearTimeout(quiet);
      quiet = setTimeout(report, QUIET_MILLISECONDS);
      longest ??= setTimeout(report, MAX_WAIT_MILLISECONDS);
    })
    .on('error', onFailure)
    .on('ready', resolveReady);
  await isReady;
  return async () => {
    stopClocks();
    await watcher.close();
  };
}
