import type { ReactiveControllerHost } from 'lit';

/** How far from the end still counts as being at the end: about a line of text. */
const NEAR_END_PIXELS = 24;

/**
 * Keeps a scrolling log at its end while it grows, until the reader scrolls up or selects something, and again from when the
 * end is back in sight.
 */
export class ScrollFollower {
  /** Whether the newest message is out of sight. */
  away = false;

  readonly #host: ReactiveControllerHost;
  // In the next frame: scrolling brings things into sight whose size was estimated, which the observer must not wait for.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#stay()));
  #scroller: HTMLElement | null = null;
  #following = true;
  /** Whether a button of the pointer is down: text must not move away below it. */
  #held = false;
  #lastTop = 0;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /** Watches a log and its content, instead of those before. */
  watch(scroller: HTMLElement | null): void {
    if (scroller === this.#scroller) return;
    this.#observer.disconnect();
    this.#scroller = scroller;
    if (scroller === null) return;
    scroller.addEventListener('pointerdown', this.#hold);
    this.#observer.observe(scroller);
    for (const content of scroller.children) this.#observer.observe(content);
  }

  /** Goes to the end, and stays there. */
  follow(): void {
    this.#following = true;
    this.#lastTop = 0;
    this.#setAway(false);
    this.#stay();
  }

  readonly handleScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    const nearEnd = isNearEnd(scroller);
    if (nearEnd) this.#following = true;
    else if (scrollTop < this.#lastTop) this.#following = false;
    this.#lastTop = scrollTop;
    this.#setAway(!nearEnd && !this.#following);
  };

  readonly #hold = ({ target }: Event): void => {
    // A press on the scroll bar: not every browser tells of its end.
    if (target === this.#scroller) return;
    this.#held = true;
    const left = new AbortController();
    const release = (): void => {
      left.abort();
      this.#held = false;
      const root = this.#scroller?.getRootNode() as
        (ShadowRoot & { getSelection?(): Selection | null }) | undefined;
      const selection = root?.getSelection?.() ?? document.getSelection();
      if (selection?.type === 'Range') this.#following = false;
      else this.#stay();
    };
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, release, { signal: left.signal });
  };

  #stay(): void {
    const scroller = this.#scroller;
    if (scroller === null || !this.#following || this.#held) return;
    // The reader has just scrolled up; the event that tells of it is still to come.
    if (scroller.scrollTop < this.#lastTop && !isNearEnd(scroller)) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#lastTop = scroller.scrollTop;
  }

  #setAway(away: boolean): void {
    if (away === this.away) return;
    this.away = away;
    this.#host.requestUpdate();
  }
}

function isNearEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop <= NEAR_END_PIXELS;
}
