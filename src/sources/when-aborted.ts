/** Reject with the reason of a signal when it is aborted: a function of the page may not look at its signal. */
export function whenAborted(signal: AbortSignal): Promise<never> {
  const aborted = new Promise<never>((_, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  );
  // Also where nothing waits for it any more.
  aborted.catch(() => {});
  return aborted;
}
