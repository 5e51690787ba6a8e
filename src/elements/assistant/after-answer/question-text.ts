import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { readQuotes, splitQuotes } from '../../../protocol/quoted-question.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';
import { isolateCode } from '../messages/isolate-code.ts';

/** Lines from which a question is folded to eight: folding away fewer would gain nothing. */
const LONG_LINES = 11;

/** Questions with quotes, and long ones, which are folded. */
export class QuestionText {
  /** Increases whenever questions have to be drawn again. */
  revision = 0;
  readonly #context: AssistantContext;
  readonly #known = new WeakSet<Element>();
  readonly #observer = new ResizeObserver((entries) => {
    // In the next frame: a change of sizes within the callback would cause a ResizeObserver loop error.
    requestAnimationFrame(() => {
      for (const { target } of entries) this.#measure(target as HTMLElement);
    });
  });
  /** Whether long questions are unfolded, by the ids of their turns. */
  readonly #long = new Map<string, boolean>();

  constructor(context: AssistantContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, questionTextStyles);
  }

  render({ id, question }: Turn, language: string | typeof nothing): TemplateResult {
    const [quotes, words] = splitQuotes(question);
    const isOpen = this.#long.get(id);
    void this.#observe();
    return html`<div
        id=${`question-${id}`}
        class="question-text"
        data-folded=${isOpen === false ? '' : nothing}
        @scroll=${() => this.#toggle(id, true)}
      >
        ${readQuotes(quotes).map(({ text, isCode }) => renderQuote(text, isCode))}
        ${words === '' ? nothing : html`<p dir="auto" lang=${language}>${isolateCode(words)}</p>`}
      </div>
      ${isOpen === undefined ? nothing : this.#renderFold(id, isOpen)}`;
  }

  #renderFold(id: string, isOpen: boolean): TemplateResult {
    return html`<button
      part="fold"
      class="fold"
      type="button"
      aria-expanded=${isOpen}
      aria-controls=${`question-${id}`}
      @click=${(event: MouseEvent) => void this.#handleFold(event, id)}
    >
      ${this.#context.text(isOpen ? 'showLess' : 'showAll')}
    </button>`;
  }

  async #handleFold({ currentTarget: button, detail }: MouseEvent, id: string): Promise<void> {
    const isOpen = !this.#long.get(id);
    this.#toggle(id, isOpen);
    await this.#context.host.updateComplete;
    // The button moves with the end of the question. After unfolding by pointer, keep the view: the reader continues where the
    // text was cut.
    if (!isOpen || detail === 0) (button as HTMLElement).scrollIntoView({ block: 'nearest' });
  }

  /** Measure new questions once they are drawn, and again whenever their size changes. */
  async #observe(): Promise<void> {
    const { host } = this.#context;
    await host.updateComplete;
    for (const box of host.renderRoot.querySelectorAll<HTMLElement>('.question-text')) {
      if (this.#known.has(box)) continue;
      this.#known.add(box);
      // At once, before the first paint.
      this.#measure(box);
      this.#observer.observe(box);
    }
  }

  #measure(box: HTMLElement): void {
    const id = box.id.replace('question-', '');
    const height = [...box.children].reduce((sum, { scrollHeight }) => sum + scrollHeight, 0);
    const isLong = height > (LONG_LINES - 0.5) * parseFloat(getComputedStyle(box).lineHeight);
    // A question that is not rendered has no height.
    if (height === 0 || isLong === this.#long.has(id)) return;
    if (isLong) this.#long.set(id, false);
    else this.#long.delete(id);
    this.#redraw();
  }

  #toggle(id: string, isOpen: boolean): void {
    if (!this.#long.has(id) || this.#long.get(id) === isOpen) return;
    this.#long.set(id, isOpen);
    // Otherwise the log would scroll with its end.
    this.#context.scroll.keepPosition();
    this.#redraw();
  }

  #redraw(): void {
    this.revision++;
    this.#context.host.requestUpdate();
  }
}

function renderQuote(text: string, isCode: boolean): TemplateResult {
  return isCode
    ? html`<pre part="quote" class="quoted" dir="ltr"><code>${text}</code></pre>`
    : html`<blockquote part="quote" class="quoted" dir="auto">${text}</blockquote>`;
}

/** Quotes in a question, and the collapsed state of a long one. */
const questionTextStyles = css`
  .question-text {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  .quoted {
    margin: 0;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_control);
    color: var(--_muted);
    white-space: pre-wrap;
  }
  pre.quoted {
    font-family: var(--docs-code-font-family, ui-monospace, monospace);
    font-size: 0.8em;
  }
  .question-text[data-folded] {
    max-height: 8lh;
    overflow: hidden;
    mask-image: linear-gradient(#000 calc(100% - 2lh), transparent);
  }
  /* With the gap below a quote, so that no line is cut in two. */
  .question-text[data-folded]:has(> .quoted) {
    max-height: calc(8lh + 8px);
  }
  /* Limit the quote, so that the reader's own words remain visible below it. */
  [data-folded] > .quoted:not(:last-child) {
    max-height: 3lh;
    overflow: hidden;
  }
  .fold {
    min-height: 32px;
    border-radius: calc(var(--_radius) / 2);
    color: var(--_accent);
    font-size: 0.8667em;
    font-weight: 600;
  }
  .fold:hover {
    text-decoration: underline;
  }
  /* Faded text would lack contrast. */
  @media (forced-colors: active), (prefers-contrast: more) {
    .question-text[data-folded] {
      mask-image: none;
    }
  }
  @media print {
    .question-text,
    .quoted {
      max-height: none !important;
      mask-image: none !important;
    }
    .fold {
      display: none;
    }
  }
`;
