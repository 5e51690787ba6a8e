import type { ScrollPosition } from '../../../state/conversation/scroll-position.ts';
import { openStorage, storageKey } from '../../../state/storage/storage.ts';
import type { AssistantContext, TabState } from '../context.ts';

/** Position of a reader at the end of a conversation. */
export const CONVERSATION_END: ScrollPosition = { turn: null, block: 0, offset: 0 };

/**
 * Store, for this tab, whether the panel is open and where its reader is, whenever the page is left. So a reader who follows
 * a link to a source continues at the same answer. A modal panel counts as closed, because it would cover that source. If
 * the panel was never open on this page, the stored state stays, because the page may be left before the panel is reopened.
 * The text so far of an answer under way is stored, too.
 *
 * @param reopen restores the stored state, for a page from the back/forward cache
 */
export function keepOpen(context: Omit<AssistantContext, 'tab'>, reopen: () => Promise<void>): TabState {
  const { host } = context;
  // Session storage ends with the tab. Memory, if nothing may be written, is enough for the back/forward cache.
  const tabStorage = openStorage('memory', () => sessionStorage);
  const keep = (): void => {
    context.store.save();
    if (!host.hasBeenOpen) return;
    const position = host.open && !coversPage(context) ? state.findPosition() : null;
    state.storage.write(storageKey(context.site, 'open'), position);
  };
  const handlePageShow = ({ persisted }: PageTransitionEvent): void => {
    if (persisted) void reopen();
  };
  const state: TabState = {
    findPosition: () => CONVERSATION_END,
    get storage() {
      tabStorage.switchTo(context.storage.kind === 'memory' ? 'memory' : 'session');
      return tabStorage;
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
      // An element that was only moved is connected again before this microtask.
      queueMicrotask(() => {
        if (!host.isConnected) keep();
      });
    },
  });
  return state;
}

/**
 * Whether the panel covers the page or is a part of its content: its state is not restored on other pages then. Not one that is modal
 * only because something of this page is.
 */
export function coversPage({ placement: { mode } }: Pick<AssistantContext, 'placement'>): boolean {
  return mode !== 'floating' && mode !== 'sidebar';
}
