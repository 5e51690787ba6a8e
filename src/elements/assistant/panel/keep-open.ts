import type { ReadingPlace } from '../../../state/conversation/reading-place.ts';
import { openStorage, storageKey } from '../../../state/storage/storage.ts';
import type { AssistantContext, KeptOpen } from '../context.ts';

/** The end of a conversation. */
export const END: ReadingPlace = { turn: null, block: 0, offset: 0 };

/**
 * Keep, for this tab, that a panel is open and where its reader is, from when the page is left until the next page has
 * its panel: a reader who follows a source goes on at the same answer. A modal panel is not kept, as it would cover the
 * page that the reader has chosen. A panel that was never open on its page changes nothing, because the page may be left
 * before the panel is open again.
 *
 * @param reopen opens or closes the panel as another page has left it
 */
export function keepOpen(context: Omit<AssistantContext, 'kept'>, reopen: () => Promise<void>): KeptOpen {
  const { host } = context;
  // Ends with the tab. Where nothing may be written it ends with the page, which may come back from the back/forward cache.
  const tab = openStorage('memory', () => sessionStorage);
  const keep = (): void => {
    if (!host.hasBeenOpen) return;
    const place = host.open && !coversPage(context) ? kept.findPlace() : null;
    kept.storage.write(storageKey(context.site, 'open'), place);
  };
  const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void reopen();
  };
  const kept: KeptOpen = {
    findPlace: () => END,
    get storage() {
      tab.switchTo(context.storage.kind === 'memory' ? 'memory' : 'session');
      return tab;
    },
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
}

/** Whether the panel takes the page's place, for good or for now. */
export function coversPage({ placement }: Pick<AssistantContext, 'placement'>): boolean {
  return placement.mode === 'inline' || placement.isModal;
}
