/** Maximum length of an end of an event: two line ends of two bytes. */
const TAIL_BYTES = 4;
const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Tracks whether an event stream is between two events. */
export interface EventBoundary {
  readonly isHere: boolean;
  update(bytes: Uint8Array): void;
}

/** Create the tracker. A stream begins between events. A line ends with CR, LF or both, an event with an empty line. */
export function createEventBoundary(): EventBoundary {
  let tail: number[] = [LINE_FEED, LINE_FEED];
  return {
    get isHere() {
      let end = tail.length;
      for (let line = 0; line < 2; line++) {
        const last = tail[end - 1];
        if (last !== LINE_FEED && last !== CARRIAGE_RETURN) return false;
        end -= last === LINE_FEED && tail[end - 2] === CARRIAGE_RETURN ? 2 : 1;
      }
      return true;
    },
    update(bytes) {
      tail = [...tail, ...bytes.subarray(-TAIL_BYTES)].slice(-TAIL_BYTES);
    },
  };
}
