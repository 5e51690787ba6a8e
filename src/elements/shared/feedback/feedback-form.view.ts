import { isComposing } from '../dom/composing.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_FEEDBACK_NOTE_LENGTH } from '../../../state/archive/history.ts';
import type { AnswerFeedback } from '../../../state/conversation/conversation-snapshot.ts';
import type { StringsController } from '../i18n/strings-controller.ts';
import type { FeedbackStrings } from '../../strings/english.ts';

/** Strings of the form. The reason for what is off topic differs between answers and pages. */
type FormStrings = FeedbackStrings & { readonly reasonOffTopic: string };

/** Look a string of the form up. */
export type FeedbackText = StringsController<FormStrings>['text'];

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

/** What the form shows, and what is called when the reader uses it. */
interface FeedbackForm {
  readonly feedback: AnswerFeedback;
  /** Change the feedback in the form. Two changes can come before the form is drawn again. */
  change(change: (feedback: AnswerFeedback) => AnswerFeedback): void;
  submit(): void;
  /** Called when the form is left, after `submit()`, too. `form` is still on the page. */
  close(form: Element): void;
}

/** Draw the form that asks for the reasons of a rating. There is one at a time in a shadow tree, because it has ids. */
export function renderFeedbackForm(
  text: FeedbackText,
  { feedback, change, submit, close }: FeedbackForm,
): TemplateResult {
  const { note } = feedback;
  const handleClose = ({ currentTarget }: Event): void =>
    close((currentTarget as Element).closest('.feedback-form')!);
  return html`<form
    part="feedback-form"
    class="feedback-form"
    aria-label=${text('feedbackForm')}
    @submit=${(event: SubmitEvent) => {
      event.preventDefault();
      submit();
      handleClose(event);
    }}
    @keydown=${(event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isComposing(event)) return;
      // Close the form, and not the panel around it.
      event.preventDefault();
      event.stopPropagation();
      handleClose(event);
    }}
  >
    ${renderReasons(text, feedback, change)}
    <label class="label" for="feedback-note">${text('feedbackNote')}</label>
    <textarea
      id="feedback-note"
      class="note-input"
      rows="2"
      dir=${note === '' ? nothing : 'auto'}
      maxlength=${MAX_FEEDBACK_NOTE_LENGTH}
      aria-describedby="note-count"
      .value=${live(note)}
      @input=${({ target }: InputEvent) =>
        change((before) => ({ ...before, note: (target as HTMLTextAreaElement).value }))}
    ></textarea>
    <div class="feedback-end">
      <small id="note-count"
        >${
          note.length < MAX_FEEDBACK_NOTE_LENGTH * 0.9
            ? nothing
            : text('feedbackNoteCount', { count: note.length, limit: MAX_FEEDBACK_NOTE_LENGTH })
        }</small
      >
      <button class="quiet" type="button" @click=${handleClose}>${text('feedbackSkip')}</button>
      <button class="retry">${text('feedbackSend')}</button>
    </div>
  </form>`;
}

function renderReasons(
  text: FeedbackText,
  { rating, reasons }: AnswerFeedback,
  change: FeedbackForm['change'],
): TemplateResult {
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
            @click=${() => change((before) => toggleReason(before, reason))}
          >
            ${text(label)}
          </button>`,
      )}
    </div>`;
}

function toggleReason(feedback: AnswerFeedback, reason: string): AnswerFeedback {
  const { reasons } = feedback;
  const others = reasons.filter((other) => other !== reason);
  return { ...feedback, reasons: others.length < reasons.length ? others : [...reasons, reason] };
}

/** Draw the reasons and the note that were given, with a button to change them; nothing for a rating alone. */
export function renderGivenFeedback(
  text: FeedbackText,
  { rating, reasons, note }: AnswerFeedback,
  edit: (button: Element) => void,
): TemplateResult | typeof nothing {
  const labels: Readonly<Record<string, keyof FormStrings>> = REASONS[rating];
  const given = reasons.flatMap((reason) => (Object.hasOwn(labels, reason) ? [text(labels[reason]!)] : []));
  if (given.length === 0 && note === '') return nothing;
  return html`<div class="feedback-said" role="group" aria-label=${text('feedbackForm')}>
    ${given.map((label) => html`<span class="reason">${label}</span>`)}
    ${note === '' ? nothing : html`<q dir="auto">${note}</q>`}
    <button
      class="quiet"
      type="button"
      @click=${({ currentTarget }: Event) => edit(currentTarget as Element)}
    >
      ${text('feedbackEdit')}
    </button>
  </div>`;
}
