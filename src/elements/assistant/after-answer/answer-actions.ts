import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { wholeText, type Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { copyText } from '../../shared/dom/copy-text.ts';
import { icon } from '../../shared/dom/icon.ts';
import { COPY_PATH } from '../../shared/markdown/draw-code.ts';
import type { AssistantContext } from '../context.ts';
import { renderIconButton } from './icon-button.view.ts';
import type { QuestionQueue } from './question-queue.ts';
import { printThread, saveThread } from './thread-export.ts';
import { answerMarkdown } from './thread-markdown.ts';

const icons = {
  copy: icon(COPY_PATH),
  again: icon('M15.8 8.2A6.3 6.3 0 1 0 16.3 11M16.3 4v4.3H12'),
  edit: icon(
    'M4 16l.7-3.2L13 4.5a1.4 1.4 0 0 1 2 0l.5.5a1.4 1.4 0 0 1 0 2L7.200 15.300zM11.800 5.700l2.500 2.500',
  ),
  more: icon('M5 10h.01M10 10h.01M15 10h.01'),
};

/** Buttons to copy an answer, ask again and edit the question, and the menu to save and print the conversation. */
export class AnswerActions {
  readonly #context: AssistantContext;
  readonly #queue: QuestionQueue;
  readonly #showShortcuts: () => void;

  constructor(context: AssistantContext, queue: QuestionQueue, showShortcuts: () => void) {
    this.#context = context;
    this.#queue = queue;
    this.#showShortcuts = showShortcuts;
    addStyles(context.host.renderRoot, answerActionsStyles);
  }

  render(turn: Turn, isLast: boolean): TemplateResult {
    const { text, actions } = this.#context;
    return html`${
      wholeText(turn.answer) === ''
        ? nothing
        : html`<button
            part="copy"
            class="icon-button"
            type="button"
            aria-label=${text('copyAnswer')}
            @click=${(event: MouseEvent) => void this.#copy(turn, event.currentTarget as HTMLElement)}
          >
            ${icons.copy}
          </button>`
    }
    ${
      isLast && turn.answer.status === 'done'
        ? renderIconButton('ask-again', text('askAgain'), icons.again, () => {
            actions.retry();
            this.#context.focus('.input');
          })
        : nothing
    }
    ${
      isLast
        ? renderIconButton('edit', text('changeQuestion'), icons.edit, () => {
            this.#queue.edit(turn);
            this.#context.focus('.input');
          })
        : nothing
    }`;
  }

  /** Draw the menu for the whole conversation. @param items further items */
  renderMore(...items: unknown[]): TemplateResult {
    const { text } = this.#context;
    return html`<details
      class="menu"
      part="more"
      @toggle=${(event: Event) => this.#placeMenu(event.currentTarget as HTMLDetailsElement)}
      @keydown=${(event: KeyboardEvent) => {
        const menu = event.currentTarget as HTMLDetailsElement;
        if (event.key !== 'Escape' || !menu.open) return;
        // Otherwise the key would close the panel.
        event.stopPropagation();
        event.preventDefault();
        menu.open = false;
        menu.querySelector('summary')?.focus();
      }}
      @focusout=${({ currentTarget, relatedTarget }: FocusEvent) => {
        const menu = currentTarget as HTMLDetailsElement;
        if (relatedTarget !== null && !menu.contains(relatedTarget as Node)) menu.open = false;
      }}
    >
      <summary class="icon-button" aria-label=${text('more')}>${icons.more}</summary>
      <div class="menu-items">
        ${items[0]} ${this.#renderItem('save', text('saveThread'), () => saveThread(this.#context))}
        ${this.#renderItem('print', text('printThread'), () => printThread(this.#context))}
        ${this.#renderItem('shortcuts-open', text('shortcuts'), this.#showShortcuts)} ${items.slice(1)}
      </div>
    </details>`;
  }

  #renderItem(name: string, label: string, act: () => unknown): TemplateResult {
    return html`<button
      part=${name}
      type="button"
      @click=${async (event: MouseEvent) => {
        const menu = (event.currentTarget as HTMLElement).closest('details');
        await act();
        if (menu) menu.open = false;
      }}
    >
      ${label}
    </button>`;
  }

  async #copy(turn: Turn, button: HTMLElement): Promise<void> {
    const { host, text } = this.#context;
    const isCopied = await copyText(answerMarkdown(turn, host), button);
    this.#context.announce(text(isCopied ? 'copied' : 'copyFailed'));
  }

  /** Open the menu downwards if there is too little room above, where it cannot be scrolled into view. */
  #placeMenu(menu: HTMLDetailsElement): void {
    const [items, area] = [menu.querySelector<HTMLElement>('.menu-items'), menu.closest('.messages')];
    if (!menu.open || items === null || area === null) return;
    const room = menu.getBoundingClientRect().top - area.getBoundingClientRect().top;
    menu.toggleAttribute('data-below', room < items.offsetHeight);
    this.#context.scroll.keepPosition();
    items.scrollIntoView({ block: 'nearest' });
  }
}

/** The menu below the last answer. */
const answerActionsStyles = css`
  .menu {
    position: relative;
    margin-inline-start: auto;
  }
  .menu summary {
    list-style: none;
    color: var(--_muted);
  }
  .menu summary::-webkit-details-marker {
    display: none;
  }
  .menu summary path {
    stroke-width: 2.4;
  }
  .menu-items {
    position: absolute;
    inset-block-end: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 1;
    display: grid;
    width: max-content;
    max-width: 70vw;
    padding: 4px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: 0.8667em;
    box-shadow: var(--_shadow);
  }
  .menu[data-below] .menu-items {
    inset-block: calc(100% + 4px) auto;
  }
  .menu-items button {
    min-height: 40px;
    padding-inline: 12px;
    border-radius: calc(var(--_radius) / 2);
    text-align: start;
  }
  .menu-items button:hover {
    background: var(--_soft);
  }
`;
