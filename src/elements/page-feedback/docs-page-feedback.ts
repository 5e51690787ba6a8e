import { html, nothing, type TemplateResult } from 'lit';
import type { AnswerFeedback } from '../../state/conversation/conversation-snapshot.ts';
import type { Attributes, PropertiesOf } from '../shared/attribute.ts';
import { isTyping } from '../shared/dom/shortcut.ts';
import { FeedbackSender } from '../shared/feedback/feedback-sender.ts';
import { thumb } from '../shared/feedback/thumb.ts';
import { renderUnsentFeedback } from '../shared/feedback/unsent-feedback.view.ts';
import { lazy } from '../shared/lazy.ts';
import { noticeStyles } from '../shared/notice/notice.styles.ts';
import { surface } from '../shared/styles/surface.styles.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { tones } from '../shared/styles/tones.styles.ts';
import { pageFeedbackAttributes } from './attributes.ts';
import type { PageFeedbackDetail } from './docs-page-feedback.events.ts';
import { pageFeedbackStyles } from './docs-page-feedback.styles.ts';
import { PageElement } from '../shared/page-element.ts';
import { RatedPages } from './rated-pages.ts';
import { pageFeedback, type PageFeedbackStrings } from '../strings/english.ts';

// The properties of the table.
export interface DocsPageFeedback extends PropertiesOf<typeof pageFeedbackAttributes> {}

/**
 * @summary A question below a page: was it helpful?
 *
 * @fires docs-page-feedback - The reader rated the page, or gave reasons: `{page, rating, reasons, note}`.
 *
 * @csspart panel - The background of the element.
 * @csspart question - The question.
 * @csspart rating - Button that answers it: yes or no.
 * @csspart feedback-form - The form that asks for the reasons of a rating.
 * @csspart reason - A reason that can be chosen in that form.
 * @csspart error - Message about a failure.
 * @csspart retry - Button that sends again.
 *
 * @cssprop --docs-accent-color - Colour of what is chosen, and of the focus.
 * @cssprop --docs-text-color - Colour of text.
 * @cssprop --docs-muted-color - Colour of secondary text.
 * @cssprop --docs-surface-color - Background.
 * @cssprop --docs-border-color - Colour of borders.
 * @cssprop --docs-radius - Radius of the corners. Default 12px.
 * @cssprop --docs-font-family - Typeface. Default: that of the page.
 * @cssprop --docs-font-size - Size of text. Default 15px, or more if the text of the page is larger.
 */
export class DocsPageFeedback extends PageElement<PageFeedbackStrings> {
  static override styles = [tokens, surface, tones, noticeStyles, pageFeedbackStyles];

  static override properties: Attributes = pageFeedbackAttributes;

  private readonly pages = new RatedPages();
  private readonly sender = new FeedbackSender(lazy(() => import('../../protocol/mask-secrets.ts')));
  private readonly form = lazy(
    async () => {
      const { PageFeedbackForm } = await import('./page-feedback-form.ts');
      return new PageFeedbackForm({ host: this, text: this.text, give: (feedback) => this.give(feedback) });
    },
    { onChange: () => this.requestUpdate() },
  );
  private feedback: AnswerFeedback | null = null;
  /** Whether `feedback` has not reached the endpoint. */
  private isUnsent = false;

  constructor() {
    super(pageFeedback, async () => (await import('../strings/translations.ts')).pageFeedback);
    // Nothing that is typed here is a shortcut of the page, which sees the element and no field as the target.
    for (const type of ['keydown', 'keypress', 'keyup'] as const)
      this.addEventListener(type, (event) => isTyping(event) && event.stopPropagation());
  }

  protected override render(): unknown {
    const { text, feedback } = this;
    const { value: form } = this.form;
    return html`<section
      part="panel"
      class="docs panel"
      data-theme=${this.resolvedTheme}
      lang=${this.localize.language}
      aria-labelledby="question"
    >
      <div class="ask">
        <p id="question" part="question">${text('pageHelpful')}</p>
        <div class="ratings" role="group" aria-labelledby="question">
          ${this.renderRating('positive')} ${this.renderRating('negative')}
        </div>
        ${feedback === null || this.isUnsent ? nothing : html`<span class="thanks">${text('thanks')}</span>`}
      </div>
      ${feedback === null ? nothing : form?.render(feedback)}
      ${this.isUnsent ? renderUnsentFeedback(text, () => void this.send()) : nothing}
      ${this.liveRegion.element}
    </section>`;
  }

  private renderRating(rating: AnswerFeedback['rating']): TemplateResult {
    return html`<button
      part="rating"
      class="rating"
      type="button"
      data-rating=${rating}
      aria-pressed=${this.feedback?.rating === rating}
      @click=${() => this.handleRating(rating)}
    >
      ${thumb} ${this.text(rating === 'positive' ? 'feedbackYes' : 'feedbackNo')}
    </button>`;
  }

  private handleRating(rating: AnswerFeedback['rating']): void {
    // A router may have shown another page without a trace in its head.
    this.checkPage();
    const feedback = this.feedback?.rating === rating ? null : { rating, reasons: [], note: '' };
    this.give(feedback);
    // Again after a failure.
    void this.localize.load();
    void this.form.load().then((form) => {
      if (feedback === this.feedback) form?.open(feedback);
    });
  }

  /** Keep feedback on the page, dispatch it and post it; `null` takes it back. */
  private give(feedback: AnswerFeedback | null): void {
    this.feedback = feedback;
    this.pages.write(this.storage, this.address, feedback);
    const detail: PageFeedbackDetail = { page: this.address, ...written(feedback) };
    this.emit('docs-page-feedback', detail);
    if (feedback !== null) this.liveRegion.announce(this.text('thanks'));
    void this.send();
  }

  /** Show what was given on the page that is shown now. */
  protected override handlePage(): void {
    this.feedback = this.pages.read(this.storage, this.address);
    this.isUnsent = false;
    this.liveRegion.announce('');
    this.form.value?.open(null);
    // To change what was given on this page before.
    if (this.feedback !== null) void this.form.load();
  }

  /** Post the feedback as it is now. */
  private async send(): Promise<void> {
    const { address: page, feedback } = this;
    this.isUnsent = false;
    this.requestUpdate();
    const isSent = await this.sender.send(this, { messageId: null, page, ...written(feedback) });
    if (isSent || page !== this.address || feedback !== this.feedback) return;
    this.isUnsent = true;
    this.requestUpdate();
    this.liveRegion.announce(this.text('feedbackFailed'));
  }
}

/** Return feedback as it is dispatched and posted. */
function written(feedback: AnswerFeedback | null): Omit<PageFeedbackDetail, 'page'> {
  return { rating: null, reasons: [], note: '', ...feedback };
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-page-feedback': DocsPageFeedback;
  }
}
