import { MAX_QUESTION_LENGTH, QUOTING } from '../../../state/conversation/question.ts';
import type { AssistantContext, Draft } from '../context.ts';

/** Most questions that wait for an answer to end; what is sent beyond that stays in the composer. */
export const MAX_QUEUED_QUESTIONS = 5;

/**
 * Text of the composer, and the questions that wait for the answer under way. Both are kept over reloads. The queue is
 * plain data here, because a question is taken at the moment it is sent: the piece that draws and asks it may still be
 * loading.
 */
export class QuestionDraft implements Draft {
  readonly #context: AssistantContext;
  readonly #keep: (text: string) => void;
  #quotes = '';
  #words = '';
  #queue: readonly string[] = [];

  /** @param keep stores the text that has not been sent */
  constructor(context: AssistantContext, keep: (text: string) => void) {
    this.#context = context;
    this.#keep = keep;
  }

  get value(): string {
    return this.#quotes ? `${this.#quotes}\n\n${this.#words}` : this.#words;
  }

  get quotes(): string {
    return this.#quotes;
  }

  get words(): string {
    return this.#words;
  }

  get queue(): readonly string[] {
    return this.#queue;
  }

  set queue(queue) {
    this.#queue = queue;
    this.type(this.#words);
  }

  get isTooLong(): boolean {
    return this.value.trim().length > MAX_QUESTION_LENGTH;
  }

  get canSend(): boolean {
    const { host, conversation, parts } = this.#context;
    return (
      this.value.trim() !== '' &&
      !this.isTooLong &&
      conversation.status === 'idle' &&
      !parts.answerFooter.value?.secondsToWait &&
      host.missing.length === 0
    );
  }

  restore(kept: string): void {
    this.#queue = [];
    this.#quotes = '';
    this.#words = kept;
    this.#takeQuotes(kept);
  }

  set(value: string): void {
    this.type(value, '');
    this.#takeQuotes(value);
  }

  type(words: string, quotes = this.#quotes): void {
    this.#words = words;
    this.#quotes = quotes;
    this.#keep(this.#unsent());
    this.#context.host.requestUpdate();
  }

  /** Append a paragraph, unless the question has it. */
  append(text: string): void {
    const words = this.#words.trimEnd();
    if (!this.value.includes(text.trim())) this.type(words === '' ? text : `${words}\n\n${text}`);
    this.#takeQuotes(text);
  }

  enqueue(question: string): boolean {
    const text = question.trim();
    const isFull = this.#queue.length >= MAX_QUEUED_QUESTIONS;
    if (text === '' || text.length > MAX_QUESTION_LENGTH || isFull) return false;
    this.queue = [...this.#queue, text];
    return true;
  }

  release(): void {
    const text = this.#unsent();
    this.#queue = [];
    this.type(text, '');
  }

  #unsent(): string {
    return [...this.#queue, this.value].filter((text) => text.trim() !== '').join('\n\n');
  }

  /** Draw what a text quotes above the field, once the piece for that is loaded. Until then it is in the field, as Markdown. */
  #takeQuotes(text: string): void {
    if (QUOTING.test(text))
      void this.#context.parts.questionQueue.load().then((queue) => queue?.takeQuotes(text));
  }
}
