import type { ReactiveElement } from 'lit';
import { until } from './until.ts';

/** One element about its page, used as a reader would use it. */
export abstract class PageElementHarness<Tested extends ReactiveElement, Detail> {
  readonly element: Tested;
  /** Details of the events that the element has dispatched. */
  readonly events: Detail[] = [];

  protected constructor(element: Tested) {
    this.element = element;
  }

  /** Set attributes, put the element on its page, and wait until it is drawn. */
  protected async show(attributes: Readonly<Record<string, string>>): Promise<this> {
    for (const [name, value] of Object.entries(attributes)) this.element.setAttribute(name, value);
    this.element.ownerDocument.body.append(this.element);
    await this.element.updateComplete;
    return this;
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
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

  /** Wait until this is true, looking again whenever something in the element has changed, and with every frame. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(condition, this.root);
  }
}

/** Remove the elements that tests have put onto the page, and what they have set there. */
export function resetPage(name: keyof HTMLElementTagNameMap): void {
  for (const element of document.querySelectorAll(name)) element.remove();
  document.documentElement.removeAttribute('dir');
  document.documentElement.lang = 'en';
}
