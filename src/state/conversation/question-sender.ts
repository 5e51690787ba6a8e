import type { AssistantRequest } from '../../protocol/api.ts';
import { toFailure, type Failure } from '../../protocol/failures/failure.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import { readOrCreateFp } from '../storage/identity.ts';
import type { CheckedStorage } from '../storage/storage.ts';
import type { AnswerRun, RunEnd } from './answer-run.ts';
import type { ConversationOptions } from './conversation-options.ts';
import type { Turn } from './conversation-snapshot.ts';
import type { CurrentConversation } from './current-conversation.ts';
import type { WriterLock } from './writer-lock.ts';

/** Settings of the next questions. */
export interface QuestionSettings {
  /** Where answers come from; `null` while the endpoint or domain is not set. An answer under way is not touched. */
  source: AnswerSource | null;
  /** Sections retrieved for an answer. Unset: the server's own default. */
  retrievalPageSize: number | undefined;
  /** Change a question before it is sent, for instance to mask secrets; the changed one is shown and kept. Default none. */
  prepareQuestion: ((question: string) => Promise<string>) | null;
}

/** Sends the questions of a conversation, one after the other, and not while another tab waits for an answer in it. */
export class QuestionSender {
  readonly #shown: CurrentConversation;
  readonly #storage: CheckedStorage;
  readonly #lock: WriterLock | null;
  /** Whether this tab has the lock. */
  #isWriting = false;

  constructor(shown: CurrentConversation, { storage, lock = null }: ConversationOptions) {
    this.#shown = shown;
    this.#storage = storage;
    this.#lock = lock;
  }

  /** Whether a question is shown before it is kept. */
  holdsBack({ prepareQuestion }: QuestionSettings): boolean {
    return (this.#lock ?? prepareQuestion) !== null;
  }

  /**
   * Send the question of a run and stream its answer into the conversation. Never rejects.
   *
   * @param end ends the run, while no other tab can write the conversation
   */
  async send(run: AnswerRun, settings: QuestionSettings, end: (how: RunEnd) => void): Promise<void> {
    const shown = this.#shown;
    const { archive } = shown;
    const { signal } = run;
    let unlock = (): void => {};
    try {
      // Another tab may have added turns.
      if (shown.snapshot.turns.length > 1) archive.load();
      if (archive.loading !== null) await archive.loading;
      if (this.#lock !== null) unlock = await this.#takeLock(this.#lock, run);
      if (settings.prepareQuestion !== null && !signal.aborted) {
        const question = await settings.prepareQuestion(run.turn.question);
        run.turn = { ...run.turn, question };
        if (!signal.aborted) shown.updateLast(run.turn);
      }
      if (signal.aborted) return;
      shown.release();
      const failure = await this.#stream(run, settings);
      end(failure === undefined ? {} : { failure });
    } catch (error) {
      end({ failure: toFailure(error) });
    } finally {
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
  async #stream(run: AnswerRun, settings: QuestionSettings): Promise<Failure | undefined> {
    const shown = this.#shown;
    const { thread } = shown;
    const request = this.#createRequest(run.turn, settings);
    const reads = settings.source?.answer(request, { signal: run.signal }) ?? [];
    const failure = await run.stream(reads, () => {
      shown.thread = run.threadAfter(shown.thread);
      shown.updateLast(run.turn);
    });
    // The server does not know the thread any more: go on in a new one.
    if (failure?.status !== 404 || thread === null || !run.isUnanswered || run.signal.aborted) return failure;
    shown.thread = null;
    shown.update({ threadLost: true });
    return run.signal.aborted ? undefined : this.#stream(run, settings);
  }

  #createRequest(turn: Turn, { retrievalPageSize }: QuestionSettings): AssistantRequest {
    const { archive, snapshot, thread } = this.#shown;
    return {
      fp: readOrCreateFp(this.#storage),
      messages: archive.current.createMessages(snapshot.turns.slice(0, -1), turn),
      ...thread,
      ...(retrievalPageSize !== undefined && { retrievalPageSize }),
      ...(Object.keys(turn.filter).length > 0 && { filter: turn.filter }),
    };
  }
}
