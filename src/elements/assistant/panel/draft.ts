import { MAX_QUESTION_LENGTH, QUOTING } from '../../../state/conversation/question.ts';
import type { Draft } from '../context.ts';
import type { PanelContext } from './panel.view.ts';

/** Maximum length of the queue; further questions stay in the composer. */
export const MAX_QUEUED_QUESTIONS = 5;

/**
 * Text of the composer, and the queue of questions to ask after the current answer. Both survive reloads. The queue is here
 * and not with what draws it, because a question is enqueued at once, even while that is being loaded.
 */
export class QuestionDraft implements Draft {
  quotes = '';
  words = '';
  readonly #context: PanelContext;
  #queue: readonly string[] = [];

  constructor(context: PanelContext) {
    this.#context = context;
  }

  get value(): string {
    return this.quotes ? `${this.quotes}\n\n${this.words}` : this.words;
  }

  get queue(): readonly string[] {
    return this.#queue;
  }

  set queue(queue) {
    this.#queue = queue;
    this.edit(this.words);
  }

  get isTooLong(): boolean {
    return this.value.trim().length > MAX_QUESTION_LENGTH;
  }

  get canSend(): boolean {
    const { host, conversation, groups } = this.#context;
    return (
      this.value.trim() !== '' &&
      !this.isTooLong &&
      conversation.status === 'idle' &&
      !groups.afterAnswer.value?.footer.secondsToWait &&
      host.missing.length === 0
    );
  }

  restore(kept: string): void {
    this.#queue = [];
    this.quotes = '';
    this.words = kept;
    this.#takeQuotes(kept);
  }

  set(value: string): void {
    this.edit(value, '');
    this.#takeQuotes(value);
  }

  edit(words: string, quotes = this.quotes): void {
    this.words = words;
    this.quotes = quotes;
    const { host, store } = this.#context;
    store.draft = this.#unsent();
    host.requestUpdate();
  }

  /** Append a paragraph, unless the question contains it. */
  append(text: string): void {
    const words = this.words.trimEnd();
    if (!this.value.includes(text.trim())) this.edit(words === '' ? text : `${words}\n\n${text}`);
    this.#takeQuotes(text);
  }

  enqueue(question: string): boolean {
    const text = question.trim();
    const isFull = this.#queue.length >= MAX_QUEUED_QUESTIONS;
    if (text === '' || text.length > MAX_QUESTION_LENGTH || isFull) return false;
    this.queue = [...this.#queue, text];
    return true;
  }

  unqueue(): void {
    const text = this.#unsent();
    this.#queue = [];
    this.edit(text, '');
  }

  #unsent(): string {
    return [...this.#queue, this.value].filter((text) => text.trim() !== '').join('\n\n');
  }

  /** Move quotes above the field once what draws them is loaded. Until then they are in the field, as Markdown. */
  #takeQuotes(text: string): void {
    if (!QUOTING.test(text)) return;
    void this.#context.groups.afterAnswer.load().then((after) => after?.queue.takeQuotes(text));
  }
}
