/**
 * Keep a sheet above the on-screen keyboard, which covers the window without resizing it.
 *
 * @returns a function that stops it
 */
export function followKeyboard({ style }: HTMLElement): () => void {
  const viewport = window.visualViewport;
  if (!viewport) return () => {};
  const subscription = new AbortController();
  const measure = (): void => {
    // Times its scale: zooming with two fingers shows a part of the window, and covers none.
    const covered = Math.max(0, window.innerHeight - viewport.height * viewport.scale - viewport.offsetTop);
    style.setProperty('--_covered-height', `${Math.round(covered)}px`);
  };
  for (const type of ['resize', 'scroll'])
    viewport.addEventListener(type, measure, { signal: subscription.signal });
  measure();
  return () => subscription.abort();
}
