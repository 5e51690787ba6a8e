import type { AssistantRequest, DocsFilter } from '../../protocol/api.ts';
import { toFailure } from '../../protocol/failures/failure.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import { AnswerRun, type RunEnd } from './answer-run.ts';
import { failedAnswer, SUBMITTED_ANSWER } from './answer.ts';
import type { ConversationOptions, ConversationPieces } from './conversation-options.ts';
import {
  EMPTY_SNAPSHOT,
  type AnswerFeedback,
  type ConversationSnapshot,
  type Turn,
} from './conversation-snapshot.ts';
import { createUuid, readOrCreateFp, removeFp } from '../storage/identity.ts';
import { LateArchive } from '../archive/late-archive.ts';
import { MAX_QUESTION_LENGTH, refuseQuestion } from './question.ts';
import { SnapshotStore } from '../snapshot-store.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from '../storage/storage.ts';
import type { Store } from '../store.ts';
import { readText, readUuid } from '../storage/stored-values.ts';
import {
  DEFAULT_HISTORY_DAYS,
  hasEnded,
  NOTHING_SAID,
  threadKey,
  withFeedback,
  type Thread,
  type ThreadContent,
} from '../archive/thread-content.ts';
import type { WriterLock } from './writer-lock.ts';

/**
 * A conversation with the assistant: the turns so far and the answer under way, for as long as its site stays the same.
 * The full archive is loaded only if something is kept; a question that is asked meanwhile is sent after that. If it cannot be
 * loaded, a new conversation begins, and is kept beside the others.
 *
 * Actions never reject: failures are in the turn (`answer.failure`). Listeners are called at most once for each network read.
 */
export class LiveConversation extends SnapshotStore<ConversationSnapshot> {
  /** Where the next answers come from. An answer under way is not touched. */
  source: AnswerSource | null;
  /** The filter of questions that bring none of their own. */
  filters: Store<DocsFilter> | null;
  /** Sections retrieved for the next answers. Unset: the server's own default. */
  retrievalPageSize: number | undefined;
  /** Changes what is asked before it is sent, for instance to leave secrets out; shown and kept is what was sent. */
  prepareQuestion: ((question: string) => Promise<string>) | null = null;

  readonly #site: Site;
  readonly #storage: CheckedStorage;
  readonly #lock: WriterLock | null;
  readonly #unsubscribe: () => void;
  readonly #pieces: ConversationPieces;
  readonly #archive: LateArchive;
  /** Whether what was said before still has to be shown. */
  #isRestoring = false;
  #thread: Thread | null = null;
  /** The answer under way. What arrives for another one is late, and ignored. */
  #run: AnswerRun | null = null;
  /** Whether nothing is written yet: another tab writes this conversation, or the question may hold secrets. */
  #isWaiting = false;
  /** Whether this tab has the lock. */
  #isWriting = false;
  /** Whether the question under way waits for another one that has it. */
  #waitsForTab = false;
  /** Whether the reader began this conversation, rather than finding it empty. */
  #isNew = false;
  #closed = false;

  /** @param pieces without the full archive, what was said before is shown once that is {@link loading loaded} */
  constructor(
    {
      source,
      site,
      storage,
      filters = null,
      retrievalPageSize,
      lock = null,
      historyDays = DEFAULT_HISTORY_DAYS,
    }: ConversationOptions,
    pieces: ConversationPieces,
  ) {
    super({ ...EMPTY_SNAPSHOT, id: createUuid() });
    this.source = source;
    this.filters = filters;
    this.retrievalPageSize = retrievalPageSize;
    this.#site = site;
    this.#storage = storage;
    this.#lock = lock;
    this.#pieces = pieces;
    this.#archive = new LateArchive(pieces.archive, storage, site);
    if (storage.has(storageKey(site, 'history')))
      this.#archive.whenFull((archive) => archive.removeOlderThan(historyDays));
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => this.#handleStorage(key));
  }

  /** Settled once all that is kept is shown; `null` when it is. */
  get loading(): Promise<void> | null {
    return this.#archive.loading;
  }

  /** Load what is needed for more than one question. */
  load(): void {
    this.#archive.whenFull(() => {});
  }

  /** The text of the composer that was not sent, kept over reloads. At most {@link MAX_QUESTION_LENGTH} long. */
  get draft(): string {
    return this.#storage.read(this.#key('draft'), (value) => readText(value, MAX_QUESTION_LENGTH)) ?? '';
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
   * @returns the turn once its answer has ended in whatever way, or `null` when there is nothing to tell: not asked, or
   *   the conversation was reset meanwhile
   */
  ask(question: string, { filter }: { filter?: DocsFilter } = {}): Promise<Turn | null> {
    const text = question.trim();
    if (text === '' || this.#closed) return Promise.resolve(null);
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
   */
  retry(question?: string): Promise<Turn | null> {
    if (this.#isRestoring) return this.loading!.then(() => this.retry(question));
    const text = question?.trim();
    const turns = this.#closed || text === '' ? [] : this.#settle({ stopped: true });
    const last = turns.at(-1);
    if (last === undefined) return Promise.resolve(null);
    return this.#begin(turns.slice(0, -1), { ...last, ...(text !== undefined && { question: text }) });
  }

  /** Stop the answer under way; the text so far is kept. */
  stop(): void {
    this.#leaveRun({ stopped: true });
  }

  /** Start anew: no turns, and a new thread with the next question. What was said is kept for {@link open}. */
  reset(): void {
    this.#drop();
    this.#isNew = true;
    this.#isRestoring = false;
    this.#storage.remove(this.#key('thread'));
    this.#show(createUuid(), NOTHING_SAID);
  }

  /** Go on with a conversation that is kept. An answer under way in this one is stopped and keeps its text. */
  open(id: string): void {
    this.#archive.whenFull((archive) => {
      const content = archive.read(id);
      if (content === null || id === this.snapshot.id || this.#closed) return;
      this.#drop();
      this.#storage.write(this.#key('thread'), id);
      this.#show(id, content);
    });
  }

  /** Remove a conversation that is kept. After the one on the screen a new one begins. */
  remove(id: string): void {
    if (id === this.snapshot.id) this.reset();
    this.#archive.whenFull((archive) => archive.remove(id));
  }

  /** Keep what the reader thinks of an answer; `null` takes it back. */
  rate(turnId: string, feedback: AnswerFeedback | null): void {
    const rate = (turn: Turn): Turn => (turn.id === turnId ? withFeedback(turn, feedback) : turn);
    const { id } = this.snapshot;
    this.#publish({ turns: this.snapshot.turns.map(rate) });
    this.#archive.whenFull((archive) => {
      // Another tab may be writing its answer: of what it keeps, only this changes.
      const kept = archive.read(id);
      if (kept !== null) this.#keep({ ...kept, turns: kept.turns.map(rate) }, id);
    });
  }

  /** Start anew, and remove all that is kept of the visitor on this site: conversations, draft, searches, filter and `fp`. */
  forget(): void {
    this.reset();
    this.#storage.removeAll(`docs-assistant:${siteKey(this.#site)}:`);
    removeFp(this.#storage);
  }

  /** Keep what has come of the answer under way, for a page that is about to be left. */
  save(): void {
    if (this.#run !== null) this.#persist();
  }

  /** End the conversation object: the answer under way is interrupted, what was said stays kept, nothing can be asked. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#leaveRun({});
  }

  #begin(earlier: readonly Turn[], asked: Turn): Promise<Turn | null> {
    const failure = refuseQuestion(asked.question, this.source);
    const answer = failure === null ? SUBMITTED_ANSWER : failedAnswer(failure);
    const turn = withFeedback({ ...asked, answer }, null);
    const run = failure === null ? new AnswerRun(turn, this.#pieces.suggestions) : null;
    this.#run = run;
    this.#waitsForTab = false;
    this.#isWaiting = run !== null && (this.#lock ?? this.prepareQuestion) !== null;
    this.#publish({ turns: [...earlier, turn], threadLost: false });
    this.#record();
    if (run === null) return Promise.resolve(turn);
    if (this.#run === run) void this.#carryOut(run);
    return run.ended;
  }

  async #carryOut(run: AnswerRun): Promise<void> {
    let release = (): void => {};
    try {
      // What was said before may have gone on in another tab.
      if (this.snapshot.turns.length > 1) this.load();
      if (this.loading !== null) await this.loading;
      if (this.#lock !== null) release = await this.#takeLock(this.#lock, run);
      if (this.prepareQuestion !== null && this.#run === run) {
        const question = await this.prepareQuestion(run.turn.question);
        run.turn = { ...run.turn, question };
        if (this.#run === run) this.#publishTurn(run.turn);
      }
      if (this.#run !== run) return;
      if (this.#isWaiting) {
        this.#isWaiting = false;
        this.#persist();
      }
      await this.#stream(run);
    } catch (error) {
      if (this.#run === run) this.#leaveRun({ failure: toFailure(error) });
    } finally {
      release();
    }
  }

  /** Wait until no other tab writes this conversation. @returns what lets the next one write */
  async #takeLock(lock: WriterLock, run: AnswerRun): Promise<() => void> {
    const unlock = await lock(threadKey(this.#site, this.snapshot.id), run.signal, () => {
      // The answer before this one may still be on its way out.
      this.#waitsForTab = !this.#isWriting;
      this.#publish({});
    });
    this.#isWriting = true;
    if (this.#run === run) {
      this.#waitsForTab = false;
      this.#joinOtherTab(run);
    }
    return () => {
      this.#isWriting = false;
      unlock();
    };
  }

  /** Continue after what was said in another tab, which has just released this conversation. */
  #joinOtherTab(run: AnswerRun): void {
    const kept = this.#archive.current.read(this.snapshot.id);
    if (kept === null) return;
    const turns = kept.turns.filter(({ id }) => id !== run.turn.id);
    this.#show(this.snapshot.id, { ...kept, turns }, [run.turn]);
  }

  async #stream(run: AnswerRun): Promise<void> {
    const before = this.#thread;
    const reads = this.source?.answer(this.#createRequest(run.turn), { signal: run.signal }) ?? [];
    const failure = await run.stream(reads, () => {
      this.#thread = run.threadAfter(this.#thread);
      this.#publishTurn(run.turn);
    });
    if (this.#run !== run) return;
    if (failure?.status === 404 && before !== null && run.isUnanswered) {
      this.#thread = null;
      this.#publish({ threadLost: true });
      return this.#run === run ? this.#stream(run) : undefined;
    }
    this.#leaveRun(failure === undefined ? {} : { failure });
  }

  #createRequest(turn: Turn): AssistantRequest {
    return {
      fp: readOrCreateFp(this.#storage),
      messages: this.#archive.current.createMessages(this.snapshot.turns.slice(0, -1), turn),
      ...this.#thread,
      ...(this.retrievalPageSize !== undefined && { retrievalPageSize: this.retrievalPageSize }),
      ...(Object.keys(turn.filter).length > 0 && { filter: turn.filter }),
    };
  }

  #leaveRun(how: RunEnd): void {
    if (this.#run === null) return;
    this.#publish({ turns: this.#settle(how) });
  }

  /** Stop the answer under way for the sake of another conversation. */
  #drop(): void {
    this.#run?.drop();
    this.#leaveRun({ stopped: true });
  }

  /** End and keep the answer under way, if there is one, before the snapshot changes. @returns the turns as they are then */
  #settle(how: RunEnd): readonly Turn[] {
    const run = this.#run;
    if (run === null) return this.snapshot.turns;
    this.#run = null;
    const ended = [...this.snapshot.turns.slice(0, -1), run.end(how)];
    const turns = this.#archive.current.mergeRatings(this.snapshot.id, ended);
    // As long as no other tab can: what follows may have to wait for one.
    if (!this.#isWaiting) this.#keep({ thread: this.#thread, turns });
    this.#isWaiting = false;
    return turns;
  }

  #publishTurn(last: Turn): void {
    this.#publish({ turns: [...this.snapshot.turns.slice(0, -1), last] });
  }

  #publish(change: Partial<Pick<ConversationSnapshot, 'id' | 'turns' | 'threadLost'>>): void {
    const status = this.#run === null ? 'idle' : 'busy';
    const threadId = this.#thread?.threadId ?? null;
    const waitsForTab = this.#run !== null && this.#waitsForTab;
    this.replace({ ...this.snapshot, status, threadId, waitsForTab, ...change });
  }

  /** Keep it as the conversation that is shown after a reload. */
  #record(): void {
    if (this.#isRestoring) return;
    this.#persist();
    this.#storage.write(this.#key('thread'), this.snapshot.id);
  }

  #persist(): void {
    if (!this.#isWaiting) this.#keep({ thread: this.#thread, turns: this.snapshot.turns });
  }

  #keep(content: ThreadContent, id = this.snapshot.id): void {
    if (!this.#isRestoring) this.#archive.current.keep(id, content);
  }

  /** Show the conversation that was on the screen last; with `onlyEnded` not while another tab is writing it. */
  #restore(onlyEnded = false): void {
    const id = this.#storage.read(this.#key('thread'), readUuid);
    if (id === null) return;
    this.#isRestoring = true;
    this.#archive.whenFull((archive) => {
      // Begun anew, or shown already.
      if (!this.#isRestoring) return;
      this.#isRestoring = false;
      const content = archive.read(id);
      const asked = this.snapshot.turns;
      if (content !== null && (!onlyEnded || hasEnded(content))) this.#show(id, content, asked);
      if (asked.length > 0) this.#record();
    });
  }

  /** Show what is kept, and behind it what was asked before that was known. */
  #show(id: string, { thread, turns }: ThreadContent, asked: readonly Turn[] = []): void {
    this.#thread = thread;
    const kept = this.#archive.current.keepIdentity(turns, this.snapshot.turns);
    this.#publish({ id, turns: [...kept, ...asked], threadLost: false });
  }

  #handleStorage(key: string | null): void {
    // An answer under way here goes on, and is what is kept in the end.
    if (this.#run !== null) return;
    // Where nothing was said yet, what was said elsewhere: in another tab, or before this storage was allowed.
    if (this.snapshot.turns.length === 0 && !this.#isNew) this.#restore(true);
    else if (key === threadKey(this.#site, this.snapshot.id)) this.#followOtherTab();
  }

  /** Take over what was said in another tab, once its answer has ended. */
  #followOtherTab(): void {
    const { id } = this.snapshot;
    this.#archive.whenFull((archive) => {
      if (this.#run !== null || id !== this.snapshot.id) return;
      const content = archive.read(id);
      if (content === null) this.#show(createUuid(), NOTHING_SAID);
      else if (hasEnded(content)) this.#show(id, content);
    });
  }

  #key(name: 'thread' | 'draft'): string {
    return storageKey(this.#site, name);
  }
}
