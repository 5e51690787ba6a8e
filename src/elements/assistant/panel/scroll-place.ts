import type { ReadingPlace } from '../../../state/conversation/reading-place.ts';
import type { AssistantContext } from '../context.ts';
import { END } from './keep-open.ts';

/** Pixels from the end that still count as being there. */
const NEAR_END = 24;
/** Frames until the estimated heights around the restored place are replaced by the real ones. */
const SETTLING_FRAMES = 10;

/** Return the scrolling log, which is not drawn while the list of conversations is. */
export function findMessages({ host }: AssistantContext): Element | null {
  return host.frame.querySelector('.messages');
}

/** Scroll to a place, and again in the next frames while sizes settle. */
export function goTo(
  context: AssistantContext,
  place: ReadingPlace,
  handleSettled: () => void,
  frames = SETTLING_FRAMES,
): void {
  const index = context.conversation.turns.findIndex(({ id }) => id === place.turn);
  const messages = findMessages(context);
  const turn = messages?.querySelectorAll<HTMLElement>('.turn')[index];
  const element = turn && blocksOf(turn)[place.block];
  if (!messages || !element) return handleSettled();
  // Out of sight the turn would have an estimated height, which its blocks do not fit into.
  turn.style.setProperty('content-visibility', 'visible');
  context.scroll.rest();
  messages.scrollTop += distance(messages, element) + place.offset;
  // Blocks that come into sight have had an estimated height, too.
  if (frames > 0) {
    requestAnimationFrame(() => goTo(context, place, handleSettled, frames - 1));
    return;
  }
  turn.style.removeProperty('content-visibility');
  handleSettled();
}

/** Return the place of the reader: the part of a turn at the top of the view. */
export function findPlace(messages: Element, turns: AssistantContext['conversation']['turns']): ReadingPlace {
  const { scrollTop, scrollHeight, clientHeight } = messages;
  if (scrollHeight - clientHeight - scrollTop <= NEAR_END) return END;
  const top = messages.getBoundingClientRect().top;
  const findFirst = (elements: readonly Element[]): number =>
    elements.findIndex((element) => element.getBoundingClientRect().bottom > top);
  const elements = [...messages.querySelectorAll('.turn')];
  const index = findFirst(elements);
  const turn = turns[index];
  if (!turn) return END;
  const blocks = blocksOf(elements[index]!);
  const block = findFirst(blocks);
  return block < 0 ? END : { turn: turn.id, block, offset: -distance(messages, blocks[block]!) };
}

/** The parts of a turn that are the same on every page. */
function blocksOf(turn: Element): Element[] {
  return [...turn.querySelectorAll('.question, .answer > .prose > *, .sources, .actions')];
}

function distance(messages: Element, block: Element): number {
  return Math.round(block.getBoundingClientRect().top - messages.getBoundingClientRect().top);
}
