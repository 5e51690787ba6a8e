import type { nothing, TemplateResult } from 'lit';
import type { AnswerFeedback } from '../../state/conversation/conversation-snapshot.ts';
import { feedbackFormStyles } from '../shared/feedback/feedback-form.styles.ts';
import { renderFeedbackForm, renderGivenFeedback } from '../shared/feedback/feedback-form.view.ts';
import { addStyles } from '../shared/styles/add-styles.ts';
import type { PageFeedbackContext } from './context.ts';

/** The form that asks why a page was helpful or not, and what was answered. Loaded with the first rating. */
export class PageFeedbackForm {
  readonly #context: PageFeedbackContext;
  /** What is in the form; `null` while it is closed. */
  #feedback: AnswerFeedback | null = null;

  constructor(context: PageFeedbackContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, feedbackFormStyles);
  }

  render(given: AnswerFeedback): TemplateResult | typeof nothing {
    const { text } = this.#context;
    if (this.#feedback === null) return renderGivenFeedback(text, given, () => this.#edit(given));
    return renderFeedbackForm(text, {
      feedback: this.#feedback,
      change: (change) => this.#feedback && this.open(change(this.#feedback)),
      submit: () => this.#submit(),
      close: () => {
        this.open(null);
        this.#find('[data-rating][aria-pressed=true]')?.focus();
      },
    });
  }

  /** Show the form with this in it; `null` closes it. */
  open(feedback: AnswerFeedback | null): void {
    this.#feedback = feedback;
    this.#context.host.requestUpdate();
  }

  #edit(given: AnswerFeedback): void {
    this.open(given);
    // The button is gone then.
    void this.#context.host.updateComplete.then(() => this.#find('.note-input')?.focus());
  }

  #submit(): void {
    if (this.#feedback !== null) this.#context.give({ ...this.#feedback, note: this.#feedback.note.trim() });
  }

  #find(selector: string): HTMLElement | null {
    return this.#context.host.renderRoot.querySelector<HTMLElement>(selector);
  }
}
