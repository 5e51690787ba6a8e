import { html, type nothing, type TemplateResult } from 'lit';
import type { AnswerFeedback, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { feedbackFormStyles } from '../../shared/feedback/feedback-form.styles.ts';
import { renderFeedbackForm, renderGivenFeedback } from '../../shared/feedback/feedback-form.view.ts';
import { renderUnsentFeedback } from '../../shared/feedback/unsent-feedback.view.ts';
import { FeedbackSender } from '../../shared/feedback/feedback-sender.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';
import type { FeedbackDetail } from '../docs-assistant.events.ts';

/** The open form; there is one at a time. */
interface Form {
  readonly turn: Turn;
  readonly feedback: AnswerFeedback;
}

/** The form for the reasons of a rating, the summary of given reasons, and the requests to the endpoint of the host. */
export class FeedbackControls {
  readonly #context: AssistantContext;
  readonly #redraw: (turn: Turn) => void;
  readonly #sender: FeedbackSender;
  #form: Form | null = null;
  /** Ids of turns whose rating could not be sent. */
  readonly #unsent = new Set<string>();

  /** @param redraw redraws the footer of a turn */
  constructor(context: AssistantContext, redraw: (turn: Turn) => void) {
    this.#context = context;
    this.#redraw = redraw;
    this.#sender = new FeedbackSender(context.groups.mask);
    addStyles(context.host.renderRoot, feedbackFormStyles);
  }

  render(turn: Turn, feedback: AnswerFeedback): TemplateResult | typeof nothing {
    const { text } = this.#context;
    if (this.#form?.turn.id === turn.id) return this.#renderForm(this.#form);
    return html`${renderGivenFeedback(text, feedback, (button) => this.#edit({ turn, feedback }, button))}
    ${this.#unsent.has(turn.id) ? renderUnsentFeedback(text, () => void this.#send(turn, feedback)) : null}`;
  }

  /** Rate an answer by one of the thumbs, or take the rating back, and open the form for the reasons. */
  press(turn: Turn, rating: AnswerFeedback['rating']): void {
    const feedback = turn.feedback?.rating === rating ? null : { rating, reasons: [], note: '' };
    this.rate(turn, feedback);
    this.#open(feedback === null ? null : { turn, feedback });
    if (feedback === null) return;
    const { host, text, scroll } = this.#context;
    this.#context.announce(text('thanks'));
    // Explicitly, because a click of assistive technology comes without the input events that release the scroll position.
    scroll.keepPosition();
    void host.updateComplete.then(() =>
      host.renderRoot.querySelector('.feedback-form')?.scrollIntoView({ block: 'nearest' }),
    );
  }

  /** Store a rating, dispatch it to the page, and post it; `null` removes it. */
  rate(turn: Turn, feedback: AnswerFeedback | null): void {
    const { host, store } = this.#context;
    const { messageId } = turn.answer;
    store.rate(turn.id, feedback);
    const detail: FeedbackDetail = { messageId, rating: null, reasons: [], note: '', ...feedback };
    host.emit('docs-assistant-feedback', detail);
    host.requestUpdate();
    void this.#send(turn, feedback);
  }

  /** Post a rating to the endpoint of the host; `null` for one that was removed. */
  async #send(turn: Turn, feedback: AnswerFeedback | null): Promise<void> {
    const { host, text } = this.#context;
    const { messageId } = turn.answer;
    this.#unsent.delete(turn.id);
    this.#redraw(turn);
    if (await this.#sender.send(host, { messageId, rating: null, reasons: [], note: '', ...feedback }))
      return;
    this.#unsent.add(turn.id);
    this.#redraw(turn);
    this.#context.announce(text('feedbackFailed'));
  }

  #renderForm({ turn, feedback }: Form): TemplateResult {
    return renderFeedbackForm(this.#context.text, {
      feedback,
      change: (change) => this.#form && this.#open({ turn, feedback: change(this.#form.feedback) }),
      submit: () => this.#submit(),
      close: (form) => {
        this.#open(null);
        form.closest('.answer')?.querySelector<HTMLElement>('[data-rating][aria-pressed=true]')?.focus();
      },
    });
  }

  /** Replace the open form; `null` closes it. */
  #open(form: Form | null): void {
    const before = this.#form;
    this.#form = form;
    for (const { turn } of [before, form].filter((changed) => changed !== null)) this.#redraw(turn);
  }

  #edit(form: Form, button: Element): void {
    const answer = button.closest('.answer');
    this.#open(form);
    // The form replaces the button, which had the focus.
    void this.#context.host.updateComplete.then(() =>
      answer?.querySelector<HTMLElement>('.note-input')?.focus(),
    );
  }

  #submit(): void {
    if (this.#form === null) return;
    const { turn } = this.#form;
    const feedback = { ...this.#form.feedback, note: this.#form.feedback.note.trim() };
    this.rate(turn, feedback);
    this.#context.announce(this.#context.text('thanks'));
  }
}
