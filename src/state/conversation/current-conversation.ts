import type { LazyModule } from '../../protocol/lazy.ts';
import { LateArchive } from '../archive/late-archive.ts';
import type { OpenArchive } from '../archive/thread-archive.ts';
import {
  DEFAULT_HISTORY_DAYS,
  isSettled,
  EMPTY_CONVERSATION,
  conversationStorageKey,
  withFeedback,
  type Thread,
  type ThreadContent,
} from '../archive/thread-content.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { createUuid, removeFp } from '../storage/identity.ts';
import { RATED_PAGES_KEY } from '../storage/site-key.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { readStoredText, readUuid } from '../storage/stored-values.ts';
import type { ConversationOptions } from './conversation-options.ts';
import {
  EMPTY_SNAPSHOT,
  type AnswerFeedback,
  type ConversationSnapshot,
  type Turn,
} from './conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from './question.ts';

/**
 * The conversation on the screen, and what this device keeps of it. The full archive is loaded only if something is kept;
 * until then the conversation is {@link isRestoring}, and nothing is written. If the archive cannot be loaded, a new
 * conversation begins, and is kept beside the others.
 */
export class CurrentConversation extends SnapshotStore<ConversationSnapshot> {
  readonly archive: LateArchive;
  /** The server's thread; `null` before the first answer. */
  thread: Thread | null = null;
  /** Whether earlier turns still have to be shown. */
  isRestoring = false;
  /** Whether nothing is kept for now, because another tab writes this conversation, or the question may hold secrets. */
  isWriteDeferred = false;
  isClosed = false;
  readonly #site: Site;
  readonly #storage: CheckedStorage;
  readonly #unsubscribe: () => void;
  /** Whether the reader began this conversation; otherwise it is empty because nothing is kept. */
  #isNew = false;

  constructor(
    { site, storage, historyDays = DEFAULT_HISTORY_DAYS }: ConversationOptions,
    archive: LazyModule<OpenArchive>,
  ) {
    super({ ...EMPTY_SNAPSHOT, id: createUuid() });
    this.#site = site;
    this.#storage = storage;
    this.archive = new LateArchive(archive, storage, site);
    if (storage.has(storageKey(site, 'history')))
      this.archive.whenFull((full) => full.removeOlderThan(historyDays));
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => this.#handleStorage(key));
  }

  /** Key of what is kept of the conversation. */
  get storageKey(): string {
    return conversationStorageKey(this.#site, this.snapshot.id);
  }

  get draft(): string {
    return (
      this.#storage.read(this.#key('draft'), (value) => readStoredText(value, MAX_QUESTION_LENGTH)) ?? ''
    );
  }

  set draft(text: string) {
    const kept = text.trim() === '' ? null : text.slice(0, MAX_QUESTION_LENGTH);
    this.#storage.write(this.#key('draft'), kept);
  }

  /** Replace a part of the snapshot. */
  update(change: Partial<ConversationSnapshot>): void {
    this.replace({ ...this.snapshot, threadId: this.thread?.threadId ?? null, ...change });
  }

  updateLast(turn: Turn): void {
    this.update({ turns: [...this.snapshot.turns.slice(0, -1), turn] });
  }

  /** Keep the turns, unless that is deferred. */
  keep(turns = this.snapshot.turns): void {
    if (!this.isWriteDeferred) this.#keep({ thread: this.thread, turns });
  }

  /** Keep the conversation as the one that is shown after a reload. */
  keepAsShown(): void {
    if (this.isRestoring) return;
    this.keep();
    this.#storage.write(this.#key('thread'), this.snapshot.id);
  }

  /** Keep what was deferred. */
  release(): void {
    const wasDeferred = this.isWriteDeferred;
    this.isWriteDeferred = false;
    if (wasDeferred) this.keep();
  }

  /** Replace the conversation with a new one. */
  startNew(): void {
    this.#isNew = true;
    this.isRestoring = false;
    this.#storage.remove(this.#key('thread'));
    this.#show(createUuid(), EMPTY_CONVERSATION);
  }

  /** Replace the conversation with another one that is kept. */
  open(id: string, content: ThreadContent): void {
    this.#storage.write(this.#key('thread'), id);
    this.#show(id, content);
  }

  rate(turnId: string, feedback: AnswerFeedback | null): void {
    const rate = (turn: Turn): Turn => (turn.id === turnId ? withFeedback(turn, feedback) : turn);
    const { id, turns } = this.snapshot;
    this.update({ turns: turns.map(rate) });
    this.archive.whenFull((archive) => {
      // Another tab may be writing an answer: change only the rating in what is kept.
      const kept = archive.read(id);
      if (kept !== null) this.#keep({ ...kept, turns: kept.turns.map(rate) }, id);
    });
  }

  /** Show the turns that another tab has added before the last one. */
  mergeOtherTab(last: Turn): void {
    const { id } = this.snapshot;
    const kept = this.archive.current.read(id);
    if (kept === null) return;
    this.#show(id, { ...kept, turns: kept.turns.filter((turn) => turn.id !== last.id) }, [last]);
  }

  /** Remove all that is kept of the visitor on this site. */
  forget(): void {
    this.#storage.removeAll(`docs-assistant:${siteKey(this.#site)}:`);
    this.#storage.removeAll(RATED_PAGES_KEY);
    removeFp(this.#storage);
  }

  close(): void {
    this.isClosed = true;
    this.#unsubscribe();
  }

  #keep(content: ThreadContent, id = this.snapshot.id): void {
    if (!this.isRestoring) this.archive.current.keep(id, content);
  }

  /** Show the conversation that was shown last; with `onlyEnded` not while another tab is writing it. */
  #restore(onlyEnded = false): void {
    const id = this.#storage.read(this.#key('thread'), readUuid);
    if (id === null) return;
    this.isRestoring = true;
    this.archive.whenFull((archive) => {
      // Shown already, or replaced with a new one.
      if (!this.isRestoring) return;
      this.isRestoring = false;
      const content = archive.read(id);
      const asked = this.snapshot.turns;
      if (content !== null && (!onlyEnded || isSettled(content))) this.#show(id, content, asked);
      if (asked.length > 0) this.keepAsShown();
    });
  }

  /** @param asked turns of questions that were asked before the content was loaded */
  #show(id: string, { thread, turns }: ThreadContent, asked: readonly Turn[] = []): void {
    this.thread = thread;
    const kept = this.archive.current.keepIdentity(turns, this.snapshot.turns);
    this.update({ id, turns: [...kept, ...asked], threadLost: false });
  }

  #handleStorage(key: string | null): void {
    // An answer under way here goes on, and overwrites what is kept.
    if (this.snapshot.status === 'busy') return;
    // An empty conversation shows what another tab has written, or what was kept before this storage was allowed.
    if (this.snapshot.turns.length === 0 && !this.#isNew) this.#restore(true);
    else if (key === this.storageKey) this.#syncOtherTab();
  }

  /** Show the turns of another tab, once its answer has ended. */
  #syncOtherTab(): void {
    const { id } = this.snapshot;
    this.archive.whenFull((archive) => {
      if (this.snapshot.status === 'busy' || id !== this.snapshot.id) return;
      const content = archive.read(id);
      if (content === null) this.#show(createUuid(), EMPTY_CONVERSATION);
      else if (isSettled(content)) this.#show(id, content);
    });
  }

  #key(name: 'thread' | 'draft'): string {
    return storageKey(this.#site, name);
  }
}
