import { readReadingPlace } from '../../../state/conversation/reading-place.ts';
import { conversationStorageKey } from '../../../state/archive/thread-content.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import type { AssistantContext } from '../context.ts';
import { coversPage, END } from './keep-open.ts';
import { findMessages, findPlace, goTo } from './scroll-place.ts';

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
