import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { titleOf } from '../../../protocol/quoted-question.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';
import { icons } from '../icons.ts';
import { DraftQuotes } from './draft-quotes.ts';

/**
 * Features of the composer beyond sending: the queue of questions, the quotes of the question, recalling earlier questions,
 * and editing the last one.
 */
export class QuestionQueue {
  readonly #context: AssistantContext;
  /** Id of the turn whose question is being edited. */
  #editedId: string | null = null;
  /** Id of the turn for which waiting for another tab was announced. */
  #waitingId: string | null = null;
  /** Index of the earlier question in the composer, from the newest; -1 for none. */
  #recalled = -1;
  readonly #quotes;

  constructor(context: AssistantContext) {
    this.#context = context;
    this.#quotes = new DraftQuotes(context);
    addStyles(context.host.renderRoot, questionQueueStyles);
  }

  /** Whether the text of the composer is the last question being edited. */
  get isEditing(): boolean {
    return this.#editedId !== null && this.#editedId === this.#last?.id;
  }

  /** Whether the composer is empty, or holds an earlier question unchanged. */
  get canRecall(): boolean {
    const { value } = this.#context.draft;
    return value === '' || value.trim() === this.#questions[this.#recalled];
  }

  /** Send the edited question. */
  submit(): void {
    const { draft, actions } = this.#context;
    const options = { filter: this.#last?.filter, replacesLast: true };
    if (!draft.canSend || !actions.ask(draft.value, options)) return;
    this.#editedId = null;
    draft.set('');
  }

  /** Move the quotes at the beginning of a text in the field to the quotes of the draft. */
  takeQuotes(text: string): void {
    this.#quotes.take(text);
  }

  /** Announce that a question was queued. */
  announceQueued(): void {
    if (this.#context.draft.queue.length > 0) this.#context.announce(this.#context.text('queuedSaid'));
  }

  /** Announce, once for each question, that it waits for an answer in another tab. */
  announceWaiting(): void {
    const { conversation, text } = this.#context;
    const id = this.#last?.id ?? null;
    if (!conversation.waitsForTab || id === this.#waitingId) return;
    this.#waitingId = id;
    this.#context.announce(text('waitsForTab'));
  }

  /** Ask the next question, or move the whole queue into the field if the answer has failed or was stopped. */
  handleEnded({ id, answer: { status } }: Turn): void {
    const { draft, actions, conversation, scroll } = this.#context;
    const { queue } = draft;
    const [next, ...rest] = queue;
    // The page may have asked a question meanwhile.
    if (next === undefined || conversation.status === 'busy' || this.#last?.id !== id) return;
    if (status !== 'done' && status !== 'empty') return draft.unqueue();
    draft.queue = rest;
    const isReading = scroll.away;
    if (!actions.ask(next)) draft.queue = queue;
    // The reader is still at the answer before: do not scroll to the new question.
    else if (isReading) scroll.keepPosition();
  }

  /** Put the question of the last turn into the composer, to be sent in place of it. The focus stays where it is. */
  edit({ id, question }: Turn): void {
    this.#editedId = id;
    this.#context.draft.set(question);
  }

  /** Put a question that must be edited back into the field, if that is empty. */
  restore(turn: Turn): void {
    const { draft } = this.#context;
    if (draft.value === '' && draft.queue.length === 0) this.edit(turn);
  }

  /** Put an earlier or later question into the composer. */
  recall(direction: 'ArrowUp' | 'ArrowDown'): void {
    // The field may have changed while this was loading.
    if (!this.canRecall) return;
    const { draft } = this.#context;
    const questions = this.#questions;
    if (draft.value === '') this.#recalled = -1;
    const next = this.#recalled + (direction === 'ArrowUp' ? 1 : -1);
    this.#recalled = Math.max(-1, Math.min(next, questions.length - 1));
    draft.set(questions[this.#recalled] ?? '');
  }

  render(): TemplateResult {
    const { text, conversation } = this.#context;
    const waiting = conversation.waitsForTab
      ? html`<p part="notice" class="hint">${text('waitsForTab')}</p>`
      : nothing;
    return html`${waiting} ${this.#renderList()} ${this.#quotes.render()}`;
  }

  #renderList(): TemplateResult | typeof nothing {
    const { text, draft } = this.#context;
    if (draft.queue.length === 0 && !this.isEditing) return nothing;
    return html`<ul class="list queue" part="queue">
      ${this.isEditing ? this.#renderItem(text('editing'), '', text('stopEditing'), () => this.#stopEditing()) : nothing}
      ${draft.queue.map((question, index) =>
        this.#renderItem(
          text('queued'),
          titleOf(question),
          text('unqueue', { question: titleOf(question) }),
          () => this.#remove(index),
        ),
      )}
    </ul>`;
  }

  #renderItem(label: string, question: string, action: string, act: () => void): TemplateResult {
    return html`<li>
      <span>${label}${question === '' ? nothing : html`: <span dir="auto">${question}</span>`}</span>
      <button class="icon-button" type="button" aria-label=${action} @click=${act}>${icons.close}</button>
    </li>`;
  }

  #remove(index: number): void {
    const { draft } = this.#context;
    const question = draft.queue[index] ?? '';
    draft.queue = draft.queue.toSpliced(index, 1);
    // Back into the field, to be edited or sent again, unless that holds another question.
    if (draft.value.trim() === '') draft.set(question);
    this.#context.focus('.input');
  }

  #stopEditing(): void {
    this.#editedId = null;
    this.#context.draft.set('');
    this.#context.focus('.input');
  }

  get #last(): Turn | undefined {
    return this.#context.conversation.turns.at(-1);
  }

  /** Earlier questions without duplicates, newest first. */
  get #questions(): readonly string[] {
    return [...new Set(this.#context.conversation.turns.map(({ question }) => question).toReversed())];
  }
}

/** The queue of questions, above the field. */
const questionQueueStyles = css`
  .queue {
    max-height: 25dvh;
    margin: 8px 16px 0;
    overflow-y: auto;
    /* Visible in forced colours, which remove the background. */
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_soft);
    font-size: 0.8667em;
  }
  .queue li {
    display: flex;
    align-items: center;
    gap: 8px;
    padding-inline: 16px 4px;
  }
  .queue li > span {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--_muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .queue span span {
    color: var(--_text);
  }
  .queue svg {
    width: 16px;
    height: 16px;
  }
`;
