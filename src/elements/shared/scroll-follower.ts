import type { ReactiveControllerHost } from 'lit';

/** Pixels from the end that still count as the end: about a line of text. */
const NEAR_END_PIXELS = 24;

/**
 * Keeps a scrolling log at its end while it grows, until the reader scrolls up or selects something, and again from when the
 * end is back in sight.
 */
export interface ScrollFollower {
  /** Whether the newest message is out of sight. */
  readonly away: boolean;
  /** Watch a log and its content, instead of those before. */
  watch(scroller: HTMLElement | null): void;
  /** Scroll to the end, and stay there. */
  follow(): void;
  /** Scroll to the end, unless the reader has left it. Called in the task that has changed the content. */
  stick(): void;
  /** Stay where the reader is. */
  rest(): void;
  handleScroll(): void;
}

export function createScrollFollower(host: ReactiveControllerHost): ScrollFollower {
  // For sizes that change by themselves: of the panel, of images, of parts that were estimated until they came into view.
  // In the next frame, because scrolling brings further such parts into view, and the observer would not settle.
  const observer = new ResizeObserver(() => {
    if (scroller !== null && !isAtEnd(scroller)) requestAnimationFrame(stick);
  });
  let away = false;
  let scroller: HTMLElement | null = null;
  let isFollowing = true;
  /** Whether a button of the pointer is down: text must not move away below it. */
  let isHeld = false;
  let lastTop = 0;

  return {
    get away() {
      return away;
    },
    watch(next) {
      if (next === scroller) return;
      observer.disconnect();
      scroller = next;
      if (scroller === null) return;
      scroller.addEventListener('pointerdown', hold);
      observer.observe(scroller);
      for (const content of scroller.children) observer.observe(content);
    },
    follow() {
      isFollowing = true;
      lastTop = 0;
      setAway(false);
      stick();
    },
    stick,
    rest() {
      isFollowing = false;
    },
    handleScroll() {
      if (scroller === null) return;
      const { scrollTop } = scroller;
      const nearEnd = isNearEnd(scroller);
      if (nearEnd) isFollowing = true;
      else if (scrollTop < lastTop) isFollowing = false;
      lastTop = scrollTop;
      setAway(!nearEnd && !isFollowing);
    },
  };

  function hold({ target }: Event): void {
    // A press on the scroll bar: not every browser tells of its end.
    if (target === scroller) return;
    isHeld = true;
    const left = new AbortController();
    const release = (): void => {
      left.abort();
      isHeld = false;
      const root = scroller?.getRootNode() as
        (ShadowRoot & { getSelection?(): Selection | null }) | undefined;
      const selection = root?.getSelection?.() ?? document.getSelection();
      if (selection?.type === 'Range') isFollowing = false;
      else stick();
    };
    for (const type of ['pointerup', 'pointercancel'])
      window.addEventListener(type, release, { signal: left.signal });
  }

  function stick(): void {
    if (scroller === null || !isFollowing || isHeld) return;
    // The reader has just scrolled up; the scroll event is still to come.
    if (scroller.scrollTop < lastTop && !isNearEnd(scroller)) return;
    scroller.scrollTop = scroller.scrollHeight;
    lastTop = scroller.scrollTop;
  }

  function setAway(now: boolean): void {
    if (now === away) return;
    away = now;
    host.requestUpdate();
  }
}

function isAtEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop < 1;
}

function isNearEnd({ scrollHeight, clientHeight, scrollTop }: HTMLElement): boolean {
  return scrollHeight - clientHeight - scrollTop <= NEAR_END_PIXELS;
}
