import { relative, resolve, sep } from 'node:path';
import { watch } from 'chokidar';

/** Milliseconds of quiet after which changes are told: editors write a file in several steps. */
const QUIET_MILLISECONDS = 300;
/** Milliseconds after which changes are told although there is no quiet. */
const LONGEST_WAIT_MILLISECONDS = 3_000;
/** What is no page is not watched: see `docs/list-docs-files.ts`. */
const NOT_DOCUMENTATION = /(?:^|[/\\])(?:\.|node_modules(?:[/\\]|$))/;

export interface WatchOptions {
  /** A folder that is not documentation, wherever it is: the service writes there itself. */
  except: string;
  onChange: () => void;
  /** Something in the folder cannot be watched. */
  onFailure: (error: unknown) => void;
}

/**
 * Calls back when something below a folder changed, once for changes that come together.
 *
 * @returns once the folder is watched: the function that ends it
 */
export async function watchFolder(
  folder: string,
  { except, onChange, onFailure }: WatchOptions,
): Promise<() => Promise<void>> {
  // Node's own recursive watch loses files that an editor has saved by renaming.
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
  const { promise: isReady, resolve: tellReady } = Promise.withResolvers<void>();
  watcher
    .on('all', () => {
      clearTimeout(quiet);
      quiet = setTimeout(report, QUIET_MILLISECONDS);
      longest ??= setTimeout(report, LONGEST_WAIT_MILLISECONDS);
    })
    .on('error', onFailure)
    .on('ready', tellReady);
  await isReady;
  return async () => {
    stopClocks();
    await watcher.close();
  };
}
