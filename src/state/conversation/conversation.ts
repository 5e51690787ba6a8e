import type { AssistantRequest, DocsFilter, RequestFilter } from '../../protocol/api.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import { ConversationArchive } from '../archive/conversation-archive.ts';
import { keepIdentity } from '../archive/history.ts';
import {
  DEFAULT_HISTORY_DAYS,
  EMPTY_CONVERSATION,
  conversationStorageKey,
  isSettled,
  withFeedback,
  type Thread,
} from '../archive/thread-content.ts';
import { SnapshotStore, type Store } from '../snapshot-store.ts';
import { createUuid, readOrCreateFp, removeFp } from '../storage/identity.ts';
import { RATED_PAGES_KEY, siteKey, storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import { readUuid, textUpTo } from '../storage/stored-values.ts';
import { AnswerRun, type RunEnd } from './answer-run.ts';
import type { ConversationOptions } from './conversation-options.ts';
import {
  EMPTY_SNAPSHOT,
  SUBMITTED_ANSWER,
  type AnswerFeedback,
  type ConversationSnapshot,
  type Turn,
} from './conversation-snapshot.ts';
import { createMessages } from './messages.ts';
import { MAX_QUESTION_LENGTH, refuseQuestion } from './question.ts';
import type { WriterLock } from './writer-lock.ts';

export type { ConversationOptions };

/**
 * A conversation with the assistant on one site: the turns so far and the answer under way. Earlier turns are read from
 * the storage at once.
 *
 * Actions never reject: failures are in the turn (`answer.failure`). Listeners are called at most once for each batch of
 * events that the source yields.
 */
export class Conversation extends SnapshotStore<ConversationSnapshot> {
  /** Where answers come from; `null` while the endpoint or domain is not set. An answer under way is not touched. */
  source: AnswerSource | null;
  /** Sections retrieved for an answer. Unset: the server's own default. */
  retrievalPageSize: number | undefined;
  /** Change a question before it is sent, for instance to mask secrets; the changed one is shown and kept. Default none. */
  prepareQuestion: ((question: string) => Promise<string>) | null = null;
  /** The filter of questions that bring none of their own. */
  filters: Store<DocsFilter> | null;

  readonly #site: Site;
  readonly #storage: CheckedStorage;
  readonly #archive: ConversationArchive;
  readonly #lock: WriterLock | null;
  readonly #unsubscribe: () => void;
  /** The server's thread; `null` before the first answer. */
  #thread: Thread | null = null;
  /** The answer under way. Reads of an earlier one are ignored. */
  #run: AnswerRun | null = null;
  /** Whether nothing is kept for now, because another tab writes this conversation, or the question may hold secrets. */
  #isWriteDeferred = false;
  /** Whether this tab has the lock. */
  #isWriting = false;
  /** Whether the reader began this conversation; otherwise it is empty because nothing is kept. */
  #isNew = false;
  #isClosed = false;

  constructor(options: ConversationOptions) {
    super({ ...EMPTY_SNAPSHOT, id: createUuid() });
    const {
      source,
      site,
      storage,
      filters = null,
      lock = null,
      historyDays = DEFAULT_HISTORY_DAYS,
    } = options;
    this.source = source;
    this.filters = filters;
    this.retrievalPageSize = options.retrievalPageSize;
    this.#site = site;
    this.#storage = storage;
    this.#lock = lock;
    this.#archive = new ConversationArchive(storage, site);
    this.#archive.removeOlderThan(historyDays);
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => this.#handleStorage(key));
  }

  /** The text of the composer that was not sent, kept over reloads. At most {@link MAX_QUESTION_LENGTH} long. */
  get draft(): string {
    return this.#storage.read(this.#key('draft'), textUpTo(MAX_QUESTION_LENGTH)) ?? '';
  }

  set draft(text: string) {
    const kept = text.trim() === '' ? null : text.slice(0, MAX_QUESTION_LENGTH);
    this.#storage.write(this.#key('draft'), kept);
  }

  /**
   * Ask a question. An answer under way is stopped first and keeps its text.
   *
   * @param question a blank one is not asked; one over {@link MAX_QUESTION_LENGTH} fails with `too-large`, unsent
   * @param options `filter` replaces the chosen filter for this question
   * @returns the turn once its answer has ended in whatever way; `null` if the question was not asked, or the conversation
   *   was reset meanwhile
   */
  ask(question: string, { filter }: { filter?: RequestFilter } = {}): Promise<Turn | null> {
    const text = question.trim();
    if (text === '' || this.#isClosed) return Promise.resolve(null);
    return this.#begin(this.#settle({ stopped: true }), {
      id: createUuid(),
      question: text,
      askedAt: Date.now(),
      filter: filter ?? this.filters?.snapshot ?? {},
      answer: SUBMITTED_ANSWER,
    });
  }

  /**
   * Ask the last question again, or another one in its place, with the same filter. The new answer replaces the one before.
   *
   * @param question a blank one is not asked
   * @param options `filter` replaces that of the question before
   */
  retry(question?: string, { filter }: { filter?: RequestFilter } = {}): Promise<Turn | null> {
    const text = question?.trim();
    const turns = this.#isClosed || text === '' ? [] : this.#settle({ stopped: true });
    const last = turns.at(-1);
    if (last === undefined) return Promise.resolve(null);
    return this.#begin(turns.slice(0, -1), {
      ...last,
      question: text ?? last.question,
      filter: filter ?? last.filter,
    });
  }

  /** Stop the answer under way; the text so far is kept. */
  stop(): void {
    this.#leaveRun({ stopped: true });
  }

  /** Start a new conversation, with a new thread. The one before is kept for {@link open}. */
  reset(): void {
    this.#drop();
    this.#isNew = true;
    this.#storage.remove(this.#key('thread'));
    this.#show();
  }

  /** Go on with a conversation that is kept. An answer under way in this one is stopped and keeps its text. */
  open(id: string): void {
    const content = this.#archive.read(id);
    if (content === null || id === this.snapshot.id || this.#isClosed) return;
    this.#drop();
    this.#storage.write(this.#key('thread'), id);
    this.#show(id, content);
  }

  /** Remove a conversation that is kept. In the place of the one on the screen a new one begins. */
  remove(id: string): void {
    if (id === this.snapshot.id) this.reset();
    this.#archive.remove(id);
  }

  /** Keep the reader's rating of an answer; `null` removes it. */
  rate(turnId: string, feedback: AnswerFeedback | null): void {
    const rate = (turn: Turn): Turn => (turn.id === turnId ? withFeedback(turn, feedback) : turn);
    const { id, turns } = this.snapshot;
    this.#update({ turns: turns.map(rate) });
    // Another tab may be writing an answer: change only the rating in what is kept.
    const kept = this.#archive.read(id);
    if (kept !== null) this.#archive.keep(id, { ...kept, turns: kept.turns.map(rate) });
  }

  /** Start a new conversation, and remove all that is kept of the visitor on this site: conversations, draft, searches, filter and `fp`. */
  forget(): void {
    this.reset();
    this.#storage.removeAll(`docs-assistant:${siteKey(this.#site)}:`);
    this.#storage.removeAll(RATED_PAGES_KEY);
    removeFp(this.#storage);
  }

  /** Keep the text so far of the answer under way, for a page that is about to be left. */
  save(): void {
    if (this.#run !== null) this.#keep();
  }

  /** End the conversation object: the answer under way is interrupted, the turns stay kept, nothing can be asked. */
  close(): void {
    this.#isClosed = true;
    this.#unsubscribe();
    this.#leaveRun({});
  }

  #begin(earlier: readonly Turn[], asked: Turn): Promise<Turn | null> {
    const run = new AnswerRun(withFeedback({ ...asked, answer: SUBMITTED_ANSWER }, null));
    const failure = refuseQuestion(asked.question, this.source);
    this.#run = run;
    // A question is shown before it is kept.
    this.#isWriteDeferred = failure === null && (this.#lock ?? this.prepareQuestion) !== null;
    this.#update({ status: 'busy', turns: [...earlier, run.turn], threadLost: false, waitsForTab: false });
    this.#keep();
    // It is the one that is shown after a reload.
    this.#storage.write(this.#key('thread'), this.snapshot.id);
    if (failure !== null) this.#leaveRun({ failure });
    else if (this.#run === run) void this.#send(run);
    return run.ended;
  }

  /** Send the question of a run and stream its answer. It ends while no other tab can write the conversation. Never rejects. */
  async #send(run: AnswerRun): Promise<void> {
    const { signal } = run;
    let unlock = (): void => {};
    let failure: Failure | undefined;
    try {
      if (this.#lock !== null) unlock = await this.#takeLock(this.#lock, run);
      if (this.prepareQuestion !== null && !signal.aborted) {
        const question = await this.prepareQuestion(run.turn.question);
        run.turn = { ...run.turn, question };
        if (!signal.aborted) this.#updateLast(run.turn);
      }
      if (signal.aborted) return;
      if (this.#isWriteDeferred) {
        this.#isWriteDeferred = false;
        this.#keep();
      }
      failure = await this.#stream(run);
    } catch (error) {
      failure = toFailure(error);
    } finally {
      if (this.#run === run) this.#leaveRun(failure === undefined ? {} : { failure });
      unlock();
    }
  }

  /** Acquire the lock of this conversation, which other tabs may hold. @returns a function that releases it */
  async #takeLock(lock: WriterLock, run: AnswerRun): Promise<() => void> {
    const unlock = await lock(this.#storageKey, run.signal, () => {
      // The lock may still be held by the answer before this one, which is ending.
      if (!run.signal.aborted) this.#update({ waitsForTab: !this.#isWriting });
    });
    this.#isWriting = true;
    if (!run.signal.aborted) {
      this.#update({ waitsForTab: false });
      const { id } = this.snapshot;
      const kept = this.#archive.read(id);
      // What the other tab has added stands before the question.
      const others = kept?.turns.filter((turn) => turn.id !== run.turn.id);
      if (others) this.#show(id, { ...kept!, turns: others }, [run.turn]);
    }
    return () => {
      this.#isWriting = false;
      unlock();
    };
  }

  /** @returns the failure that interrupted the answer, if there was one */
  async #stream(run: AnswerRun): Promise<Failure | undefined> {
    const thread = this.#thread;
    const { snapshot, retrievalPageSize, source } = this;
    const { filter } = run.turn;
    const request: AssistantRequest = {
      fp: readOrCreateFp(this.#storage),
      messages: createMessages(snapshot.turns.slice(0, -1), run.turn),
      ...thread,
      ...(retrievalPageSize !== undefined && { retrievalPageSize }),
      ...(Object.keys(filter).length > 0 && { filter }),
    };
    const reads = source?.answer(request, { signal: run.signal }) ?? [];
    const failure = await run.stream(reads, () => {
      this.#thread = run.threadAfter(this.#thread);
      this.#updateLast(run.turn);
    });
    // The server does not know the thread any more: go on in a new one.
    if (failure?.status !== 404 || thread === null || !run.isUnanswered || run.signal.aborted) return failure;
    this.#thread = null;
    this.#update({ threadLost: true });
    return run.signal.aborted ? undefined : this.#stream(run);
  }

  #leaveRun(how: RunEnd): void {
    if (this.#run === null) return;
    this.#update({ turns: this.#settle(how), status: 'idle', waitsForTab: false });
  }

  /** Stop the answer under way because another conversation takes the place of this one. */
  #drop(): void {
    this.#run?.drop();
    this.#leaveRun({ stopped: true });
  }

  /** End and keep the answer under way, if there is one, without changing the snapshot. @returns the turns as they are then */
  #settle(how: RunEnd): readonly Turn[] {
    const { id, turns } = this.snapshot;
    const run = this.#run;
    if (run === null) return turns;
    this.#run = null;
    const ended = this.#archive.mergeRatings(id, [...turns.slice(0, -1), run.end(how)]);
    this.#keep(ended);
    this.#isWriteDeferred = false;
    return ended;
  }

  /** Keep the turns, unless that is deferred. */
  #keep(turns = this.snapshot.turns): void {
    if (!this.#isWriteDeferred) this.#archive.keep(this.snapshot.id, { thread: this.#thread, turns });
  }

  /** Show the conversation that was shown last; with `onlySettled` not while another tab is writing it. */
  #restore(onlySettled = false): void {
    const id = this.#storage.read(this.#key('thread'), readUuid);
    const content = id && this.#archive.read(id);
    if (content && (!onlySettled || isSettled(content))) this.#show(id, content);
  }

  #handleStorage(key: string | null): void {
    const { id, status, turns } = this.snapshot;
    // An answer under way here goes on, and overwrites what is kept.
    if (status === 'busy') return;
    // An empty conversation shows what another tab has written, or what was kept before this storage was allowed.
    if (turns.length === 0 && !this.#isNew) this.#restore(true);
    else if (key === this.#storageKey) {
      const content = this.#archive.read(id);
      if (content === null) this.#show();
      // Once the answer of the other tab has ended.
      else if (isSettled(content)) this.#show(id, content);
    }
  }

  /**
   * Show a conversation, by default a new one.
   *
   * @param asked turns that come after the content
   */
  #show(id = createUuid(), { thread, turns } = EMPTY_CONVERSATION, asked: readonly Turn[] = []): void {
    this.#thread = thread;
    const kept = keepIdentity(turns, this.snapshot.turns);
    this.#update({ id, turns: [...kept, ...asked], threadLost: false });
  }

  #updateLast(turn: Turn): void {
    this.#update({ turns: [...this.snapshot.turns.slice(0, -1), turn] });
  }

  /** Replace a part of the snapshot. */
  #update(change: Partial<ConversationSnapshot>): void {
    this.replace({ ...this.snapshot, threadId: this.#thread?.threadId ?? null, ...change });
  }

  /** Key of what is kept of the conversation. */
  get #storageKey(): string {
    return conversationStorageKey(this.#site, this.snapshot.id);
  }

  #key(name: 'thread' | 'draft'): string {
    return storageKey(this.#site, name);
  }
}
