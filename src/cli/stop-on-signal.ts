import { closeOnSignal } from '../node/serve-handler.ts';

/**
 * Stop a server at the first signal, or with exit code 1 when its first index fails.
 *
 * @param ready rejects when there is no index to answer from
 */
export function stopOnSignal(
  stop: (signal?: 'SIGTERM' | 'SIGINT') => Promise<void>,
  ready: Promise<void> | null,
): void {
  let isStopping = false;
  const stopOnce = async (signal?: 'SIGTERM' | 'SIGINT') => {
    isStopping = true;
    await stop(signal);
  };
  closeOnSignal(stopOnce);
  ready?.catch(() => {
    // Stopping the server rejects an index that is being built.
    if (isStopping) return undefined;
    process.exitCode = 1;
    return stopOnce();
  });
}
