/**
 * Keeps a sheet above an on-screen keyboard, which covers the window without resizing it.
 *
 * @returns what ends it
 */
export function followKeyboard({ style }: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const left = new AbortController();
  const follow = (): void => {
    const covered = Math.max(0, window.innerHeight - viewport.height - viewport.offsetTop);
    style.setProperty('--_covered-height', `${Math.round(covered)}px`);
  };
  for (const type of ['resize', 'scroll']) viewport.addEventListener(type, follow, { signal: left.signal });
  follow();
  return () => left.abort();
}
