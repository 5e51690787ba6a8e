import '../../src/page-feedback.ts';
import type { DocsPageFeedback, PageFeedbackDetail } from '../../src/page-feedback.ts';
import { PageElementHarness, resetPage } from './page-element-harness.ts';
import type { ReceivedRequest } from './reply-server.ts';
import { until } from './until.ts';

/** One `<docs-page-feedback>` on the page, used as a reader would use it. */
export class PageFeedbackHarness extends PageElementHarness<DocsPageFeedback, PageFeedbackDetail> {
  /** @param page of a frame that has run the element's module; default the test's own */
  static async open(
    attributes: Readonly<Record<string, string>> = {},
    page: Document = document,
  ): Promise<PageFeedbackHarness> {
    const feedback = new PageFeedbackHarness(page.createElement('docs-page-feedback'));
    feedback.element.addEventListener('docs-page-feedback', ({ detail }) => feedback.events.push(detail));
    return feedback.show({ domain: 'docs', ...attributes });
  }

  /** Open the element, rate the page, and wait for the form. */
  static async rated(
    rating: 'positive' | 'negative',
    attributes: Readonly<Record<string, string>> = {},
  ): Promise<PageFeedbackHarness> {
    const feedback = await PageFeedbackHarness.open(attributes);
    await feedback.rate(rating);
    await feedback.until(() => feedback.find('[part=feedback-form]') !== null);
    return feedback;
  }

  /** Remove what tests have put onto the page, and what they have kept. */
  static reset(): void {
    resetPage('docs-page-feedback');
    sessionStorage.clear();
  }

  /** The answer that is pressed: `positive`, `negative` or an empty text. */
  get rating(): string {
    return this.find('[part=rating][aria-pressed=true]')?.dataset.rating ?? '';
  }

  rate(rating: 'positive' | 'negative'): Promise<void> {
    return this.click(`[data-rating=${rating}]`);
  }

  async note(text: string): Promise<void> {
    const field = this.find<HTMLTextAreaElement>('.note-input')!;
    field.focus();
    field.value = text;
    field.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true }));
    await this.element.updateComplete;
  }

  send(): Promise<void> {
    return this.click('.feedback-end .retry');
  }

  /** Bodies that were posted to the endpoint, once there are this many. */
  async posted(count: number): Promise<Record<string, unknown>[]> {
    let requests: ReceivedRequest[] = [];
    await until(async () => {
      const response = await fetch(`${this.element.feedbackEndpoint}/requests`);
      requests = (await response.json()) as ReceivedRequest[];
      return requests.length >= count;
    });
    return requests.map(({ body }) => body as Record<string, unknown>);
  }
}
