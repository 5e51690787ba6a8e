/**
 * Milliseconds that a test waits before it says what it has waited for in vain. Machines may be slow and loaded: nothing
 * but a failure takes that long. The limit of a whole test is longer, so that what is said is this.
 */
export const PATIENCE = 60_000;
/** Milliseconds after which it is looked again in a page without frames, as one in the background is. */
const FRAMELESS = 1000;

/** Waits until this is true, looking again with every change below a node and with every frame: not all is a change. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  node: Node = document,
): Promise<void> {
  const end = performance.now() + PATIENCE;
  let look = (): void => {};
  const observer = new MutationObserver(() => look());
  observer.observe(node, { subtree: true, childList: true, characterData: true, attributes: true });
  try {
    while (!(await condition())) {
      if (performance.now() > end)
        throw new Error(`Waited in vain for ${String(condition)} (${describePage()})`);
      await new Promise<unknown>((resolve) => {
        look = () => resolve(null);
        requestAnimationFrame(resolve);
        setTimeout(resolve, FRAMELESS);
      });
    }
  } finally {
    observer.disconnect();
  }
}

/** The next event of this name. */
export function nextEvent<E extends Event>(target: EventTarget, name: string): Promise<E> {
  const heard = new Promise<E>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`Waited in vain for the event ${name} (${describePage()})`)),
      PATIENCE,
    );
    target.addEventListener(
      name,
      (event) => {
        clearTimeout(timer);
        resolve(event as E);
      },
      { once: true },
    );
  });
  // A test may have ended before it waits.
  heard.catch(() => {});
  return heard;
}

/** Why a page may lack frames or focus. */
function describePage(): string {
  return `the page is ${document.visibilityState} and has ${document.hasFocus() ? 'the' : 'no'} focus`;
}
