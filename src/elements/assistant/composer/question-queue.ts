import { html, nothing, type TemplateResult } from 'lit';
import type { Turn } from '../../../state/conversation-snapshot.ts';
import { addStyles } from '../../shared/add-styles.ts';
import { questionQueueStrings } from '../strings/en/question-queue.ts';
import { questionQueueStyles } from './question-queue.styles.ts';
import { icons } from '../icons.ts';
import type { Panel } from '../panel/panel.ts';

/** Most questions that wait for an answer to end; what is sent beyond that stays in the field. */
export const MAX_QUEUED_QUESTIONS = 5;

/** What the composer does beyond sending: questions that wait, earlier questions, and changing the last one. Loaded on first use. */
export class QuestionQueue {
  readonly #panel: Panel;
  #queue: readonly string[] = [];
  /** The turn whose question is being changed. */
  #edited: string | null = null;
  /** The turn of which it was said that it waits for another tab. */
  #waiting: string | null = null;
  /** Which of the earlier questions is in the field, counted from the newest; -1 for none. */
  #recalled = -1;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.strings.add(questionQueueStrings);
    addStyles(panel.host.renderRoot, questionQueueStyles);
  }

  get isEditing(): boolean {
    return this.#edited !== null;
  }

  /** What is kept of all that was written and not sent. */
  unsent(draft: string): string {
    return [...this.#queue, draft].filter((text) => text.trim() !== '').join('\n\n');
  }

  /** Sends what is in the field: in the place of the last question, or after the answer that is being written. */
  submit(): void {
    const panel = this.#panel;
    const { turns, status } = panel.conversation;
    const last = turns.at(-1);
    if (last !== undefined && last.id === this.#edited) {
      if (!panel.canSend || !panel.ask(panel.draft, { filter: last.filter, replacesLast: true })) return;
      this.#edited = null;
      panel.handleInput('');
    } else if (status === 'busy') {
      if (panel.draft.trim() !== '' && !panel.questionTooLong && this.add(panel.draft)) panel.handleInput('');
    }
  }

  /** Keeps a question for when the answer under way has ended. @returns whether there was room */
  add(question: string): boolean {
    const panel = this.#panel;
    if (this.#queue.length >= MAX_QUEUED_QUESTIONS) return false;
    this.#queue = [...this.#queue, question.trim()];
    panel.announce(panel.text('queuedSaid'));
    return true;
  }

  /** Says, once for each question, that another tab has to be waited for. */
  sayWaiting(): void {
    const { turns, waitsForTab } = this.#panel.conversation;
    const id = turns.at(-1)?.id ?? null;
    if (!waitsForTab || id === this.#waiting) return;
    this.#waiting = id;
    this.#panel.announce(this.#panel.text('waitsForTab'));
  }

  /** Asks what waits, or puts it back into the field when the answer did not end well. */
  handleEnded({ id, answer: { status } }: Turn): void {
    const panel = this.#panel;
    const [next, ...rest] = this.#queue;
    const { turns, status: activity } = panel.conversation;
    // The page may have asked something in between.
    if (next === undefined || activity === 'busy' || turns.at(-1)?.id !== id) return;
    if (status !== 'done' && status !== 'empty') return this.release();
    this.#queue = rest;
    if (!panel.ask(next)) this.#queue = [next, ...rest];
    panel.handleInput(panel.draft);
  }

  /** Puts what waits back into the field. */
  release(): void {
    const draft = this.unsent(this.#panel.draft);
    this.#queue = [];
    this.#edited = null;
    this.#panel.handleInput(draft);
  }

  /** Forgets what waits. */
  clear(): void {
    this.#queue = [];
    this.#edited = null;
  }

  /** Puts the last question into the field: sent from there, it takes the place of the one before. */
  edit({ id, question }: Turn): void {
    this.#edited = id;
    this.#panel.handleInput(question);
    this.#panel.focusInput();
  }

  /** Whether the field is empty, or has an earlier question as it was asked. */
  get canRecall(): boolean {
    const { draft } = this.#panel;
    return draft === '' || draft === this.#questions[this.#recalled];
  }

  /** Puts the question before or after into the field. */
  recall(direction: 'ArrowUp' | 'ArrowDown'): void {
    const questions = this.#questions;
    if (this.#panel.draft === '') this.#recalled = -1;
    const next = this.#recalled + (direction === 'ArrowUp' ? 1 : -1);
    this.#recalled = Math.max(-1, Math.min(next, questions.length - 1));
    this.#panel.handleInput(questions[this.#recalled] ?? '');
  }

  render(): TemplateResult {
    const { text, conversation } = this.#panel;
    const waiting = conversation.waitsForTab
      ? html`<p part="notice" class="hint">${text('waitsForTab')}</p>`
      : nothing;
    return html`${waiting} ${this.#renderList()}`;
  }

  #renderList(): TemplateResult | typeof nothing {
    const { text } = this.#panel;
    if (this.#queue.length === 0 && !this.isEditing) return nothing;
    return html`<ul class="list queue" part="queue">
      ${this.isEditing ? this.#renderItem(text('editing'), '', text('stopEditing'), () => this.#stopEditing()) : nothing}
      ${this.#queue.map((question, index) =>
        this.#renderItem(text('queued'), question, text('unqueue', { question }), () => this.#unqueue(index)),
      )}
    </ul>`;
  }

  #renderItem(label: string, question: string, action: string, act: () => void): TemplateResult {
    return html`<li>
      <span>${label}${question === '' ? nothing : html`: <span dir="auto">${question}</span>`}</span>
      <button class="icon-button" type="button" aria-label=${action} title=${action} @click=${act}>
        ${icons.close}
      </button>
    </li>`;
  }

  #unqueue(index: number): void {
    const question = this.#queue[index] ?? '';
    const { draft } = this.#panel;
    this.#queue = this.#queue.toSpliced(index, 1);
    // Nothing is thrown away that could still be wanted, unless something else is being written.
    this.#panel.handleInput(draft.trim() === '' ? question : draft);
    this.#panel.focusInput();
  }

  #stopEditing(): void {
    this.#edited = null;
    this.#panel.handleInput('');
    this.#panel.focusInput();
  }

  /** Newest first, each once. */
  get #questions(): readonly string[] {
    return [...new Set(this.#panel.conversation.turns.map(({ question }) => question).toReversed())];
  }
}
