import { ConversationArchive } from '../archive/conversation-archive.ts';
import { keepIdentity } from '../archive/history.ts';
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
import { readUuid, textOf } from '../storage/stored-values.ts';
import type { ConversationOptions } from './conversation-options.ts';
import {
  EMPTY_SNAPSHOT,
  type AnswerFeedback,
  type ConversationSnapshot,
  type Turn,
} from './conversation-snapshot.ts';
import { MAX_QUESTION_LENGTH } from './question.ts';

/** The conversation on the screen, and what this device keeps of it. */
export class CurrentConversation extends SnapshotStore<ConversationSnapshot> {
  readonly archive: ConversationArchive;
  /** The server's thread; `null` before the first answer. */
  thread: Thread | null = null;
  /** Whether nothing is kept for now, because another tab writes this conversation, or the question may hold secrets. */
  isWriteDeferred = false;
  isClosed = false;
  readonly #site: Site;
  readonly #storage: CheckedStorage;
  readonly #unsubscribe: () => void;
  /** Whether the reader began this conversation; otherwise it is empty because nothing is kept. */
  #isNew = false;

  constructor({ site, storage, historyDays = DEFAULT_HISTORY_DAYS }: ConversationOptions) {
    super({ ...EMPTY_SNAPSHOT, id: createUuid() });
    this.#site = site;
    this.#storage = storage;
    this.archive = new ConversationArchive(storage, site);
    this.archive.removeOlderThan(historyDays);
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => this.#handleStorage(key));
  }

  /** Key of what is kept of the conversation. */
  get storageKey(): string {
    return conversationStorageKey(this.#site, this.snapshot.id);
  }

  get draft(): string {
    return this.#storage.read(this.#key('draft'), textOf(MAX_QUESTION_LENGTH)) ?? '';
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
    if (!this.isWriteDeferred) this.archive.keep(this.snapshot.id, { thread: this.thread, turns });
  }

  /** Keep the conversation as the one that is shown after a reload. */
  keepAsShown(): void {
    this.keep();
    this.#storage.write(this.#key('thread'), this.snapshot.id);
  }

  /** Keep what was deferred. */
  release(): void {
    if (!this.isWriteDeferred) return;
    this.isWriteDeferred = false;
    this.keep();
  }

  /** Replace the conversation with a new one. */
  startNew(): void {
    this.#isNew = true;
    this.#storage.remove(this.#key('thread'));
    this.#show();
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
    // Another tab may be writing an answer: change only the rating in what is kept.
    const kept = this.archive.read(id);
    if (kept !== null) this.archive.keep(id, { ...kept, turns: kept.turns.map(rate) });
  }

  /** Show the turns that another tab has added before the last one. */
  mergeOtherTab(last: Turn): void {
    const { id } = this.snapshot;
    const kept = this.archive.read(id);
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

  /** Show the conversation that was shown last; with `onlySettled` not while another tab is writing it. */
  #restore(onlySettled = false): void {
    const id = this.#storage.read(this.#key('thread'), readUuid);
    const content = id && this.archive.read(id);
    if (content && (!onlySettled || isSettled(content))) this.#show(id, content);
  }

  /**
   * Show a conversation, by default a new one.
   *
   * @param asked turns that come after the content
   */
  #show(id = createUuid(), { thread, turns } = EMPTY_CONVERSATION, asked: readonly Turn[] = []): void {
    this.thread = thread;
    const kept = keepIdentity(turns, this.snapshot.turns);
    this.update({ id, turns: [...kept, ...asked], threadLost: false });
  }

  #handleStorage(key: string | null): void {
    // An answer under way here goes on, and overwrites what is kept.
    if (this.snapshot.status === 'busy') return;
    // An empty conversation shows what another tab has written, or what was kept before this storage was allowed.
    if (this.snapshot.turns.length === 0 && !this.#isNew) this.#restore(true);
    else if (key === this.storageKey) {
      const content = this.archive.read(this.snapshot.id);
      if (content === null) this.#show();
      // Once the answer of the other tab has ended.
      else if (isSettled(content)) this.#show(this.snapshot.id, content);
    }
  }

  #key(name: 'thread' | 'draft'): string {
    return storageKey(this.#site, name);
  }
}
