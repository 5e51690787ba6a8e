import type { ReactiveControllerHost } from 'lit';

/** How far from the end still counts as being at the end: about a line of text. */
const NEAR_END_PIXELS = 24;

/** Keeps a scrolling log at its end while it grows, until the reader scrolls up, and again from when the end is back in sight. */
export class ScrollFollower {
  /** Whether the newest message is out of sight. */
  away = false;

  readonly #host: ReactiveControllerHost;
  // In the next frame: scrolling brings things into sight whose size was estimated, which the observer must not wait for.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#stay()));
  #scroller: HTMLElement | null = null;
  #following = true;
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
    this.#observer.observe(scroller);
    for (const content of scroller.children) this.#observer.observe(content);
  }

  /** Goes to the end, and stays there. */
  follow(): void {
    this.#following = true;
    this.#setAway(false);
    this.#stay();
  }

  readonly handleScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    const nearEnd = scroller.scrollHeight - scroller.clientHeight - scrollTop <= NEAR_END_PIXELS;
    if (nearEnd) this.#following = true;
    else if (scrollTop < this.#lastTop) this.#following = false;
    this.#lastTop = scrollTop;
    this.#setAway(!nearEnd && !this.#following);
  };

  #stay(): void {
    if (this.#scroller && this.#following) this.#scroller.scrollTop = this.#scroller.scrollHeight;
  }

  #setAway(away: boolean): void {
    if (away === this.away) return;
    this.away = away;
    this.#host.requestUpdate();
  }
}
