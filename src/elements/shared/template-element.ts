import { render, type PropertyValues, type RootPart } from 'lit';
import { BaseElement } from './base-element.ts';
import { takePageColours } from './styles/page-colours.ts';

/** Base of the elements that are drawn by a template, as `LitElement` draws it. */
export abstract class TemplateElement extends BaseElement {
  #root: RootPart | undefined;

  /** Return what is drawn. */
  protected abstract render(): unknown;

  protected override update(changed: PropertyValues): void {
    // First, because properties that are set while the template is created do not ask for another update.
    const template = this.render();
    super.update(changed);
    this.#root = render(template, this.renderRoot, { host: this, isConnected: this.isConnected });
    takePageColours(this);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#root?.setConnected(true);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#root?.setConnected(false);
  }
}
