import type { ReactiveControllerHost } from 'lit';

/** Pixels from the end that still count as the end: about a line of text. */
const NEAR_END_PIXELS = 24;

/** Keys that scroll up. */
const UPWARD_KEYS = ['ArrowUp', 'PageUp', 'Home'];

/**
 * Keep a scrolling log at its end while it grows, until the reader scrolls up or selects something, and again from when the
 * reader has scrolled back to the end.
 *
 * A smaller `scrollTop` alone is no sign of the reader: content that shrinks moves it, too, because blocks out of sight have
 * an estimated height (`content-visibility`). So the reader is known by input, or by a scroll while no size has changed.
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
  /** Whether the scroll bar is being dragged. */
  #isDragging = false;
  /** Vertical position of the finger. */
  #touchY = 0;
  /** Position and size of the log when it was last looked at. */
  #lastTop = 0;
  #lastHeights = '';

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
    scroller.addEventListener('wheel', ({ deltaY }) => this.#leave(deltaY < 0), { passive: true });
    scroller.addEventListener('keydown', ({ key, shiftKey }) =>
      this.#leave(UPWARD_KEYS.includes(key) || (key === ' ' && shiftKey)),
    );
    for (const type of ['touchstart', 'touchmove'] as const)
      scroller.addEventListener(type, (event) => this.#readTouch(event), { passive: true });
    this.#observer.observe(scroller);
    for (const content of scroller.children) this.#observer.observe(content);
  }

  /** Scroll to the end, and stay there. */
  follow(): void {
    this.#isFollowing = true;
    this.#setAway(false);
    this.stick();
  }

  /** Scroll to the end, unless the reader has left it. Called in the task that has changed the content. */
  stick(): void {
    const scroller = this.#scroller;
    if (scroller === null || !this.#isFollowing || this.#isHeld) return;
    scroller.scrollTop = scroller.scrollHeight;
    this.#remember(scroller);
  }

  /** Stay where the reader is. */
  rest(): void {
    this.#isFollowing = false;
  }

  readonly handleScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null) return;
    const { scrollTop } = scroller;
    const isNear = isNearEnd(scroller);
    const isReader = this.#isDragging || heightsOf(scroller) === this.#lastHeights;
    if (isNear && scrollTop > this.#lastTop) this.#isFollowing = true;
    else if (!isNear && scrollTop < this.#lastTop && isReader) this.#isFollowing = false;
    this.#remember(scroller);
    this.#setAway(!isNear && !this.#isFollowing);
  };

  #remember(scroller: HTMLElement): void {
    this.#lastTop = scroller.scrollTop;
    this.#lastHeights = heightsOf(scroller);
  }

  /** Stop following, where there is something to scroll up to. */
  #leave(isUpward: boolean): void {
    if (isUpward && this.#scroller!.scrollTop > 0) this.#isFollowing = false;
  }

  #readTouch({ type, touches }: TouchEvent): void {
    const y = touches[0]?.clientY ?? 0;
    // A finger that moves down scrolls up.
    this.#leave(type === 'touchmove' && y > this.#touchY);
    this.#touchY = y;
  }

  #hold({ target }: Event): void {
    if (target === this.#scroller) return this.#drag();
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

  /** Take scrolls for the reader's until the scroll bar is released. Not every browser reports that: a free pointer says it. */
  #drag(): void {
    this.#isDragging = true;
    const press = new AbortController();
    const release = ({ type, buttons }: PointerEvent): void => {
      if (type === 'pointermove' && buttons > 0) return;
      press.abort();
      this.#isDragging = false;
    };
    for (const type of ['pointerup', 'pointercancel', 'pointermove'] as const)
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

function heightsOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}
