import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { isComposing } from '../../shared/dom/composing.ts';
import { readQuotes, splitQuotes, type Quote } from '../../../protocol/quoted-question.ts';
import { icon } from '../../shared/dom/icon.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';
import { icons } from '../icons.ts';

/** Maximum length of a quote as it is drawn and announced, in UTF-16 units: more than fits into the widest panel. */
const MAX_SHOWN_LENGTH = 150;

const quoteIcon = icon(
  'M4.5 14.5c2.3-.8 3.7-2.4 3.7-4.9V5.5H4.5v4.1h3.7M11.8 14.5c2.3-.8 3.7-2.4 3.7-4.9V5.5h-3.7v4.1h3.7',
);

/** The quotes of the question, as chips above the field. */
export class DraftQuotes {
  readonly #context: AssistantContext;

  constructor(context: AssistantContext) {
    this.#context = context;
    const { host } = context;
    addStyles(host.renderRoot, draftQuotesStyles);
    host.frame.addEventListener('keydown', (event) => this.#handleKey(event));
  }

  /** Move the quotes at the beginning of a text in the field to the quotes of the draft. */
  take(text: string): void {
    const { draft } = this.#context;
    const [quotes] = splitQuotes(text);
    // The field may have changed while this was loading.
    const start = draft.words.indexOf(quotes);
    if (quotes === '' || start < 0) return;
    const before = draft.words.slice(0, start).trimEnd();
    const after = draft.words.slice(start + quotes.length).trimStart();
    draft.edit(join([before, after]), join([draft.quotes, quotes]));
  }

  render(): TemplateResult | typeof nothing {
    const { draft, text } = this.#context;
    if (draft.quotes === '') return nothing;
    const quotes = readQuotes(draft.quotes);
    const label = text('quotes');
    // A text of its own for `aria-describedby` of the field, because the chips contain buttons.
    return html`<p id="draft-quotes" hidden>${[label, ...quotes.map(beginningOf)].join('\n')}</p>
      <ul class="list draft-quotes" aria-label=${label}>
        ${quotes.map((quote, index) => this.#renderChip(quote, index))}
      </ul>
      ${draft.isTooLong ? html`<p class="hint">${text('quotesCount')}</p>` : nothing}`;
  }

  #renderChip(quote: Quote, index: number): TemplateResult {
    const { text } = this.#context;
    const beginning = beginningOf(quote);
    const label = text('removeQuote', { quote: beginning });
    return html`<li part="quote">
      ${quoteIcon}
      ${quote.isCode ? html`<code dir="ltr">${beginning}</code>` : html`<q dir="auto">${beginning}</q>`}
      <button
        part="quote-remove"
        class="icon-button"
        type="button"
        aria-label=${label}
        @click=${() => this.#remove(index)}
      >
        ${icons.close}
      </button>
    </li>`;
  }

  /** Remove the last quote when Backspace is pressed in an empty field, but not while the key is held down. */
  #handleKey(event: KeyboardEvent): void {
    const { draft } = this.#context;
    const isInField = event.composedPath()[0] instanceof HTMLTextAreaElement;
    if (event.key !== 'Backspace' || event.repeat || isComposing(event) || !isInField) return;
    if (draft.words !== '' || draft.quotes === '') return;
    event.preventDefault();
    this.#remove(-1);
  }

  #remove(index: number): void {
    const { draft, text } = this.#context;
    const quotes = readQuotes(draft.quotes).toSpliced(index, 1);
    draft.edit(draft.words, join(quotes.map(({ markdown }) => markdown)));
    this.#context.announce(text('quoteRemoved'));
    this.#context.focus('.input');
  }
}

function beginningOf({ text }: Quote): string {
  return text.slice(0, MAX_SHOWN_LENGTH).replace(/\s+/g, ' ');
}

/** Join texts as paragraphs of Markdown. */
function join(texts: readonly string[]): string {
  return texts.filter(Boolean).join('\n\n');
}

/** The quotes of the question, above the field. */
const draftQuotesStyles = css`
  .draft-quotes {
    display: grid;
    gap: 4px;
    max-height: 25dvh;
    margin: 8px 16px 0;
    overflow-y: auto;
    font-size: 0.8667em;
  }
  .draft-quotes li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    padding-inline: 12px 4px;
    /* Visible in forced colours, which remove the background. */
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_soft);
  }
  .draft-quotes :is(q, code) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .draft-quotes code {
    font-family: var(--docs-code-font-family, ui-monospace, monospace);
  }
  .draft-quotes q {
    quotes: none;
  }
  .draft-quotes svg {
    width: 16px;
    height: 16px;
    color: var(--_muted);
  }
`;
