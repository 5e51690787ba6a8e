import type { DocsFilter } from '../../protocol/api.ts';
import type { AnswerSource } from '../../protocol/sources.ts';
import { withFeedback } from '../archive/thread-content.ts';
import { createUuid } from '../storage/identity.ts';
import type { Store } from '../snapshot-store.ts';
import { AnswerRun, type RunEnd } from './answer-run.ts';
import { failedAnswer, SUBMITTED_ANSWER } from './answer.ts';
import type { ConversationOptions, ConversationPieces } from './conversation-options.ts';
import type { AnswerFeedback, ConversationSnapshot, Turn } from './conversation-snapshot.ts';
import { QuestionSender, type QuestionSettings } from './question-sender.ts';
import { refuseQuestion } from './question.ts';
import { CurrentConversation } from './current-conversation.ts';

/**
 * A conversation with the assistant: the turns so far and the answer under way, for as long as its site stays the same.
 * What is kept is shown once its archive is loaded; a question that is asked meanwhile is sent after that.
 *
 * Actions never reject: failures are in the turn (`answer.failure`). Listeners are called at most once for each network read.
 */
export class ConversationStore implements Store<ConversationSnapshot>, QuestionSettings {
  source: AnswerSource | null;
  retrievalPageSize: number | undefined;
  prepareQuestion: QuestionSettings['prepareQuestion'] = null;
  /** The filter of questions that bring none of their own. */
  filters: Store<DocsFilter> | null;

  readonly #shown: CurrentConversation;
  readonly #sender: QuestionSender;
  /** The answer under way. Reads of an earlier one are ignored. */
  #run: AnswerRun | null = null;

  /** @param pieces without the full archive, earlier turns are shown once that is {@link loading loaded} */
  constructor(options: ConversationOptions, { archive }: ConversationPieces) {
    this.source = options.source;
    this.filters = options.filters ?? null;
    this.retrievalPageSize = options.retrievalPageSize;
    this.#shown = new CurrentConversation(options, archive);
    this.#sender = new QuestionSender(this.#shown, options);
  }

  get snapshot(): ConversationSnapshot {
    return this.#shown.snapshot;
  }

  subscribe(listener: () => void): () => void {
    return this.#shown.subscribe(listener);
  }

  /** Resolved once all that is kept is shown; `null` when it is. */
  get loading(): Promise<void> | null {
    return this.#shown.archive.loading;
  }

  /** Load the code for more than one question. */
  load(): void {
    this.#shown.archive.load();
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
    if (this.#shown.isRestoring) return this.loading!.then(() => this.retry(question));
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
    this.#shown.archive.whenFull((archive) => {
      const content = archive.read(id);
      if (content === null || id === this.snapshot.id || this.#shown.isClosed) return;
      this.#drop();
      this.#shown.open(id, content);
    });
  }

  /** Remove a conversation that is kept. In the place of the one on the screen a new one begins. */
  remove(id: string): void {
    if (id === this.snapshot.id) this.reset();
    this.#shown.archive.whenFull((archive) => archive.remove(id));
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
    shown.isWriteDeferred = run !== null && this.#sender.holdsBack(this);
    const status = run === null ? 'idle' : 'busy';
    shown.update({ status, turns: [...earlier, turn], threadLost: false, waitsForTab: false });
    shown.keepAsShown();
    if (run === null) return Promise.resolve(turn);
    if (this.#run === run)
      void this.#sender.send(run, this, (how) => {
        if (this.#run === run) this.#leaveRun(how);
      });
    return run.ended;
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
    const ended = shown.archive.current.mergeRatings(id, [...turns.slice(0, -1), run.end(how)]);
    shown.keep(ended);
    shown.isWriteDeferred = false;
    return ended;
  }
}
