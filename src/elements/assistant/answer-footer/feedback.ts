import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import type { AnswerFeedback, Turn } from '../../../state/conversation-snapshot.ts';
import { MAX_FEEDBACK_NOTE_LENGTH } from '../../../state/history.ts';
import { addStyles } from '../../shared/add-styles.ts';
import { feedbackStyles } from './feedback.styles.ts';
import { feedbackStrings } from '../strings/en/feedback.ts';
import { renderNotice, renderWayOut } from './notice.view.ts';
import type { Panel } from '../panel/panel.ts';
import { rate } from './rate.ts';

/** What readers can say of an answer: as it is told to the page, and the string that is its label. */
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

/** How long sending may take, in milliseconds. */
const SENDING_TIME = 15_000;

/** The form that asks why, for one answer at a time. */
interface Form {
  readonly turnId: string;
  readonly reasons: readonly string[];
  readonly note: string;
}

/** Asks why an answer is rated as it is, shows what was said, and sends it where the host wants to have it. */
export class Feedback {
  readonly #panel: Panel;
  #form: Form | null = null;
  /** Turns whose rating has not reached the endpoint. */
  readonly #unsent = new Set<string>();
  /** What is on its way: the endpoint hears of feedback in the order in which it was given. */
  #sending = Promise.resolve();

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.strings.add(feedbackStrings);
    addStyles(panel.host.renderRoot, feedbackStyles);
  }

  /** Changes when the feedback on this answer has to be drawn again. */
  revision({ id }: Turn): unknown {
    return this.#form?.turnId === id ? this.#form : this.#unsent.has(id);
  }

  render(turn: Turn, feedback: AnswerFeedback): TemplateResult | typeof nothing {
    return this.#form?.turnId === turn.id
      ? this.#renderForm(turn, feedback, this.#form)
      : this.#renderSummary(turn, feedback);
  }

  /** Asks why, after a press on one of the thumbs. */
  handleRated(turn: Turn, feedback: AnswerFeedback | null): void {
    this.#form = feedback === null ? null : { turnId: turn.id, reasons: [], note: '' };
    this.#send(turn, feedback);
    if (feedback === null) return;
    this.#panel.announce(this.#panel.text('thanks'));
    void this.#panel.host.updateComplete.then(() =>
      this.#panel.host.renderRoot.querySelector('.feedback-form')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  #renderForm(turn: Turn, feedback: AnswerFeedback, { reasons, note }: Form): TemplateResult {
    const { text } = this.#panel;
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
        // Closes the form, and not the panel around it.
        event.preventDefault();
        event.stopPropagation();
        this.#close(event.currentTarget as Element);
      }}
    >
      <p class="label" id="reasons-label">
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
      </div>
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

  #renderSummary(turn: Turn, feedback: AnswerFeedback): TemplateResult | typeof nothing {
    const { text } = this.#panel;
    const { rating, reasons, note } = feedback;
    const labels: Readonly<Record<string, keyof typeof feedbackStrings>> = REASONS[rating];
    const said = reasons.flatMap((reason) => (Object.hasOwn(labels, reason) ? [text(labels[reason]!)] : []));
    const edit = { turnId: turn.id, reasons, note };
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
        ? renderNotice(
            'error',
            text('feedbackFailed'),
            renderWayOut(text('sendAgain'), () => this.#send(turn, feedback)),
          )
        : nothing
    }`;
  }

  #change(change: Partial<Form>): void {
    this.#form = { turnId: '', reasons: [], note: '', ...this.#form, ...change };
    this.#panel.host.requestUpdate();
  }

  #edit(form: Form, button: Element): void {
    const answer = button.closest('.answer');
    this.#change(form);
    // The button is gone then.
    void this.#panel.host.updateComplete.then(() =>
      answer?.querySelector<HTMLElement>('.note-input')?.focus(),
    );
  }

  #close(inside: Element): void {
    this.#form = null;
    this.#panel.host.requestUpdate();
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
    rate(this.#panel, turn, feedback);
    this.#panel.announce(this.#panel.text('thanks'));
    this.#send(turn, feedback);
  }

  /** Sends a rating to the endpoint that the host names, if it names one. */
  #send(turn: Turn, feedback: AnswerFeedback | null): void {
    const { host } = this.#panel;
    const { feedbackEndpoint } = host;
    this.#unsent.delete(turn.id);
    host.requestUpdate();
    if (!feedbackEndpoint) return;
    this.#sending = this.#sending.then(() => this.#post(feedbackEndpoint, turn, feedback));
  }

  async #post(endpoint: string, turn: Turn, feedback: AnswerFeedback | null): Promise<void> {
    const { domain } = this.#panel.host;
    const { messageId } = turn.answer;
    const said = { rating: null, reasons: [], note: '', ...feedback };
    try {
      const note = await this.#panel.mask(said.note);
      const response = await fetch(endpoint, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...(domain && { domain }), messageId, ...said, note }),
        // Also when the page is left at once.
        keepalive: true,
        signal: AbortSignal.timeout(SENDING_TIME),
      });
      if (response.ok) return;
    } catch {
      // Said below, as a refusal is.
    }
    this.#unsent.add(turn.id);
    this.#panel.announce(this.#panel.text('feedbackFailed'));
  }
}
