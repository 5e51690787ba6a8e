import type { AnswerEvent } from '../protocol/answer-event.ts';
import type { AssistantRequest, DocsFilter } from '../protocol/api.ts';
import { toFailure, type Failure } from '../protocol/failure.ts';
import {
  applyContent,
  createContent,
  endReply,
  isFinalStatus,
  type ReplyContent,
} from '../protocol/reply-content.ts';
import type { AnswerSource } from '../protocol/sources.ts';
import { failedAnswer, readAnswer, readFinalAnswer, SUBMITTED_ANSWER } from './answer.ts';
import type { ConversationSnapshot, Turn } from './conversation-snapshot.ts';
import { createHistory, interruptTurn, readHistory } from './history.ts';
import { createUuid, readOrCreateFp, removeFp } from './identity.ts';
import { createMessages, MAX_QUESTION_LENGTH } from './messages.ts';
import { SnapshotStore } from './snapshot-store.ts';
import { storageKey, type CheckedStorage, type Site } from './storage.ts';
import type { Store } from './store.ts';
import { readText, readThread, type Thread } from './stored-values.ts';

/** What a {@link Conversation} works with. */
export interface ConversationOptions {
  /** Where answers come from. `null` while the endpoint or domain is not set: every question fails then. */
  readonly source: AnswerSource | null;
  readonly site: Site;
  readonly storage: CheckedStorage;
  /** The filter of questions that bring none of their own. Default none. */
  readonly filters?: Store<DocsFilter> | null;
  /** Sections retrieved for an answer. Default: the server's own (5). */
  readonly retrievalPageSize?: number;
}

/** An answer under way. What arrives for another one than the current is late, and ignored. */
interface Run {
  turn: Turn;
  readonly reply: ReplyContent;
  readonly controller: AbortController;
  readonly resolve: (turn: Turn | null) => void;
}

/**
 * A conversation with the assistant: the turns so far and the answer under way. Lives as long as its site stays the
 * same; what was said before is read from the storage at once.
 *
 * Actions never reject: what went wrong is in the turn (`answer.failure`). Listeners are told at most once for each
 * batch of events that the source yields.
 */
export class Conversation extends SnapshotStore<ConversationSnapshot> {
  /** Where the next answers come from. An answer under way is not touched. */
  source: AnswerSource | null;
  /** The filter of questions that bring none of their own. */
  filters: Store<DocsFilter> | null;
  /** Sections retrieved for the next answers. Unset: the server's own default. */
  retrievalPageSize: number | undefined;

  readonly #site: Site;
  readonly #storage: CheckedStorage;
  readonly #unsubscribe: () => void;
  #thread: Thread | null = null;
  #run: Run | null = null;
  #closed = false;

  constructor({ source, site, storage, filters = null, retrievalPageSize }: ConversationOptions) {
    super({ status: 'idle', turns: [], threadId: null, threadLost: false });
    this.source = source;
    this.filters = filters;
    this.retrievalPageSize = retrievalPageSize;
    this.#site = site;
    this.#storage = storage;
    this.#restore();
    this.#unsubscribe = storage.subscribe((key) => this.#handleStorage(key));
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

  /** Asks the last question again, with the filter it had; the new answer takes the place of the one before. */
  retry(): Promise<Turn | null> {
    const turns = this.#closed ? [] : this.#settle({ stopped: true });
    const last = turns.at(-1);
    return last === undefined ? Promise.resolve(null) : this.#begin(turns.slice(0, -1), last);
  }

  /** Stops the answer under way; the text so far is kept. */
  stop(): void {
    this.#leaveRun({ stopped: true });
  }

  /** Starts anew: no turns, and a new thread with the next question. */
  reset(): void {
    const run = this.#run;
    this.#run = null;
    this.#thread = null;
    run?.controller.abort();
    run?.resolve(null);
    this.#publish({ turns: [], threadLost: false });
    this.#persist();
  }

  /** Like {@link reset}, and removes everything that is kept of the visitor: `fp`, thread, history and draft. */
  forget(): void {
    this.reset();
    this.draft = '';
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
    const turn = { ...asked, answer: failure === null ? SUBMITTED_ANSWER : failedAnswer(failure) };
    const ended = new Promise<Turn | null>((resolve) => {
      if (failure !== null) return resolve(turn);
      this.#run = { turn, reply: createContent(), controller: new AbortController(), resolve };
    });
    const run = this.#run;
    this.#publish({ turns: [...earlier, turn], threadLost: false });
    this.#persist();
    if (run !== null && this.#run === run) void this.#follow(run);
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

  async #follow(run: Run): Promise<void> {
    const { signal } = run.controller;
    const threadId = this.#thread?.threadId;
    let failure: Failure | undefined;
    try {
      for await (const events of this.source?.answer(this.#createRequest(run.turn), { signal }) ?? []) {
        if (this.#run !== run) return;
        if (!this.#take(run, events)) return this.#leaveRun({});
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
    const { filter } = turn;
    return {
      fp: readOrCreateFp(this.#storage),
      messages: createMessages(this.snapshot.turns.slice(0, -1), turn),
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
    this.#persist();
  }

  /** Ends the answer under way, if there is one, before anybody is told. @returns the turns as they stand then */
  #settle(how: { stopped?: boolean; failure?: Failure }): readonly Turn[] {
    const run = this.#run;
    if (run === null) return this.snapshot.turns;
    this.#run = null;
    run.controller.abort();
    endReply(run.reply, how);
    const turn = { ...run.turn, answer: readFinalAnswer(run.turn.answer, run.reply, how.failure) };
    run.resolve(turn);
    return [...this.snapshot.turns.slice(0, -1), turn];
  }

  #publish(change: { turns?: readonly Turn[]; threadLost?: boolean }): void {
    const status = this.#run === null ? 'idle' : 'busy';
    this.replace({ ...this.snapshot, status, threadId: this.#thread?.threadId ?? null, ...change });
  }

  /** Thread and history are written together: a history never meets the thread of another conversation. */
  #persist(): void {
    const { turns } = this.snapshot;
    this.#storage.write(this.#key('thread'), this.#thread);
    this.#storage.write(this.#key('history'), turns.length > 0 ? createHistory(turns) : null);
  }

  #restore(): void {
    this.#thread = this.#storage.read(this.#key('thread'), readThread);
    const turns = this.#storage.read(this.#key('history'), readHistory) ?? [];
    const known = new Map(this.snapshot.turns.map((turn) => [turn.id, turn]));
    this.#publish({
      turns: turns.map((turn) => {
        const before = known.get(turn.id);
        const same = before?.answer.status === turn.answer.status && before.answer.text === turn.answer.text;
        return same ? before : interruptTurn(turn);
      }),
    });
  }

  #handleStorage(key: string | null): void {
    // An answer under way here goes on, and is what is kept in the end.
    if (this.#run !== null) return;
    // The storage carried over what was said here; only an empty conversation looks for an earlier one in the new place.
    if (key === null && this.snapshot.turns.length === 0) this.#restore();
    if (key === this.#key('history')) this.#followOtherTab();
  }

  /** Takes over what was said in another tab, once its answer has ended. */
  #followOtherTab(): void {
    const turns = this.#storage.read(this.#key('history'), readHistory) ?? [];
    if (turns.every(({ answer }) => isFinalStatus(answer.status))) this.#restore();
  }

  #key(name: 'thread' | 'history' | 'draft'): string {
    return storageKey(this.#site, name);
  }
}
