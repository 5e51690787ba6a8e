import { readReadingPlace } from '../../../state/conversation/reading-place.ts';
import { conversationStorageKey } from '../../../state/archive/thread-content.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import type { AssistantContext } from '../context.ts';
import { CONVERSATION_END, coversPage } from '../panel/keep-open.ts';
import { findMessages, findPlace, scrollToPlace } from './scroll-place.ts';

/**
 * Track the place of the reader in the conversation for the stored state of the panel.
 *
 * @returns a function that restores that state: opens the panel at the stored place, or closes it, without event, focus and
 *   animation
 */
export function createReopener(context: AssistantContext): () => Promise<void> {
  const { host, tab } = context;
  let place = CONVERSATION_END;
  /** Whether the conversation is still being scrolled to the place. */
  let isSettling = false;

  const updatePlace = (): void => {
    const messages = isSettling ? null : findMessages(context);
    if (messages) place = findPlace(messages, context.conversation.turns);
  };
  // Read at each click, because a router that follows a link may have removed the element when the page is left.
  host.frame.addEventListener('click', updatePlace);
  tab.findPlace = () => {
    if (host.isConnected) updatePlace();
    return place;
  };

  return async () => {
    // Storage events do not reach a page in the back/forward cache.
    context.storage.handleStorageEvent({
      key: conversationStorageKey(context.site, context.conversation.id),
    });
    if (coversPage(context)) return;
    const before = tab.storage.read(storageKey(context.site, 'open'), readReadingPlace);
    if (before === null) host.open = false;
    if (before === null || host.open) return;
    place = before;
    isSettling = true;
    context.placement.withoutPush = true;
    host.open = true;
    await host.updateComplete;
    for (const animation of host.frame.querySelector('.panel')?.getAnimations() ?? []) animation.finish();
    if (place.turn === null) context.scroll.stickToEnd();
    scrollToPlace(context, place, () => (isSettling = false));
  };
}
