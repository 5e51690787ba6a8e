import type { ReactiveControllerHost } from 'lit';

/** Pixels from the end that still count as the end: about a line of text. */
const NEAR_END_PIXELS = 24;

/** Pixels at the end in which there is no text: the padding of the logs. */
const END_PADDING_PIXELS = 4;

/** Pixels above the newest entry when it is at the top: the padding of the logs. */
const GAP_PIXELS = 20;

/** Keys that scroll up. */
const UPWARD_KEYS = ['ArrowUp', 'PageUp', 'Home'];

/** The part of a log that stays in place while its content changes. `newest` is the top of its last entry. */
type Anchor = 'end' | 'newest' | 'nothing';

/**
 * Keep the end of a scrolling log in place while it grows, until the reader scrolls up or selects something, and again from
 * when the reader has scrolled back to the end. Or keep the top of its newest entry in place, until the reader does anything.
 *
 * A smaller `scrollTop` alone is no sign of the reader: content that shrinks moves it, too, because blocks out of sight have
 * an estimated height (`content-visibility`). So the reader is known by input, or by a scroll while no size has changed.
 */
export class ScrollFollower {
  readonly #host: ReactiveControllerHost;
  readonly #findNewest: () => Element | null;
  // For sizes that change by themselves: of the panel, of images, of parts that were estimated until they came into view.
  // In the next frame, and nothing is measured before: both bring further such parts into view, and the observer would not
  // settle in this one.
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.stick()));
  #away = false;
  #scroller: HTMLElement | null = null;
  #anchor: Anchor;
  /** Whether a button of the pointer is down: text must not move away below it. */
  #isPointerDown = false;
  /** Whether the scroll bar is being dragged. */
  #isDragging = false;
  /** Vertical position of the finger. */
  #touchY = 0;
  /** Position and size of the log when it was last looked at. */
  #lastTop = 0;
  #lastHeights = '';

  /** @param findNewest returns the newest entry, whose top is then shown at first; default: the end is shown */
  constructor(host: ReactiveControllerHost, findNewest?: () => Element | null) {
    this.#host = host;
    this.#findNewest = findNewest ?? (() => null);
    this.#anchor = findNewest ? 'newest' : 'end';
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
    scroller.addEventListener('keydown', (event) => this.#handleKey(event));
    for (const type of ['touchstart', 'touchmove'] as const)
      scroller.addEventListener(type, (event) => this.#readTouch(event), { passive: true });
    this.#observer.observe(scroller);
    for (const content of scroller.children) this.#observer.observe(content);
    this.resume();
  }

  /** Scroll to the end, and stay there. */
  stickToEnd(): void {
    this.#anchor = 'end';
    this.stick();
  }

  /** Scroll to the top of the newest entry as soon as it is drawn, and stay there. */
  showNewest(): void {
    this.#anchor = 'newest';
  }

  /** Scroll to the anchor. To be called in the task that has changed the content, before it is painted. */
  stick(): void {
    const scroller = this.#scroller;
    // A log that is not rendered has no heights.
    if (scroller === null || scroller.clientHeight === 0 || this.#isPointerDown) return;
    if (this.#anchor === 'end') scroller.scrollTop = scroller.scrollHeight;
    else if (this.#anchor === 'newest') this.#scrollToNewest(scroller);
    this.#remember(scroller);
  }

  /** Keep the current scroll position, whatever is added. */
  keepPosition(): void {
    this.#anchor = 'nothing';
  }

  /** Restore the scroll position after the log was hidden. */
  resume(): void {
    if (this.#anchor === 'nothing') this.#scroller!.scrollTop = this.#lastTop;
    this.stick();
  }

  readonly handleScroll = (): void => {
    const scroller = this.#scroller;
    if (scroller === null || scroller.clientHeight === 0) return;
    const { scrollTop } = scroller;
    const isNear = distanceToEnd(scroller) <= NEAR_END_PIXELS;
    const isReader = this.#isDragging || heightsOf(scroller) === this.#lastHeights;
    const isMoved = Math.abs(scrollTop - this.#lastTop) >= 1;
    if (this.#anchor === 'newest' && isMoved && isReader) this.#anchor = 'nothing';
    if (this.#anchor === 'nothing' && isNear && scrollTop > this.#lastTop) this.#anchor = 'end';
    else if (!isNear && scrollTop < this.#lastTop && isReader) this.#anchor = 'nothing';
    this.#remember(scroller);
  };

  #scrollToNewest(scroller: HTMLElement): void {
    const newest = this.#findNewest();
    if (newest === null) return;
    const distance = newest.getBoundingClientRect().top - scroller.getBoundingClientRect().top - GAP_PIXELS;
    // A smaller distance is a rounding error.
    if (Math.abs(distance) >= 1) scroller.scrollTop += distance;
  }

  #remember(scroller: HTMLElement): void {
    this.#lastTop = scroller.scrollTop;
    this.#lastHeights = heightsOf(scroller);
    const away = this.#anchor !== 'end' && distanceToEnd(scroller) > END_PADDING_PIXELS;
    if (away === this.#away) return;
    this.#away = away;
    this.#host.requestUpdate();
  }

  /** Release the anchor at input of the reader; that to the end only if it scrolls up, and there is room for it. */
  #leave(isUpward: boolean): void {
    if (this.#anchor === 'newest' || (isUpward && this.#scroller!.scrollTop > 0)) this.#anchor = 'nothing';
  }

  #handleKey({ key, shiftKey, metaKey, target, defaultPrevented }: KeyboardEvent): void {
    // At once: while the browser scrolls there smoothly, the end that it had in view moves away.
    const isToEnd = key === 'End' || (metaKey && key === 'ArrowDown');
    const isTyped = defaultPrevented || shiftKey || (target as Element).matches('input, textarea, select');
    if (isToEnd && !isTyped) this.stickToEnd();
    else this.#leave(UPWARD_KEYS.includes(key) || (key === ' ' && shiftKey));
  }

  #readTouch({ type, touches }: TouchEvent): void {
    const y = touches[0]?.clientY ?? 0;
    // A finger that moves down scrolls up.
    this.#leave(type === 'touchmove' && y > this.#touchY);
    this.#touchY = y;
  }

  #hold({ target }: Event): void {
    this.#leave(false);
    if (target === this.#scroller) return this.#drag();
    this.#isPointerDown = true;
    const press = new AbortController();
    const release = (): void => {
      press.abort();
      this.#isPointerDown = false;
      const root = this.#scroller?.getRootNode() as
        (ShadowRoot & { getSelection?(): Selection | null }) | undefined;
      const selection = root?.getSelection?.() ?? document.getSelection();
      if (selection?.type === 'Range') this.#anchor = 'nothing';
      else this.stick();
    };
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, release, { signal: press.signal });
  }

  /**
   * Attribute scrolls to the reader until the scroll bar is released. Not every browser sends an event for that, but the
   * pointer then moves with no button pressed.
   */
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
}

function distanceToEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): number {
  return scrollHeight - clientHeight - scrollTop;
}

function heightsOf({ scrollHeight, clientHeight }: HTMLElement): string {
  return `${scrollHeight} ${clientHeight}`;
}
