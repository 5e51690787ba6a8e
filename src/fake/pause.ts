import { setTimeout as wait } from 'node:timers/promises';

/**
 * Wait.
 *
 * @param milliseconds `null`: until the visitor leaves
 * @throws the reason of `signal` once the visitor has left
 */
export async function pause(milliseconds: number | null, signal: AbortSignal): Promise<void> {
  if (milliseconds === null) {
    const { promise, reject } = Promise.withResolvers<never>();
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
    signal.throwIfAborted();
    await promise;
  } else if (milliseconds > 0) await wait(milliseconds, undefined, { signal });
}
