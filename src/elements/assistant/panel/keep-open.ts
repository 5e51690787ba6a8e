import { readReadingPlace, type ReadingPlace } from '../../../state/conversation/reading-place.ts';
import { openStorage, storageKey, type CheckedStorage } from '../../../state/storage/storage.ts';
import { threadKey } from '../../../state/archive/thread-content.ts';
import type { AssistantContext, KeptOpen } from '../context.ts';

/** The end of a conversation. */
export const END: ReadingPlace = { turn: null, block: 0, offset: 0 };

/**
 * Keep, for this tab, that a panel is open and where its reader is, from when the page is left until the next page has
 * its panel: a reader who follows a source goes on at the same answer. A modal panel is not kept, as it would cover the
 * page that the reader has chosen. A panel that was never open on its page changes nothing, because the page may be left
 * before the panel is open again.
 *
 * @param reopen opens the panel as another page has left it
 */
export function keepOpen(context: Omit<AssistantContext, 'kept'>, reopen: () => Promise<void>): KeptOpen {
  const { host } = context;
  // Ends with the tab. Where nothing may be written it ends with the page, which may come back from the back/forward cache.
  const tab = openStorage('memory', () => sessionStorage);
  const keep = (): void => {
    if (!host.hasBeenOpen) return;
    openTab().write(
      storageKey(context.site, 'open'),
      host.open && !coversPage(context) ? kept.findPlace() : null,
    );
  };
  const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (!persisted) return;
    // Storage events do not reach a page in the back/forward cache.
    context.storage.handleStorageEvent({ key: threadKey(context.site, context.conversation.id) });
    if (coversPage(context)) return;
    if (kept.read() === null) host.open = false;
    else void reopen();
  };
  const kept: KeptOpen = {
    findPlace: () => END,
    read: () => openTab().read(storageKey(context.site, 'open'), readReadingPlace),
  };
  host.addController({
    hostConnected() {
      addEventListener('pagehide', keep);
      addEventListener('pageshow', handlePageShow);
    },
    hostDisconnected() {
      removeEventListener('pagehide', keep);
      removeEventListener('pageshow', handlePageShow);
      // An element that is only moved is connected again by then.
      queueMicrotask(() => {
        if (!host.isConnected) keep();
      });
    },
  });
  return kept;

  function openTab(): CheckedStorage {
    tab.switchTo(context.storage.kind === 'memory' ? 'memory' : 'session');
    return tab;
  }
}

/** Whether the panel takes the page's place, for good or for now. */
export function coversPage({ placement }: Pick<AssistantContext, 'placement'>): boolean {
  return placement.mode === 'inline' || placement.isModal;
}
