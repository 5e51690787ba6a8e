import type { DocsFilter } from '../../../protocol/api.ts';
import { siteKey } from '../../../state/storage.ts';
import { createElement, createIcon } from '../../shared/create-element.ts';
import { isApple } from '../../shared/shortcut.ts';
import { askAssistantStrings } from '../strings/en/ask-assistant.ts';
import { askAssistantStyles } from './ask-assistant.styles.ts';
import type { SearchAskDetail } from '../docs-search.events.ts';
import type { DocsSearch } from '../docs-search.ts';
import type { SearchPanel } from '../panel/panel.ts';

const SPARKLE_ICON = 'M10 3.2 11.6 8.4 16.8 10 11.6 11.6 10 16.8 8.4 11.6 3.2 10 8.4 8.4z';

/** What the search needs of a `<docs-assistant>`; any element that has it can take questions over. */
interface QuestionTaker extends HTMLElement {
  show(): void;
  ask(question: string, options: { filter?: DocsFilter }): void;
}

/** @returns the way to the assistant */
export function createPart(results: SearchPanel): AskAssistant {
  return new AskAssistant(results);
}

/** The option that hands the query to an assistant. Loaded where the page has one. */
export class AskAssistant {
  readonly #results: SearchPanel;
  readonly #words = document.createTextNode('');
  readonly #query = createElement('q', {});
  readonly #option = createElement(
    'div',
    { part: 'ask', className: 'option line ask', role: 'option', ariaSelected: 'false' },
    createIcon(SPARKLE_ICON),
    createElement('span', { className: 'title' }, this.#words, this.#query),
    createElement('kbd', { part: 'hint', ariaHidden: 'true' }, `${isApple() ? '⌘' : 'Ctrl'} ↵`),
  );

  constructor(results: SearchPanel) {
    this.#results = results;
    results.strings.add(askAssistantStrings);
    results.addStyles(askAssistantStyles);
  }

  /** Who takes the questions of this search: the assistant named, else the first of the same site. */
  get assistant(): QuestionTaker | null {
    const { host } = this.#results;
    const { assistant } = host;
    if (assistant === 'none') return null;
    for (const root of [host.getRootNode() as ParentNode, document]) {
      const found = [
        ...root.querySelectorAll<HTMLElement>(assistant ? `#${CSS.escape(assistant)}` : 'docs-assistant'),
      ];
      const taker = found.find(
        (element) => isQuestionTaker(element) && (assistant || isSameSite(element, host)),
      );
      if (taker) return taker as QuestionTaker;
    }
    return null;
  }

  draw(id: string): HTMLElement {
    const { host, text } = this.#results;
    this.#option.id = id;
    this.#words.data = `${text('ask')}: `;
    this.#query.textContent = host.value.trim();
    return this.#option;
  }

  /** Hands the query to the assistant. */
  async ask(): Promise<void> {
    const { assistant } = this;
    const { host, snapshot } = this.#results;
    const query = host.value.trim();
    if (!assistant || !query) return;
    if (!host.emit('docs-search-ask', { query } satisfies SearchAskDetail, { cancelable: true })) return;
    const { filter } = snapshot;
    this.#results.remember(query);
    host.hide();
    // A dialog that closes gives the focus back; only then may the assistant take it.
    await host.updateComplete;
    assistant.show();
    assistant.ask(query, { filter });
  }
}

function isQuestionTaker(element: HTMLElement): boolean {
  return typeof (element as Partial<QuestionTaker>).ask === 'function';
}

function isSameSite(element: HTMLElement, search: DocsSearch): boolean {
  const { endpoint, domain } = element as Partial<DocsSearch>;
  return endpoint !== undefined && domain !== undefined && siteKey({ endpoint, domain }) === siteKey(search);
}
