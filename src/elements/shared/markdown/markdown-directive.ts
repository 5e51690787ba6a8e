import { Directive, directive, PartType, type ElementPart, type PartInfo } from 'lit/directive.js';
import { MarkdownView, type MarkdownViewOptions } from './markdown-view.ts';

export interface MarkdownOptions extends MarkdownViewOptions {
  /** Whether the text is whole. `false` while it is still arriving: half-written syntax is then not shown. Default `true`. */
  readonly done?: boolean;
}

class MarkdownDirective extends Directive {
  #view: MarkdownView | undefined;

  constructor(part: PartInfo) {
    super(part);
    if (part.type !== PartType.ELEMENT)
      throw new Error('markdown() stands in an element: <div ${markdown(text)}></div>');
  }

  override render(_text: string, _options?: MarkdownOptions): void {}

  override update(
    part: ElementPart,
    [text, { done = true, ...options } = {}]: Parameters<this['render']>,
  ): void {
    this.#view ??= new MarkdownView(part.element);
    this.#view.update(text, done, options);
  }
}

/**
 * Draw Markdown as the content of an element that the template leaves empty:
 *
 * ```ts
 * html`<div class="prose" ${markdown(answer.text, { done: answer.status !== 'streaming' })}></div>`;
 * ```
 *
 * Drawing is synchronous and only touches what changed, so that a host that updates in an animation frame shows the text
 * in that frame. Very long texts that come at once are drawn over several frames. A text that does not continue the one
 * before starts over.
 */
export const markdown = directive(MarkdownDirective);
