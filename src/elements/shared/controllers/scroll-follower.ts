import type { ReactiveControllerHost } from 'lit';

/** Pixels from the end that still count as the end: about a line of text. */
const NEAR_END_PIXELS = 24;

/**
 * Keeps a scrolling log at its end while it grows, until the reader scrolls up or selects something, and again from when the
 * end is back in sight.
 */
export class ScrollFollower {
  readonly #host: ReactiveControllerHost;
  // For sizes that change by themselves: of the panel, of images, of parts that were estimated until they came into view.
  // In the next frame, and nothing is measured before: both bring further such parts into view, and the observer would not
  // settle in this one.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.stick()));
  #away = false;
  #scroller: HTMLElement | null = null;
  #isFollowing = true;
  /** Whether a button of the pointer is down: text must not move away below it. */
  #isHeld = false;
  #lastTop = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Whether the newest message is out of sight. */
  get away(): boolean {
    return this.#away;
  }

  /** Watch a log and its content, instead of those before. */
  watch(scroller: HTMLElement | null): void {
    if (scroller === this.#scroller) return;
    this.#observer.disconnect();
    this.#scroller = scroller;
    if (scroller === null) return;
    scroller.addEventListener('pointerdown', (event) => this.#hold(event));
    this.#observer.observe(scroller);
    for (const content of scroller.children) this.#observer.observe(content);
  }

  /** Scroll to the end, and stay there. */
  follow(): void {
    this.#isFollowing = true;
    this.#lastTop = 0;
    this.#setAway(false);
    this.stick();
  }

  /** Scroll to the end, unless the reader has left it. Called in the task that has changed the content. */
  stick(): void {
    const scroller = this.#scroller;
    if (scroller === null || !this.#isFollowing || this.#isHeld) return;
    // The reader has just scrolled up; the scroll event is still to come.
    if (scroller.scrollTop < this.#lastTop && !isNearEnd(scroller)) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#lastTop = scroller.scrollTop;
  }

  /** Stay where the reader is. */
  rest(): void {
    this.#isFollowing = false;
  }

  readonly handleScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    const nearEnd = isNearEnd(scroller);
    if (nearEnd) this.#isFollowing = true;
    else if (scrollTop < this.#lastTop) this.#isFollowing = false;
    this.#lastTop = scrollTop;
    this.#setAway(!nearEnd && !this.#isFollowing);
  };

  #hold({ target }: Event): void {
    // A press on the scroll bar: not every browser reports its end.
    if (target === this.#scroller) return;
    this.#isHeld = true;
    const press = new AbortController();
    const release = (): void => {
      press.abort();
      this.#isHeld = false;
      const root = this.#scroller?.getRootNode() as
        (ShadowRoot & { getSelection?(): Selection | null }) | undefined;
      const selection = root?.getSelection?.() ?? document.getSelection();
      if (selection?.type === 'Range') this.#isFollowing = false;
      else this.stick();
    };
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, release, { signal: press.signal });
  }

  #setAway(now: boolean): void {
    if (now === this.#away) return;
    this.#away = now;
    this.#host.requestUpdate();
  }
}

function isNearEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop <= NEAR_END_PIXELS;
}
