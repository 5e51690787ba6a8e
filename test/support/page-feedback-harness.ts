import '../../src/page-feedback.ts';
import type { DocsPageFeedback, PageFeedbackDetail } from '../../src/page-feedback.ts';
import type { ReceivedRequest } from './reply-server.ts';
import { until } from './until.ts';

/** One `<docs-page-feedback>` on the page, used as a reader would use it. */
export class PageFeedbackHarness {
  readonly element: DocsPageFeedback;
  /** Details of the events that the document has received. */
  readonly events: PageFeedbackDetail[] = [];

  private constructor(element: DocsPageFeedback) {
    this.element = element;
  }

  /** @param page of a frame that has run the element's module; default the test's own */
  static async open(
    attributes: Readonly<Record<string, string>> = {},
    page: Document = document,
  ): Promise<PageFeedbackHarness> {
    const element = page.createElement('docs-page-feedback');
    for (const [name, value] of Object.entries({ domain: 'docs', ...attributes }))
      element.setAttribute(name, value);
    const feedback = new PageFeedbackHarness(element);
    element.addEventListener('docs-page-feedback', ({ detail }) => feedback.events.push(detail));
    page.body.append(element);
    await element.updateComplete;
    return feedback;
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
    for (const element of document.querySelectorAll('docs-page-feedback')) element.remove();
    document.documentElement.removeAttribute('dir');
    document.documentElement.lang = 'en';
    sessionStorage.clear();
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  /** The answer that is pressed: `positive`, `negative` or an empty text. */
  get rating(): string {
    return this.find('[part=rating][aria-pressed=true]')?.dataset.rating ?? '';
  }

  /** The last message of the live region. */
  get said(): string {
    return this.text('[role=status]');
  }

  find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.root.querySelector<E>(selector);
  }

  /** Texts of the elements, white space in a row as one space. */
  texts(selector: string): string[] {
    return [...this.root.querySelectorAll(selector)].map(({ textContent }) =>
      textContent.replace(/\s+/g, ' ').trim(),
    );
  }

  text(selector: string): string {
    return this.texts(selector)[0] ?? '';
  }

  async click(selector: string): Promise<void> {
    this.find(selector)!.click();
    await this.element.updateComplete;
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

  /** Wait until this is true, looking again whenever something in the element has changed, and with every frame. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(condition, this.root);
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
