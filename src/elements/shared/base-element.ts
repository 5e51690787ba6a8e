import { ReactiveElement, type PropertyDeclaration } from 'lit';
import type { Attribute, Attributes, PropertiesOf } from './attribute.ts';
import { baseAttributes } from './attributes.ts';
import { createWarner } from './check-attributes.ts';
import { watchPage } from './dom/page.ts';

// The properties of the table.
export interface BaseElement extends PropertiesOf<typeof baseAttributes> {}

/** Base of all elements: defaults of their attributes, theme and language, warnings and events. */
export abstract class BaseElement extends ReactiveElement {
  static override properties: Attributes = baseAttributes;

  /** Name the attribute of `pageSize` `page-size`, and so of each property that has one. @internal */
  static override createProperty(name: string, options: PropertyDeclaration): void {
    const attribute = name.replace(/[A-Z]/g, '-$&').toLowerCase();
    super.createProperty(name, { attribute, ...options });
  }

  /** Aborted when the element leaves the page. */
  declare protected connection: AbortController;
  /** Warn the developer of the page, once of each mistake. */
  protected readonly warnOnce = createWarner(this);
  #isPageDark = false;

  constructor() {
    super();
    const { elementProperties } = this.constructor as typeof ReactiveElement;
    for (const [name, { value, words }] of elementProperties as Map<string, Attribute>)
      (this as Record<string, unknown>)[name] = structuredClone(value ?? words?.[0]);
  }

  /** The theme to draw. @internal */
  get resolvedTheme(): 'light' | 'dark' {
    const { theme } = this;
    return theme !== 'auto' ? theme : this.#isPageDark ? 'dark' : 'light';
  }

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  }

  /** Send an event that leaves the shadow tree. @returns `false` when it was cancelable and a listener canceled it. @internal */
  emit(type: string, detail?: unknown, options?: EventInit): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, ...options }));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.connection = new AbortController());
    watchPage((isDark) => {
      this.#isPageDark = isDark;
      this.requestUpdate();
    }, signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection.abort();
  }
}
