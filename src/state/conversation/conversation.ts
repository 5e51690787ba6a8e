import type { AssistantRequest, DocsFilter } from '../../protocol/api.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import { withFeedback } from '../archive/thread-content.ts';
import { createUuid, readOrCreateFp } from '../storage/identity.ts';
import type { CheckedStorage } from '../storage/storage.ts';
import type { Store } from '../snapshot-store.ts';
import { AnswerRun, type RunEnd } from './answer-run.ts';
import { failedAnswer, SUBMITTED_ANSWER } from './answer.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { AnswerFeedback, ConversationSnapshot, Turn } from './conversation-snapshot.ts';
import { createMessages } from './messages.ts';
import { refuseQuestion } from './question.ts';
import { CurrentConversation } from './current-conversation.ts';
import type { WriterLock } from './writer-lock.ts';

export type { ConversationOptions };

/**
 * A conversation with the assistant on one site: the turns so far and the answer under way. Earlier turns are read from
 * the storage at once.
 *
 * Actions never reject: failures are in the turn (`answer.failure`). Listeners are called at most once for each batch of
 * events that the source yields.
 */
export class Conversation implements Store<ConversationSnapshot> {
  /** Where answers come from; `null` while the endpoint or domain is not set. An answer under way is not touched. */
  source: AnswerSource | null;
  /** Sections retrieved for an answer. Unset: the server's own default. */
  retrievalPageSize: number | undefined;
  /** Change a question before it is sent, for instance to mask secrets; the changed one is shown and kept. Default none. */
  prepareQuestion: ((question: string) => Promise<string>) | null = null;
  /** The filter of questions that bring none of their own. */
  filters: Store<DocsFilter> | null;

  readonly #shown: CurrentConversation;
  readonly #storage: CheckedStorage;
  readonly #lock: WriterLock | null;
  /** Whether this tab has the lock. */
  #isWriting = false;
  /** The answer under way. Reads of an earlier one are ignored. */
  #run: AnswerRun | null = null;

  constructor(options: ConversationOptions) {
    this.source = options.source;
    this.filters = options.filters ?? null;
    this.retrievalPageSize = options.retrievalPageSize;
    this.#storage = options.storage;
    this.#lock = options.lock ?? null;
    this.#shown = new CurrentConversation(options);
  }

  get snapshot(): ConversationSnapshot {
    return this.#shown.snapshot;
  }

  subscribe(listener: () => void): () => void {
    return this.#shown.subscribe(listener);
  }

  /** The text of the composer that was not sent, kept over reloads. At most {@link MAX_QUESTION_LENGTH} long. */
  get draft(): string {
    return this.#shown.draft;
  }

  set draft(text: string) {
    this.#shown.draft = text;
  }

  /**
   * Ask a question. An answer under way is stopped first and keeps its text.
   *
   * @param question a blank one is not asked; one over {@link MAX_QUESTION_LENGTH} fails with `too-large`, unsent
   * @param options `filter` replaces the chosen filter for this question
   * @returns the turn once its answer has ended in whatever way; `null` if the question was not asked, or the conversation
   *   was reset meanwhile
   */
  ask(question: string, { filter }: { filter?: DocsFilter } = {}): Promise<Turn | null> {
    const text = question.trim();
    if (text === '' || this.#shown.isClosed) return Promise.resolve(null);
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
    const text = question?.trim();
    const turns = this.#shown.isClosed || text === '' ? [] : this.#settle({ stopped: true });
    const last = turns.at(-1);
    if (last === undefined) return Promise.resolve(null);
    return this.#begin(turns.slice(0, -1), { ...last, ...(text !== undefined && { question: text }) });
  }

  /** Stop the answer under way; the text so far is kept. */
  stop(): void {
    this.#leaveRun({ stopped: true });
  }

  /** Start a new conversation, with a new thread. The one before is kept for {@link open}. */
  reset(): void {
    this.#drop();
    this.#shown.startNew();
  }

  /** Go on with a conversation that is kept. An answer under way in this one is stopped and keeps its text. */
  open(id: string): void {
    const content = this.#shown.archive.read(id);
    if (content === null || id === this.snapshot.id || this.#shown.isClosed) return;
    this.#drop();
    this.#shown.open(id, content);
  }

  /** Remove a conversation that is kept. In the place of the one on the screen a new one begins. */
  remove(id: string): void {
    if (id === this.snapshot.id) this.reset();
    this.#shown.archive.remove(id);
  }

  /** Keep the reader's rating of an answer; `null` removes it. */
  rate(turnId: string, feedback: AnswerFeedback | null): void {
    this.#shown.rate(turnId, feedback);
  }

  /** Start a new conversation, and remove all that is kept of the visitor on this site: conversations, draft, searches, filter and `fp`. */
  forget(): void {
    this.reset();
    this.#shown.forget();
  }

  /** Keep the text so far of the answer under way, for a page that is about to be left. */
  save(): void {
    if (this.#run !== null) this.#shown.keep();
  }

  /** End the conversation object: the answer under way is interrupted, the turns stay kept, nothing can be asked. */
  close(): void {
    this.#shown.close();
    this.#leaveRun({});
  }

  #begin(earlier: readonly Turn[], asked: Turn): Promise<Turn | null> {
    const shown = this.#shown;
    const failure = refuseQuestion(asked.question, this.source);
    const answer = failure === null ? SUBMITTED_ANSWER : failedAnswer(failure);
    const turn = withFeedback({ ...asked, answer }, null);
    const run = failure === null ? new AnswerRun(turn) : null;
    this.#run = run;
    // A question is shown before it is kept.
    shown.isWriteDeferred = run !== null && (this.#lock ?? this.prepareQuestion) !== null;
    const status = run === null ? 'idle' : 'busy';
    shown.update({ status, turns: [...earlier, turn], threadLost: false, waitsForTab: false });
    shown.keepAsShown();
    if (run === null) return Promise.resolve(turn);
    if (this.#run === run) void this.#send(run);
    return run.ended;
  }

  /** Send the question of a run and stream its answer. It ends while no other tab can write the conversation. Never rejects. */
  async #send(run: AnswerRun): Promise<void> {
    const shown = this.#shown;
    const { signal } = run;
    let unlock = (): void => {};
    let failure: Failure | undefined;
    try {
      if (this.#lock !== null) unlock = await this.#takeLock(this.#lock, run);
      if (this.prepareQuestion !== null && !signal.aborted) {
        const question = await this.prepareQuestion(run.turn.question);
        run.turn = { ...run.turn, question };
        if (!signal.aborted) shown.updateLast(run.turn);
      }
      if (signal.aborted) return;
      shown.release();
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
    const shown = this.#shown;
    const unlock = await lock(shown.storageKey, run.signal, () => {
      // The lock may still be held by the answer before this one, which is ending.
      if (!run.signal.aborted) shown.update({ waitsForTab: !this.#isWriting });
    });
    this.#isWriting = true;
    if (!run.signal.aborted) {
      shown.update({ waitsForTab: false });
      shown.mergeOtherTab(run.turn);
    }
    return () => {
      this.#isWriting = false;
      unlock();
    };
  }

  /** @returns the failure that interrupted the answer, if there was one */
  async #stream(run: AnswerRun): Promise<Failure | undefined> {
    const shown = this.#shown;
    const { thread } = shown;
    const request = this.#createRequest(run.turn);
    const reads = this.source?.answer(request, { signal: run.signal }) ?? [];
    const failure = await run.stream(reads, () => {
      shown.thread = run.threadAfter(shown.thread);
      shown.updateLast(run.turn);
    });
    // The server does not know the thread any more: go on in a new one.
    if (failure?.status !== 404 || thread === null || !run.isUnanswered || run.signal.aborted) return failure;
    shown.thread = null;
    shown.update({ threadLost: true });
    return run.signal.aborted ? undefined : this.#stream(run);
  }

  #createRequest(turn: Turn): AssistantRequest {
    const { snapshot, thread } = this.#shown;
    const { retrievalPageSize } = this;
    return {
      fp: readOrCreateFp(this.#storage),
      messages: createMessages(snapshot.turns.slice(0, -1), turn),
      ...thread,
      ...(retrievalPageSize !== undefined && { retrievalPageSize }),
      ...(Object.keys(turn.filter).length > 0 && { filter: turn.filter }),
    };
  }

  #leaveRun(how: RunEnd): void {
    if (this.#run === null) return;
    this.#shown.update({ turns: this.#settle(how), status: 'idle', waitsForTab: false });
  }

  /** Stop the answer under way because another conversation takes the place of this one. */
  #drop(): void {
    this.#run?.drop();
    this.#leaveRun({ stopped: true });
  }

  /** End and keep the answer under way, if there is one, without changing the snapshot. @returns the turns as they are then */
  #settle(how: RunEnd): readonly Turn[] {
    const shown = this.#shown;
    const { id, turns } = shown.snapshot;
    const run = this.#run;
    if (run === null) return turns;
    this.#run = null;
    const ended = shown.archive.mergeRatings(id, [...turns.slice(0, -1), run.end(how)]);
    shown.keep(ended);
    shown.isWriteDeferred = false;
    return ended;
  }
}
