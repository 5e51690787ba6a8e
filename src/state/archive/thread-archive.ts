import type { Message } from '../../protocol/api.ts';
import type { Turn } from '../conversation/conversation-snapshot.ts';
import type { CheckedStorage, Site } from '../storage/storage.ts';
import type { ThreadContent } from './thread-content.ts';

/** The conversations of a site that are kept on this device. */
export interface ThreadArchive {
  /** Read a conversation; `null` when it is not kept. */
  read(id: string): ThreadContent | null;
  /** Keep a conversation in its current state. Without turns it is removed. */
  keep(id: string, content: ThreadContent): void;
  remove(id: string): void;
  /** Remove the conversations whose last question is older than this. */
  removeOlderThan(days: number): void;
  /** Return the messages to send with a question: itself and the turns before it, the newest that fit. */
  createMessages(earlier: readonly Turn[], asked: Turn): Message[];
  /** Return the turns with the ratings that were kept meanwhile. */
  mergeRatings(id: string, turns: readonly Turn[]): readonly Turn[];
  /** Return turns as they were kept; those that have not changed are the objects that are shown. */
  keepIdentity(turns: readonly Turn[], shown: readonly Turn[]): readonly Turn[];
}

export type OpenArchive = (storage: CheckedStorage, site: Site) => ThreadArchive;
