import { readScrollPosition } from '../../../state/conversation/scroll-position.ts';
import { conversationStorageKey } from '../../../state/archive/thread-content.ts';
import { storageKey } from '../../../state/storage/storage.ts';
import type { AssistantContext } from '../context.ts';
import { CONVERSATION_END, coversPage } from '../panel/keep-open.ts';
import { findMessages, findScrollPosition, scrollToPosition } from './scroll-position.ts';

/**
 * Track the position of the reader in the conversation for the stored state of the panel.
 *
 * @returns a function that restores that state: opens the panel at the stored position, or closes it, without event, focus and
 *   animation
 */
export function createReopener(context: AssistantContext): () => Promise<void> {
  const { host, tab } = context;
  let position = CONVERSATION_END;
  /** Whether the conversation is still being scrolled to the position. */
  let isSettling = false;

  const updatePosition = (): void => {
    const messages = isSettling ? null : findMessages(context);
    if (messages) position = findScrollPosition(messages, context.conversation.turns);
  };
  // Read at each click, because a router that follows a link may have removed the element when the page is left.
  host.frame.addEventListener('click', updatePosition);
  tab.findPosition = () => {
    if (host.isConnected) updatePosition();
    return position;
  };

  return async () => {
    // Storage events do not reach a page in the back/forward cache.
    context.storage.handleStorageEvent({
      key: conversationStorageKey(context.site, context.conversation.id),
    });
    if (coversPage(context)) return;
    const before = tab.storage.read(storageKey(context.site, 'open'), readScrollPosition);
    if (before === null) host.open = false;
    if (before === null || host.open) return;
    position = before;
    isSettling = true;
    context.placement.withoutPush = true;
    host.open = true;
    await host.updateComplete;
    for (const animation of host.frame.querySelector('.panel')?.getAnimations() ?? []) animation.finish();
    if (position.turn === null) context.scroll.stickToEnd();
    scrollToPosition(context, position, () => (isSettling = false));
  };
}
