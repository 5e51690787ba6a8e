/** Return the address of the page that is shown, as feedback names it: the one that the host gives, or without query and fragment. */
export function readPageAddress(page: string | undefined): string {
  if (page && URL.canParse(page, document.baseURI)) return new URL(page, document.baseURI).href;
  return location.origin + location.pathname;
}

/**
 * Call back when a router may have shown another page: it changes the head, at least the title, after the address.
 *
 * @param signal ends it
 */
export function watchPageAddress(handleChange: () => void, signal: AbortSignal): void {
  const observer = new MutationObserver(handleChange);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  signal.addEventListener('abort', () => observer.disconnect());
  window.addEventListener('popstate', handleChange, { signal });
}
