import type { DocsFilter } from '../../../protocol/api.ts';
import { looksLikeQuestion } from '../../../state/search/looks-like-question.ts';
import { siteKey, type Site } from '../../../state/storage/storage.ts';
import { createElement, createIcon } from '../../shared/dom/create-element.ts';
import type { JoinablePanel, Joint } from '../../shared/joint.ts';
import { isApple } from '../../shared/dom/shortcut.ts';
import type { SearchContext } from '../context.ts';
import type { SearchAskDetail } from '../docs-search.events.ts';

const SPARKLE_ICON = 'M10 3.2 11.6 8.4 16.8 10 11.6 11.6 10 16.8 8.4 11.6 3.2 10 8.4 8.4z';

/** The part of `<docs-assistant>` that the search uses. Any element with these two methods is accepted. */
interface Assistant extends HTMLElement {
  /** Those of `<docs-assistant>` itself, whose panel can take the place of the results. */
  readonly variant?: string;
  readonly updateComplete?: Promise<unknown>;
  open?: boolean;
  joint?: Joint | undefined;
  load?(): Promise<JoinablePanel | undefined>;
  hide?(): void;
  show(options: { source: 'search' }): void;
  ask(question: string, options: { filter?: DocsFilter }): void;
}

/** The option that passes the query to an assistant. */
export class AskAssistant {
  readonly #context: SearchContext;
  readonly #words = document.createTextNode('');
  readonly #query = createElement('q', {});
  readonly #key = createElement('kbd', { part: 'hint', ariaHidden: 'true' });
  readonly #option = createElement(
    'div',
    { part: 'ask', className: 'option line ask', role: 'option', ariaSelected: 'false' },
    createIcon(SPARKLE_ICON),
    createElement('span', { className: 'title' }, this.#words, this.#query),
    this.#key,
  );

  constructor(context: SearchContext) {
    this.#context = context;
  }

  get isAvailable(): boolean {
    return this.#find() !== null;
  }

  /** Whether a text is rather a question than words to look up, and there is an assistant to ask. */
  isQuestion(text: string): boolean {
    return this.isAvailable && looksLikeQuestion(text);
  }

  /** Whether it comes before the results: for a question, and where no result has a word of the query. */
  get isFirst(): boolean {
    const { results, resultsFor, query, status } = this.#context.snapshot;
    if ((status !== 'loading' && status !== 'done') || !this.isAvailable) return false;
    return (
      looksLikeQuestion(resultsFor || query) ||
      (resultsFor !== '' && results.every(({ metadata }) => metadata.isRelated))
    );
  }

  draw(id: string): HTMLElement {
    const { host, text, list } = this.#context;
    this.#option.id = id;
    // Enter alone asks where it comes first.
    this.#key.textContent = list.model.asksFirst ? '↵' : `${isApple() ? '⌘' : 'Ctrl'} ↵`;
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
    // The panel takes the place of the results. They close for one that cannot, or is a part of the page.
    if (!(await this.#join(assistant))) {
      host.hide();
      // First let the dialog close and restore the focus, so that the assistant can move it.
      await host.updateComplete;
    }
    assistant.show({ source: 'search' });
    // The page may have prevented it.
    if (assistant.joint && !assistant.open) assistant.joint = undefined;
    assistant.ask(query, { filter });
  }

  /** Give the place of the results to the panel of the assistant. @returns whether it takes it */
  async #join(assistant: Assistant): Promise<boolean> {
    if (!assistant.load || assistant.variant === 'inline') return false;
    assistant.joint = createJoint(this.#context, assistant);
    const panel = await assistant.load();
    await Promise.all([panel?.placement.load(), panel?.groups.afterAnswer.load()]);
    if (panel?.placement.modes && this.#context.host.open) return true;
    assistant.joint = undefined;
    return false;
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

function createJoint({ host, text }: SearchContext, assistant: Assistant): Joint {
  const dialog = host.renderRoot.querySelector('dialog');
  let goesBack = false;
  return {
    labels: { back: text('backToResults'), dock: text('dock') },
    isModal: host.variant === 'dialog',
    cover() {
      const place = (dialog ?? host.renderRoot.querySelector('.panel')!).getBoundingClientRect();
      if (dialog) host.frame.classList.add('covered');
      else host.hide();
      return place;
    },
    hide() {
      goesBack = true;
      assistant.hide!();
      goesBack = !assistant.open;
    },
    leave() {
      host.frame.classList.remove('covered');
      if (!goesBack) host.hide();
      else if (!dialog) void host.show();
      return host.updateComplete;
    },
  };
}

function isAssistant(element: HTMLElement): element is Assistant {
  return typeof (element as Partial<Assistant>).ask === 'function';
}

function isSameSite(element: HTMLElement, search: Site): boolean {
  const { endpoint, domain, indexUrl } = element as Partial<Site>;
  if (endpoint === undefined || domain === undefined) return false;
  return siteKey({ endpoint, domain, indexUrl }) === siteKey(search);
}
