import { html, render } from 'lit';
import '../../src/search.ts';
import type { DocsSearch } from '../../src/search.ts';
import type { SearchRequest, SearchResult } from '../../src/protocol/api.ts';
import type { ReceivedRequest, ScriptedReply } from './reply-server.ts';
import { nextEvent, until } from './until.ts';

/** What a test sets; everything else is as a page would have it. */
export interface SearchSetup {
  readonly attributes?: Readonly<Record<string, string>>;
  /** Answers to the searches, in their order: results, or a whole reply. */
  readonly replies?: readonly (readonly SearchResult[] | ScriptedReply)[];
  /** Does something with the element before it is on the page. */
  readonly prepare?: (element: DocsSearch) => void;
}

/** One `<docs-search>` on the page, used as a reader would use it, and the server it asks. */
export class SearchHarness {
  readonly element: DocsSearch;
  readonly endpoint: string;

  private constructor(element: DocsSearch, endpoint: string) {
    this.element = element;
    this.endpoint = endpoint;
  }

  static async open({ attributes = {}, replies = [], prepare }: SearchSetup = {}): Promise<SearchHarness> {
    const endpoint = await openReplies(replies);
    const element = document.createElement('docs-search');
    for (const [name, value] of Object.entries({ endpoint, domain: 'docs', debounce: '0', ...attributes })) {
      element.setAttribute(name, value);
    }
    prepare?.(element);
    document.body.append(element);
    await element.updateComplete;
    return new SearchHarness(element, endpoint);
  }

  /** Use an element that is on a page already, as that of a frame. */
  static of(element: DocsSearch): SearchHarness {
    return new SearchHarness(element, element.endpoint);
  }

  /** Takes everything away that tests have put onto the page, and what they have kept. */
  static reset(): void {
    for (const element of document.querySelectorAll('docs-search, docs-assistant, .test')) element.remove();
    for (const attribute of ['dir', 'data-theme']) document.documentElement.removeAttribute(attribute);
    document.documentElement.lang = 'en';
    localStorage.clear();
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  get input(): HTMLInputElement {
    return this.find('input') as HTMLInputElement;
  }

  get options(): HTMLElement[] {
    return this.findAll('[role=option]');
  }

  /** The option that the input names as the active one. */
  get active(): HTMLElement | null {
    const id = this.input.getAttribute('aria-activedescendant');
    return id === null ? null : this.find(`#${id}`);
  }

  get isOpen(): boolean {
    return this.isVisible('.panel');
  }

  find(selector: string): HTMLElement | null {
    return this.root.querySelector<HTMLElement>(selector);
  }

  findAll(selector: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(selector)];
  }

  /** Text of the elements, as a reader sees it: white space in a row is one space. */
  texts(selector: string): string[] {
    return this.findAll(selector).map((element) => squeeze(element.textContent ?? ''));
  }

  text(selector: string): string {
    return this.texts(selector)[0] ?? '';
  }

  isVisible(selector: string): boolean {
    return this.find(selector)?.checkVisibility() ?? false;
  }

  /** Puts the cursor into the box and types, one input event for the whole text. */
  type(text: string): void {
    this.input.focus();
    this.input.value = text;
    this.input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: text }));
  }

  /** Types, and waits for the answer to be on the screen. */
  async search(text: string): Promise<void> {
    const answered = this.heard('docs-search-results');
    this.type(text);
    await answered;
  }

  /** Presses a key where the focus is. @returns whether the element has taken it */
  async press(key: string, init: KeyboardEventInit = {}): Promise<boolean> {
    const target = this.root.activeElement ?? document.activeElement ?? document.body;
    const event = new KeyboardEvent('keydown', {
      key,
      bubbles: true,
      composed: true,
      cancelable: true,
      ...init,
    });
    const taken = !target.dispatchEvent(event);
    await this.element.updateComplete;
    return taken;
  }

  /** The detail of the next event of this name, once what it tells of is drawn. */
  async heard<Name extends keyof HTMLElementEventMap>(name: Name): Promise<HTMLElementEventMap[Name]> {
    const event = await nextEvent<HTMLElementEventMap[Name] & Event>(this.element, name);
    await this.element.updateComplete;
    return event;
  }

  /** Waits until this is true, looking again whenever something in the element has changed, and with every frame. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(condition, this.root);
  }

  /** What the live region says next. */
  async said(): Promise<string> {
    await this.until(() => this.text('[role=status]') !== '');
    return this.text('[role=status]');
  }

  /** Waits until what is in the document now is on the screen. */
  async painted(): Promise<void> {
    await new Promise(requestAnimationFrame);
    await new Promise(requestAnimationFrame);
  }

  /** Lets the next held piece of a reply go. */
  async release(): Promise<void> {
    await fetch(`${this.endpoint}/release`, { method: 'POST', body: '{}' });
  }

  /** Waits until the server has been asked so many times: a request that is given up before may never reach it. */
  received(count: number): Promise<void> {
    return this.until(async () => (await this.requests()).length >= count);
  }

  /** What the server was asked. */
  async requests(): Promise<(Omit<ReceivedRequest, 'body'> & { body: SearchRequest })[]> {
    const response = await fetch(`${this.endpoint}/requests`);
    return (await response.json()) as (ReceivedRequest & { body: SearchRequest })[];
  }
}

/** Writes down what the server answers. @returns the endpoint to ask it at */
export async function openReplies(replies: NonNullable<SearchSetup['replies']>): Promise<string> {
  const endpoint = `/__replies/${crypto.randomUUID()}`;
  const script = replies.map((reply) => ('map' in reply ? answer(reply) : reply));
  await fetch(endpoint, { method: 'PUT', body: JSON.stringify(script) });
  return endpoint;
}

/** A reply that carries these results; held, it waits to be released. */
export function answer(results: readonly SearchResult[], held = false): ScriptedReply {
  return { headers: { 'content-type': 'application/json' }, pieces: [JSON.stringify(results)], held };
}

/** A reply with an error status. */
export function refusal(status: number, headers: Readonly<Record<string, string>> = {}): ScriptedReply {
  const body = JSON.stringify({ error: 'No.', code: 'internal' });
  return { status, headers: { 'content-type': 'application/json', ...headers }, pieces: [body] };
}

/** A section of the documentation, as the service finds it. */
export function section(path: string, title: string, heading: string | null, content: string): SearchResult {
  const anchor = heading?.toLowerCase().replace(/\W+/g, '-');
  return {
    path,
    content,
    metadata: {
      title,
      version: 'v6',
      language: 'en',
      headings: heading ? [heading] : [],
      ...(anchor && { anchor }),
    },
  };
}

/** Three sections of two pages. */
export const SECTIONS: readonly SearchResult[] = [
  section(
    'v6/en/guides/middleware',
    'Middleware',
    'Basic usage',
    'Export a function named `onRequest` from **middleware**.',
  ),
  section('v6/en/guides/routing', 'Routing', 'Dynamic routes', 'A middleware runs before every route.'),
  section('v6/en/guides/middleware', 'Middleware', null, 'Middleware intercepts requests and responses.'),
];

/** Draws something else onto the page. */
export function place(content: unknown): HTMLElement {
  const container = document.createElement('div');
  container.className = 'test';
  document.body.append(container);
  render(html`${content}`, container);
  return container;
}

function squeeze(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
