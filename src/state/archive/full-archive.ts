import type { Message } from '../../protocol/api.ts';
import type { Turn } from '../conversation/conversation-snapshot.ts';
import { interruptTurn } from './history.ts';
import { keepThread, readThreadContent, removeOldThreads, removeThread } from './stored-conversations.ts';
import { createMessages } from '../conversation/messages.ts';
import type { CheckedStorage, Site } from '../storage/storage.ts';
import type { ThreadArchive } from './thread-archive.ts';
import { withFeedback, type ThreadContent } from './thread-content.ts';

/** The archive of all conversations that are kept, of earlier visits and of other tabs, within its limits. */
export class FullArchive implements ThreadArchive {
  readonly #storage: CheckedStorage;
  readonly #site: Site;

  constructor(storage: CheckedStorage, site: Site) {
    this.#storage = storage;
    this.#site = site;
  }

  read(id: string): ThreadContent | null {
    return readThreadContent(this.#storage, this.#site, id);
  }

  keep(id: string, content: ThreadContent): void {
    keepThread(this.#storage, this.#site, id, content);
  }

  remove(id: string): void {
    removeThread(this.#storage, this.#site, id);
  }

  removeOlderThan(days: number): void {
    removeOldThreads(this.#storage, this.#site, days);
  }

  createMessages(earlier: readonly Turn[], asked: Turn): Message[] {
    return createMessages(earlier, asked);
  }

  mergeRatings(id: string, turns: readonly Turn[]): readonly Turn[] {
    const kept = new Map(this.read(id)?.turns.map((turn) => [turn.id, turn]));
    return turns.map((turn) => withFeedback(turn, (kept.get(turn.id) ?? turn).feedback ?? null));
  }

  keepIdentity(turns: readonly Turn[], shown: readonly Turn[]): readonly Turn[] {
    const known = new Map(shown.map((turn) => [turn.id, turn]));
    return turns.map((turn) => {
      const before = known.get(turn.id);
      const same = before?.answer.status === turn.answer.status && before.answer.text === turn.answer.text;
      return same ? withFeedback(before, turn.feedback ?? null) : interruptTurn(turn);
    });
  }
}

export function openFullArchive(storage: CheckedStorage, site: Site): ThreadArchive {
  return new FullArchive(storage, site);
}
