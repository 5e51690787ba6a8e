import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { postFeedback } from '../../../client/post-feedback.ts';
import type { AnswerFeedback, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { MAX_FEEDBACK_NOTE_LENGTH } from '../../../state/archive/history.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { feedbackStyles } from './feedback.styles.ts';
import { feedbackStrings } from '../strings/en/feedback.ts';
import { renderNotice, renderWayOut } from './notice.view.ts';
import { rate } from './rate.ts';
import type { AssistantContext } from '../context.ts';

/** Reasons that a reader can choose: the name in events, and the string of its label. */
const REASONS = {
  positive: { correct: 'reasonCorrect', complete: 'reasonComplete', clear: 'reasonClear' },
  negative: {
    incorrect: 'reasonIncorrect',
    outdated: 'reasonOutdated',
    incomplete: 'reasonIncomplete',
    'off-topic': 'reasonOffTopic',
    unclear: 'reasonUnclear',
  },
} as const;

/** The open form; there is one at a time. */
interface Form {
  readonly turn: Turn;
  readonly reasons: readonly string[];
  readonly note: string;
}

/** The form that asks for the reasons of a rating, the reasons given, and sending both to the endpoint of the host. */
export class Feedback {
  readonly #context: AssistantContext;
  readonly #redraw: (turn: Turn) => void;
  #form: Form | null = null;
  /** Turns whose rating has not reached the endpoint. */
  readonly #unsent = new Set<string>();
  /** Settles after the requests under way: feedback is posted in the order in which it was given. */
  #sending = Promise.resolve();

  /** @param redraw draws the footer of a turn again */
  constructor(context: AssistantContext, redraw: (turn: Turn) => void) {
    this.#context = context;
    this.#redraw = redraw;
    context.strings.add(feedbackStrings);
    addStyles(context.host.renderRoot, feedbackStyles);
  }

  render(turn: Turn, feedback: AnswerFeedback): TemplateResult | typeof nothing {
    return this.#form?.turn.id === turn.id
      ? this.#renderForm(turn, feedback, this.#form)
      : this.#renderSummary(turn, feedback);
  }

  /** Open the form after a press on one of the thumbs. */
  handleRated(turn: Turn, feedback: AnswerFeedback | null): void {
    this.#open(feedback === null ? null : { turn, reasons: [], note: '' });
    this.#send(turn, feedback);
    if (feedback === null) return;
    const { host, text, scroll } = this.#context;
    this.#context.announce(text('thanks'));
    // Assistive technology clicks without a pointer or a key.
    scroll.rest();
    void host.updateComplete.then(() =>
      host.renderRoot.querySelector('.feedback-form')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  #renderForm(turn: Turn, feedback: AnswerFeedback, { reasons, note }: Form): TemplateResult {
    const { text } = this.#context;
    const { rating } = feedback;
    return html`<form
      part="feedback-form"
      class="feedback-form"
      aria-label=${text('feedbackForm')}
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        this.#submit(turn, rating);
        this.#close(event.currentTarget as Element);
      }}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        // Close the form, and not the panel around it.
        event.preventDefault();
        event.stopPropagation();
        this.#close(event.currentTarget as Element);
      }}
    >
      ${this.#renderReasons(rating, reasons)}
      <label class="label" for="feedback-note">${text('feedbackNote')}</label>
      <textarea
        id="feedback-note"
        class="note-input"
        rows="2"
        dir=${note === '' ? nothing : 'auto'}
        maxlength=${MAX_FEEDBACK_NOTE_LENGTH}
        aria-describedby="note-count"
        .value=${live(note)}
        @input=${(event: InputEvent) => this.#change({ note: (event.target as HTMLTextAreaElement).value })}
      ></textarea>
      <div class="feedback-end">
        <small id="note-count"
          >${text('feedbackNoteCount', { count: note.length, limit: MAX_FEEDBACK_NOTE_LENGTH })}</small
        >
        <button
          class="quiet"
          type="button"
          @click=${({ currentTarget }: Event) => this.#close(currentTarget as Element)}
        >
          ${text('feedbackSkip')}
        </button>
        <button class="retry">${text('feedbackSend')}</button>
      </div>
    </form>`;
  }

  #renderReasons(rating: AnswerFeedback['rating'], reasons: readonly string[]): TemplateResult {
    const { text } = this.#context;
    return html`<p class="label" id="reasons-label">
        ${text(rating === 'positive' ? 'feedbackReasonsGood' : 'feedbackReasonsBad')}
      </p>
      <div class="reasons" role="group" aria-labelledby="reasons-label">
        ${Object.entries(REASONS[rating]).map(
          ([reason, label]) =>
            html`<button
              part="reason"
              class="reason"
              type="button"
              aria-pressed=${reasons.includes(reason)}
              @click=${() => this.#toggle(reason)}
            >
              ${text(label)}
            </button>`,
        )}
      </div>`;
  }

  #renderSummary(turn: Turn, feedback: AnswerFeedback): TemplateResult | typeof nothing {
    const { text } = this.#context;
    const { rating, reasons, note } = feedback;
    const labels: Readonly<Record<string, keyof typeof feedbackStrings>> = REASONS[rating];
    const said = reasons.flatMap((reason) => (Object.hasOwn(labels, reason) ? [text(labels[reason]!)] : []));
    const edit = { turn, reasons, note };
    return html`${
      said.length === 0 && note === ''
        ? nothing
        : html`<div class="feedback-said" role="group" aria-label=${text('feedbackForm')}>
            ${said.map((label) => html`<span class="reason">${label}</span>`)}
            ${note === '' ? nothing : html`<q dir="auto">${note}</q>`}
            <button
              class="quiet"
              type="button"
              @click=${({ currentTarget }: Event) => this.#edit(edit, currentTarget as Element)}
            >
              ${text('feedbackEdit')}
            </button>
          </div>`
    }
    ${
      this.#unsent.has(turn.id)
        ? renderNotice('error', text('feedbackFailed'), [
            renderWayOut(text('sendAgain'), () => this.#send(turn, feedback)),
          ])
        : nothing
    }`;
  }

  /** Show a form in place of the one before; `null` closes that. */
  #open(form: Form | null): void {
    const before = this.#form;
    this.#form = form;
    for (const { turn } of [before, form].filter((changed) => changed !== null)) this.#redraw(turn);
  }

  #change(change: Partial<Form>): void {
    if (this.#form !== null) this.#open({ ...this.#form, ...change });
  }

  #edit(form: Form, button: Element): void {
    const answer = button.closest('.answer');
    this.#open(form);
    // The button is gone then.
    void this.#context.host.updateComplete.then(() =>
      answer?.querySelector<HTMLElement>('.note-input')?.focus(),
    );
  }

  #close(inside: Element): void {
    this.#open(null);
    inside.closest('.answer')?.querySelector<HTMLElement>('[data-rating][aria-pressed=true]')?.focus();
  }

  #toggle(reason: string): void {
    const before = this.#form?.reasons ?? [];
    const others = before.filter((other) => other !== reason);
    this.#change({ reasons: others.length < before.length ? others : [...before, reason] });
  }

  #submit(turn: Turn, rating: AnswerFeedback['rating']): void {
    const { reasons = [], note = '' } = this.#form ?? {};
    const feedback = { rating, reasons, note: note.trim() };
    rate(this.#context, turn, feedback);
    this.#context.announce(this.#context.text('thanks'));
    this.#send(turn, feedback);
  }

  /** Post a rating to the endpoint that the host names, if it names one. */
  #send(turn: Turn, feedback: AnswerFeedback | null): void {
    const { feedbackEndpoint } = this.#context.host;
    this.#unsent.delete(turn.id);
    this.#redraw(turn);
    if (!feedbackEndpoint) return;
    this.#sending = this.#sending.then(() => this.#post(feedbackEndpoint, turn, feedback));
  }

  async #post(endpoint: string, turn: Turn, feedback: AnswerFeedback | null): Promise<void> {
    const { host, text, parts } = this.#context;
    const { domain } = host;
    const { messageId } = turn.answer;
    const said = { rating: null, reasons: [], note: '', ...feedback };
    // Nothing is sent where secrets cannot be masked.
    const note = host.mask ? ((await parts.mask.load())?.maskSecrets(said.note) ?? null) : said.note;
    const isPosted =
      note !== null &&
      (await postFeedback(endpoint, { ...(domain && { domain }), messageId, ...said, note }));
    if (isPosted) return;
    this.#unsent.add(turn.id);
    this.#redraw(turn);
    this.#context.announce(text('feedbackFailed'));
  }
}
