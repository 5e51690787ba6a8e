import type { AnswerEvent } from '../protocol/answer-event.ts';
import type { AssistantRequest, DocsFilter } from '../protocol/api.ts';
import { toFailure, type Failure } from '../protocol/failure.ts';
import { applyContent, createContent, endReply, type ReplyContent } from '../protocol/reply-content.ts';
import type { AnswerSource } from '../protocol/sources.ts';
import { failedAnswer, loadSuggestions, readAnswer, readFinalAnswer, SUBMITTED_ANSWER } from './answer.ts';
import type * as archiveModule from './archive.ts';
import type { AnswerFeedback, ConversationSnapshot, Turn } from './conversation-snapshot.ts';
import { createUuid, readOrCreateFp, removeFp } from './identity.ts';
import { createMessage, MAX_QUESTION_LENGTH } from './question.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { siteKey, storageKey, type CheckedStorage, type Site } from './storage.ts';
import type { Store } from './store.ts';
import { readText, readUuid } from './stored-values.ts';
import {
  DEFAULT_HISTORY_DAYS,
  keepUnchecked,
  threadKey,
  withFeedback,
  type Thread,
  type ThreadContent,
} from './thread-content.ts';
import type { WriterLock } from './writer-lock.ts';

/** What reads and tidies up what is kept. */
export type Archive = typeof archiveModule;

/** What a {@link LiveConversation} works with. */
export interface ConversationOptions {
  /** Where answers come from. `null` while the endpoint or domain is not set: every question fails then. */
  readonly source: AnswerSource | null;
  readonly site: Site;
  readonly storage: CheckedStorage;
  /** The filter of questions that bring none of their own. Default none. */
  readonly filters?: Store<DocsFilter> | null;
  /** Sections retrieved for an answer. Default: the server's own (5). */
  readonly retrievalPageSize?: number;
  /** Keeps other tabs from writing the same conversation while an answer comes in. Default none. */
  readonly lock?: WriterLock | null;
  /** Days after its last question for which a conversation is kept. Default {@link DEFAULT_HISTORY_DAYS}. */
  readonly historyDays?: number;
}

/** An answer under way. What arrives for another one than the current is late, and ignored. */
interface Run {
  turn: Turn;
  readonly reply: ReplyContent;
  readonly controller: AbortController;
  readonly resolve: (turn: Turn | null) => void;
}

const NOTHING_SAID: ThreadContent = { thread: null, turns: [] };

/** The archive, once it is there for all conversations. */
let loaded: Archive | null = null;

/**
 * A conversation with the assistant: the turns so far and the answer under way. Lives as long as its site stays the
 * same. What reads what was said before is loaded only if there is any; what is asked meanwhile is asked after it. Where
 * it cannot be had, the conversation begins anew, and is kept beside the others.
 *
 * Actions never reject: what went wrong is in the turn (`answer.failure`). Listeners are told at most once for each
 * batch of events that the source yields.
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
  #archive: Archive | null;
  /** Until the archive is there, or cannot be had, and has done what it was wanted for. */
  #loading: Promise<void> | null = null;
  /** Whether what was said before still has to be shown. */
  #isRestoring = false;
  #thread: Thread | null = null;
  #run: Run | null = null;
  /** Whether nothing is written yet: another tab writes this conversation, or the question may hold secrets. */
  #isWaiting = false;
  /** Whether this tab has the lock. */
  #isWriting = false;
  /** Whether the question under way waits for another one that has it. */
  #waitsForTab = false;
  /** Whether the reader began this conversation, rather than finding it empty. */
  #isNew = false;
  #closed = false;

  /** @param archive without one, what was said before is shown once that is {@link loading loaded} */
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
    archive: Archive | null = loaded,
  ) {
    super({
      id: createUuid(),
      status: 'idle',
      turns: [],
      threadId: null,
      threadLost: false,
      waitsForTab: false,
    });
    this.source = source;
    this.filters = filters;
    this.retrievalPageSize = retrievalPageSize;
    this.#site = site;
    this.#storage = storage;
    this.#lock = lock;
    this.#archive = archive;
    if (storage.has(storageKey(site, 'history')))
      this.#withArchive((archive) => archive?.removeOldThreads(storage, site, historyDays));
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => this.#handleStorage(key));
  }

  /** Settled once all that was said before is shown; `null` when it is. */
  get loading(): Promise<void> | null {
    return this.#loading;
  }

  /** Loads what is needed for more than one question. */
  load(): void {
    this.#withArchive(() => {});
  }

  /** What stands in the composer and was not sent, kept over reloads. At most {@link MAX_QUESTION_LENGTH} long. */
  get draft(): string {
    return this.#storage.read(this.#key('draft'), (value) => readText(value, MAX_QUESTION_LENGTH)) ?? '';
  }

  set draft(text: string) {
    const kept = text.trim() === '' ? null : text.slice(0, MAX_QUESTION_LENGTH);
    this.#storage.write(this.#key('draft'), kept);
  }

  /**
   * Asks a question. An answer under way is stopped first and keeps its text.
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
   * Asks the last question again, with the filter it had, or another one in its place; the new answer takes the place of the
   * one before.
   *
   * @param question a blank one is not asked
   */
  retry(question?: string): Promise<Turn | null> {
    if (this.#isRestoring) return this.#loading!.then(() => this.retry(question));
    const text = question?.trim();
    const turns = this.#closed || text === '' ? [] : this.#settle({ stopped: true });
    const last = turns.at(-1);
    if (last === undefined) return Promise.resolve(null);
    return this.#begin(turns.slice(0, -1), { ...last, ...(text !== undefined && { question: text }) });
  }

  /** Stops the answer under way; the text so far is kept. */
  stop(): void {
    this.#leaveRun({ stopped: true });
  }

  /** Starts anew: no turns, and a new thread with the next question. What was said is kept for {@link open}. */
  reset(): void {
    this.#drop();
    this.#isNew = true;
    this.#isRestoring = false;
    this.#storage.remove(this.#key('thread'));
    this.#show(createUuid(), NOTHING_SAID);
  }

  /** Goes on with a conversation that is kept. An answer under way in this one is stopped and keeps its text. */
  open(id: string): void {
    this.#withArchive((archive) => {
      const content = archive?.readThreadContent(this.#storage, this.#site, id);
      if (!content || id === this.snapshot.id || this.#closed) return;
      this.#drop();
      this.#storage.write(this.#key('thread'), id);
      this.#show(id, content);
    });
  }

  /** Removes a conversation that is kept. After the one on the screen a new one begins. */
  remove(id: string): void {
    if (id === this.snapshot.id) this.reset();
    this.#withArchive((archive) => archive?.removeThread(this.#storage, this.#site, id));
  }

  /** Keeps what the reader thinks of an answer; `null` takes it back. */
  rate(turnId: string, feedback: AnswerFeedback | null): void {
    const rate = (turn: Turn): Turn => (turn.id === turnId ? withFeedback(turn, feedback) : turn);
    const { id } = this.snapshot;
    this.#publish({ turns: this.snapshot.turns.map(rate) });
    const shown = { thread: this.#thread, turns: this.snapshot.turns };
    this.#withArchive((archive) => {
      // Another tab may be writing its answer: of what it keeps, only this changes.
      const kept = archive ? this.#readContent(id) : shown;
      if (kept !== null) this.#keep({ ...kept, turns: kept.turns.map(rate) }, id);
    });
  }

  /** Begins anew, and removes all that is kept of the visitor on this site: conversations, draft, searches, filter and `fp`. */
  forget(): void {
    this.reset();
    this.#storage.removeAll(`docs-assistant:${siteKey(this.#site)}:`);
    removeFp(this.#storage);
  }

  /** Keeps what has come of the answer under way, for a page that is about to be left. */
  save(): void {
    if (this.#run !== null) this.#persist();
  }

  /** Ends the conversation object: the answer under way is interrupted, what was said stays kept, nothing can be asked. */
  close(): void {
    this.#closed = true;
    this.#unsubscribe();
    this.#leaveRun({});
  }

  #begin(earlier: readonly Turn[], asked: Turn): Promise<Turn | null> {
    const failure = this.#refuse(asked.question);
    const answer = failure === null ? SUBMITTED_ANSWER : failedAnswer(failure);
    const turn = withFeedback({ ...asked, answer }, null);
    const ended = new Promise<Turn | null>((resolve) => {
      if (failure !== null) return resolve(turn);
      this.#run = { turn, reply: createContent(), controller: new AbortController(), resolve };
    });
    const run = this.#run;
    this.#waitsForTab = false;
    this.#isWaiting = run !== null && (this.#lock ?? this.prepareQuestion) !== null;
    this.#publish({ turns: [...earlier, turn], threadLost: false });
    this.#record();
    if (run !== null && this.#run === run) void this.#carryOut(run);
    return ended;
  }

  #refuse(question: string): Failure | null {
    if (question.length > MAX_QUESTION_LENGTH) {
      const message = `The question is longer than ${MAX_QUESTION_LENGTH} characters.`;
      return { code: 'too-large', retryable: false, message };
    }
    if (this.source !== null) return null;
    return { code: 'not-configured', retryable: false, message: 'No endpoint or no domain is set.' };
  }

  async #carryOut(run: Run): Promise<void> {
    let release = (): void => {};
    try {
      // What was said before may have gone on in another tab.
      if (this.snapshot.turns.length > 1) this.load();
      if (this.#loading !== null) await this.#loading;
      if (this.#lock !== null) {
        const unlock = await this.#lock(this.#threadKey(), run.controller.signal, () => {
          // The answer before this one may still be on its way out.
          this.#waitsForTab = !this.#isWriting;
          this.#publish({});
        });
        this.#isWriting = true;
        release = () => {
          this.#isWriting = false;
          unlock();
        };
        if (this.#run === run) {
          this.#waitsForTab = false;
          this.#joinOtherTab(run);
        }
      }
      if (this.prepareQuestion !== null && this.#run === run) {
        const question = await this.prepareQuestion(run.turn.question);
        run.turn = { ...run.turn, question };
        if (this.#run === run) this.#publish({ turns: [...this.snapshot.turns.slice(0, -1), run.turn] });
      }
      if (this.#run !== run) return;
      if (this.#isWaiting) {
        this.#isWaiting = false;
        this.#persist();
      }
      await this.#follow(run);
    } catch (error) {
      if (this.#run === run) this.#leaveRun({ failure: toFailure(error) });
    } finally {
      release();
    }
  }

  /** Asks after what was said in another tab, which has just let this conversation go. */
  #joinOtherTab(run: Run): void {
    const kept = this.#readContent();
    if (kept === null) return;
    const turns = kept.turns.filter(({ id }) => id !== run.turn.id);
    this.#show(this.snapshot.id, { ...kept, turns }, [run.turn]);
  }

  async #follow(run: Run): Promise<void> {
    const { signal } = run.controller;
    const threadId = this.#thread?.threadId;
    let failure: Failure | undefined;
    try {
      for await (const events of this.source?.answer(this.#createRequest(run.turn), { signal }) ?? []) {
        if (this.#run !== run) return;
        const more = this.#take(run, events);
        const loading = loadSuggestions(run.reply);
        if (loading !== null) {
          await loading;
          if (this.#run !== run) return;
          this.#take(run, []);
        }
        if (!more) return this.#leaveRun({});
      }
    } catch (error) {
      failure = toFailure(error);
    }
    if (this.#run !== run) return;
    if (failure?.status === 404 && threadId !== undefined && run.reply.status === 'submitted') {
      this.#thread = null;
      this.#publish({ threadLost: true });
      return this.#run === run ? this.#follow(run) : undefined;
    }
    this.#leaveRun(failure === undefined ? {} : { failure });
  }

  #createRequest(turn: Turn): AssistantRequest {
    const { id, question, filter } = turn;
    return {
      fp: readOrCreateFp(this.#storage),
      // Without the archive the question alone: then nothing was said before, or it is out of reach.
      messages: this.#archive?.createMessages(this.snapshot.turns.slice(0, -1), turn) ?? [
        createMessage(id, 'user', question),
      ],
      ...this.#thread,
      ...(this.retrievalPageSize !== undefined && { retrievalPageSize: this.retrievalPageSize }),
      ...(Object.keys(filter).length > 0 && { filter }),
    };
  }

  /** @returns whether more can be taken */
  #take(run: Run, events: readonly AnswerEvent[]): boolean {
    const { reply } = run;
    const more = events.every((event) => applyContent(reply, event));
    const threadId = reply.threadId ?? this.#thread?.threadId;
    if (threadId !== undefined) {
      // The key is given out once, with the new thread; the replies after it bring the id alone.
      const known = threadId === this.#thread?.threadId ? this.#thread.threadKey : undefined;
      const threadKey = reply.threadKey ?? known;
      this.#thread = { threadId, ...(threadKey !== undefined && { threadKey }) };
    }
    run.turn = { ...run.turn, answer: readAnswer(run.turn.answer, reply, events) };
    this.#publish({ turns: [...this.snapshot.turns.slice(0, -1), run.turn] });
    return more;
  }

  #leaveRun(how: { stopped?: boolean; failure?: Failure }): void {
    if (this.#run === null) return;
    this.#publish({ turns: this.#settle(how) });
  }

  /** Stops the answer under way for the sake of another conversation: there is nobody left to tell how it ended. */
  #drop(): void {
    this.#run?.resolve(null);
    this.#leaveRun({ stopped: true });
  }

  /** Ends and keeps the answer under way, if there is one, before anybody is told. @returns the turns as they stand then */
  #settle(how: { stopped?: boolean; failure?: Failure }): readonly Turn[] {
    const run = this.#run;
    if (run === null) return this.snapshot.turns;
    this.#run = null;
    run.controller.abort();
    endReply(run.reply, how);
    const turn = { ...run.turn, answer: readFinalAnswer(run.turn.answer, run.reply, how.failure) };
    run.resolve(turn);
    const ended = [...this.snapshot.turns.slice(0, -1), turn];
    const turns = this.#archive?.takeRatings(ended, this.#readContent()) ?? ended;
    // As long as no other tab can: what follows may have to wait for one.
    if (!this.#isWaiting) this.#keep({ thread: this.#thread, turns });
    this.#isWaiting = false;
    return turns;
  }

  #publish(change: Partial<Pick<ConversationSnapshot, 'id' | 'turns' | 'threadLost'>>): void {
    const status = this.#run === null ? 'idle' : 'busy';
    const threadId = this.#thread?.threadId ?? null;
    const waitsForTab = this.#run !== null && this.#waitsForTab;
    this.replace({ ...this.snapshot, status, threadId, waitsForTab, ...change });
  }

  /** Keeps it as the conversation that is shown after a reload. */
  #record(): void {
    if (this.#isRestoring) return;
    this.#persist();
    this.#storage.write(this.#key('thread'), this.snapshot.id);
  }

  #persist(): void {
    if (!this.#isWaiting) this.#keep({ thread: this.#thread, turns: this.snapshot.turns });
  }

  #keep(content: ThreadContent, id = this.snapshot.id): void {
    if (this.#isRestoring) return;
    const keep = this.#archive?.keepThread ?? keepUnchecked;
    keep(this.#storage, this.#site, id, content);
  }

  #readContent(id = this.snapshot.id): ThreadContent | null {
    return this.#archive?.readThreadContent(this.#storage, this.#site, id) ?? null;
  }

  /** Does something with the archive: at once where that is there. */
  #withArchive(act: (archive: Archive | null) => void): void {
    if (this.#archive !== null) return act(this.#archive);
    const loading = import('./archive.ts')
      // A new release of the site may have taken it away. It is tried again when it is wanted again.
      .catch(() => null)
      .then((archive) => {
        this.#archive = loaded = archive;
        if (this.#loading === loading) this.#loading = null;
        act(archive);
      });
    this.#loading = loading;
  }

  /** Shows the conversation that was on the screen last; with `onlyEnded` not while another tab is writing it. */
  #restore(onlyEnded = false): void {
    const id = this.#storage.read(this.#key('thread'), readUuid);
    if (id === null) return;
    this.#isRestoring = true;
    this.#withArchive((archive) => {
      // Begun anew, or shown already.
      if (!this.#isRestoring) return;
      this.#isRestoring = false;
      const content = this.#readContent(id);
      const asked = this.snapshot.turns;
      if (content !== null && (!onlyEnded || archive!.hasEnded(content))) this.#show(id, content, asked);
      if (asked.length > 0) this.#record();
    });
  }

  /** Shows what is kept, and behind it what was asked before that was known. */
  #show(id: string, { thread, turns }: ThreadContent, asked: readonly Turn[] = []): void {
    this.#thread = thread;
    const kept = this.#archive?.keepIdentity(turns, this.snapshot.turns) ?? turns;
    this.#publish({ id, turns: [...kept, ...asked], threadLost: false });
  }

  #handleStorage(key: string | null): void {
    // An answer under way here goes on, and is what is kept in the end.
    if (this.#run !== null) return;
    // Where nothing was said yet, what was said elsewhere: in another tab, or before this storage was allowed.
    if (this.snapshot.turns.length === 0 && !this.#isNew) this.#restore(true);
    else if (key === this.#threadKey()) this.#followOtherTab();
  }

  /** Takes over what was said in another tab, once its answer has ended. */
  #followOtherTab(): void {
    const { id } = this.snapshot;
    this.#withArchive((archive) => {
      if (archive === null || this.#run !== null || id !== this.snapshot.id) return;
      const content = this.#readContent();
      if (content === null) this.#show(createUuid(), NOTHING_SAID);
      else if (archive.hasEnded(content)) this.#show(id, content);
    });
  }

  #threadKey(): string {
    return threadKey(this.#site, this.snapshot.id);
  }

  #key(name: 'thread' | 'draft'): string {
    return storageKey(this.#site, name);
  }
}
