import type { ScrollPosition } from '../../../state/conversation/scroll-position.ts';
import type { AssistantContext } from '../context.ts';
import { CONVERSATION_END } from '../panel/keep-open.ts';

/** Pixels from the end that still count as the end. */
const NEAR_END = 24;
/** Frames in which the estimated heights (`content-visibility`) around the position are replaced by the real ones. */
const SETTLING_FRAMES = 10;

/** Return the scrolling log; `null` while the list of conversations is shown instead. */
export function findMessages({ host }: AssistantContext): Element | null {
  return host.frame.querySelector('.messages');
}

/** Scroll to a position, and again in the next frames, while estimated heights are replaced by real ones. */
export function scrollToPosition(
  context: AssistantContext,
  position: ScrollPosition,
  handleSettled: () => void,
  frames = SETTLING_FRAMES,
): void {
  const index = context.conversation.turns.findIndex(({ id }) => id === position.turn);
  const messages = findMessages(context);
  const turn = messages?.querySelectorAll<HTMLElement>('.turn')[index];
  const element = turn && blocksOf(turn)[position.block];
  if (!messages || !element) return handleSettled();
  // Out of sight, the turn has an estimated height, which does not match that of its blocks.
  turn.style.setProperty('content-visibility', 'visible');
  context.scroll.keepPosition();
  messages.scrollTop += distance(messages, element) + position.offset;
  // Other turns that come into sight have had an estimated height, too.
  if (frames > 0) {
    requestAnimationFrame(() => scrollToPosition(context, position, handleSettled, frames - 1));
    return;
  }
  turn.style.removeProperty('content-visibility');
  handleSettled();
}

/** Return the position of the reader: the part of a turn at the top of the view. */
export function findScrollPosition(
  messages: Element,
  turns: AssistantContext['conversation']['turns'],
): ScrollPosition {
  const { scrollTop, scrollHeight, clientHeight } = messages;
  if (scrollHeight - clientHeight - scrollTop <= NEAR_END) return CONVERSATION_END;
  const top = messages.getBoundingClientRect().top;
  const findFirst = (elements: readonly Element[]): number =>
    elements.findIndex((element) => element.getBoundingClientRect().bottom > top);
  const elements = [...messages.querySelectorAll('.turn')];
  const index = findFirst(elements);
  const turn = turns[index];
  if (!turn) return CONVERSATION_END;
  const blocks = blocksOf(elements[index]!);
  const block = findFirst(blocks);
  if (block < 0) return CONVERSATION_END;
  return { turn: turn.id, block, offset: -distance(messages, blocks[block]!) };
}

/** Return the elements of a turn that a position can refer to: those that are the same on every page. */
function blocksOf(turn: Element): Element[] {
  return [...turn.querySelectorAll('.question, .answer > .prose > *, .sources, .actions')];
}

function distance(messages: Element, block: Element): number {
  return Math.round(block.getBoundingClientRect().top - messages.getBoundingClientRect().top);
}
