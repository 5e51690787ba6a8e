import { readReadingPlace, type ReadingPlace } from '../../../state/reading-place.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../state/storage.ts';
import type { AssistantContext } from '../context.ts';

/** Pixels from the end that still count as being there. */
const NEAR_END = 24;
/** Frames until the estimated heights around the restored place are replaced by the real ones. */
const SETTLING_FRAMES = 10;

const END: ReadingPlace = { turn: null, block: 0, offset: 0 };

/**
 * Keep, for this tab, that a panel is open and where its reader is, from when the page is left until the next page has
 * its panel: a reader who follows a source goes on at the same answer. A modal panel is not kept, as it would cover the
 * page that the reader has chosen.
 *
 * @returns opens the panel again, without an event, focus or animation
 */
export function createReopener(context: AssistantContext): () => Promise<void> {
  const { host } = context;
  let place = END;

  const note = (): void => {
    const messages = findMessages(context);
    if (messages) place = findPlace(messages, context.conversation.turns);
  };
  const keep = (): void =>
    openTab(context).write(
      storageKey(context.site, 'open'),
      host.open && !coversPage(context) ? place : null,
    );
  const handlePageHide = (): void => {
    note();
    keep();
  };
  // The place at which a link was followed: once a router has taken the element away, that cannot be found out.
  host.frame.addEventListener('click', note);
  host.addController({
    hostConnected: () => addEventListener('pagehide', handlePageHide),
    hostDisconnected() {
      removeEventListener('pagehide', handlePageHide);
      // An element that is only moved is connected again by then.
      queueMicrotask(() => {
        if (!host.isConnected) keep();
      });
    },
  });

  return async () => {
    const kept = openTab(context).read(storageKey(context.site, 'open'), readReadingPlace);
    if (kept === null || host.open || coversPage(context)) return;
    context.placement.keepsPage = true;
    host.open = true;
    await host.updateComplete;
    for (const animation of host.frame.querySelector('.panel')?.getAnimations() ?? []) animation.finish();
    goTo(context, kept);
  };
}

/** Whether the panel takes the page's place, for good or for now. */
function coversPage({ placement }: AssistantContext): boolean {
  return placement.mode === 'inline' || placement.isModal;
}

function findMessages({ host }: AssistantContext): Element | null {
  return host.frame.querySelector('.messages');
}

function goTo(context: AssistantContext, place: ReadingPlace, frames = SETTLING_FRAMES): void {
  const index = context.conversation.turns.findIndex(({ id }) => id === place.turn);
  const messages = findMessages(context);
  const turn = messages?.querySelectorAll<HTMLElement>('.turn')[index];
  const element = turn && blocksOf(turn)[place.block];
  if (!messages || !element) return;
  // Out of sight the turn would have an estimated height, which its blocks do not fit into.
  turn.style.setProperty('content-visibility', 'visible');
  context.scroll.rest();
  messages.scrollTop += distance(messages, element) + place.offset;
  // Blocks that come into sight have had an estimated height, too.
  if (frames > 0) requestAnimationFrame(() => goTo(context, place, frames - 1));
  else turn.style.removeProperty('content-visibility');
}

/** Storage that ends with the tab; none where nothing may be written. */
function openTab({ storage }: AssistantContext): CheckedStorage {
  return openStorage(storage.kind === 'memory' ? 'memory' : 'session', () => sessionStorage);
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
