import type { DocsFilter } from '../../../protocol/api.ts';
import { siteKey, type Site } from '../../../state/storage/storage.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import { isApple } from '../../shared/dom/shortcut.ts';
import type { SearchContext } from '../context.ts';
import type { SearchAskDetail } from '../docs-search.events.ts';

const SPARKLE_ICON = 'M10 3.2 11.6 8.4 16.8 10 11.6 11.6 10 16.8 8.4 11.6 3.2 10 8.4 8.4z';

/** The part of `<docs-assistant>` that the search uses. Any element with these two methods is accepted. */
interface Assistant extends HTMLElement {
  show(options: { source: 'search' }): void;
  ask(question: string, options: { filter?: DocsFilter }): void;
}

/** The option that passes the query to an assistant. */
export class AskAssistant {
  readonly #context: SearchContext;
  readonly #words = document.createTextNode('');
  readonly #query = createElement('q', {});
  readonly #option = createElement(
    'div',
    { part: 'ask', className: 'option line ask', role: 'option', ariaSelected: 'false' },
    createIcon(SPARKLE_ICON),
    createElement('span', { className: 'title' }, this.#words, this.#query),
    createElement('kbd', { part: 'hint', ariaHidden: 'true' }, `${isApple() ? '⌘' : 'Ctrl'} ↵`),
  );

  constructor(context: SearchContext) {
    this.#context = context;
  }

  get isAvailable(): boolean {
    return this.#find() !== null;
  }

  draw(id: string): HTMLElement {
    const { host, text } = this.#context;
    this.#option.id = id;
    this.#words.data = `${text('ask')}: `;
    this.#query.textContent = host.value.trim();
    return this.#option;
  }

  async ask(): Promise<void> {
    const assistant = this.#find();
    const { host, snapshot } = this.#context;
    const query = host.value.trim();
    if (!assistant || !query) return;
    if (!host.emit('docs-search-ask', { query } satisfies SearchAskDetail, { cancelable: true })) return;
    const { filter } = snapshot;
    void this.#context.remember(query);
    host.hide();
    // First let the dialog close and restore the focus, so that the assistant can move it.
    await host.updateComplete;
    assistant.show({ source: 'search' });
    assistant.ask(query, { filter });
  }

  /** Find the assistant with the id in the host's `assistant`, or else the first of the same site. */
  #find(): Assistant | null {
    const { host } = this.#context;
    const { assistant: id } = host;
    if (id === 'none') return null;
    const selector = id ? `#${CSS.escape(id)}` : 'docs-assistant';
    for (const root of [host.getRootNode() as ParentNode, document]) {
      for (const element of root.querySelectorAll<HTMLElement>(selector))
        if (isAssistant(element) && (id || isSameSite(element, host))) return element;
    }
    return null;
  }
}

function isAssistant(element: HTMLElement): element is Assistant {
  return typeof (element as Partial<Assistant>).ask === 'function';
}

function isSameSite(element: HTMLElement, search: Site): boolean {
  const { endpoint, domain, indexUrl } = element as Partial<Site>;
  if (endpoint === undefined || domain === undefined) return false;
  return siteKey({ endpoint, domain, indexUrl }) === siteKey(search);
}
