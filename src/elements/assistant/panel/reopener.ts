import { readReadingPlace, type ReadingPlace } from '../../../state/conversation/reading-place.ts';
import { conversationStorageKey } from '../../../state/archive/thread-content.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import type { AssistantContext } from '../context.ts';
import { coversPage, END } from './keep-open.ts';

/** Pixels from the end that still count as being there. */
const NEAR_END = 24;
/** Frames until the estimated heights around the restored place are replaced by the real ones. */
const SETTLING_FRAMES = 10;

/**
 * Find the place of a panel's reader for what is kept of it, and open the panel there again.
 *
 * @returns opens or closes the panel as the reader has left it on another page, without an event, focus or animation
 */
export function createReopener(context: AssistantContext): () => Promise<void> {
  const { host, kept } = context;
  let place = END;
  /** Whether the conversation is still being scrolled to the place. */
  let isSettling = false;

  const note = (): void => {
    const messages = isSettling ? null : findMessages(context);
    if (messages) place = findPlace(messages, context.conversation.turns);
  };
  // The place at which a link was followed: once a router has taken the element away, that cannot be found out.
  host.frame.addEventListener('click', note);
  kept.findPlace = () => {
    if (host.isConnected) note();
    return place;
  };

  return async () => {
    // Storage events do not reach a page in the back/forward cache.
    context.storage.handleStorageEvent({
      key: conversationStorageKey(context.site, context.conversation.id),
    });
    if (coversPage(context)) return;
    const before = kept.storage.read(storageKey(context.site, 'open'), readReadingPlace);
    if (before === null) host.open = false;
    if (before === null || host.open) return;
    place = before;
    isSettling = true;
    context.placement.keepsPage = true;
    host.open = true;
    await host.updateComplete;
    for (const animation of host.frame.querySelector('.panel')?.getAnimations() ?? []) animation.finish();
    if (place.turn === null) context.scroll.follow();
    goTo(context, place, () => (isSettling = false));
  };
}

function findMessages({ host }: AssistantContext): Element | null {
  return host.frame.querySelector('.messages');
}

function goTo(
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

function findPlace(messages: Element, turns: AssistantContext['conversation']['turns']): ReadingPlace {
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
