import type { DocsAssistant } from '../../src/assistant.ts';
import type { DocsSearch } from '../../src/search.ts';
import { AssistantHarness, drawn } from './assistant-harness.ts';
import { nextEvent, until } from './until.ts';

/** How a router finds the link that was clicked. */
export type RouterName = 'window' | 'body' | 'path' | 'global' | 'history';

/** What stands on the pages of a site. */
export interface ReaderSetup {
  /** Of its `<docs-assistant>`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Of its `<docs-search>`. Default none. */
  readonly search?: Readonly<Record<string, string>>;
  readonly router?: RouterName;
  /** Whether the policy of the first page allows WebAssembly. */
  readonly allowsWasm?: boolean;
}

/** Path of the page that is loaded first. */
export const PAGE = '/test/support/reader-page.html';

/** A site in a frame, in which a reader can leave a page. */
export class ReaderFrame {
  readonly #frame = document.createElement('iframe');

  static async open(setup: ReaderSetup, size = { width: 1000, height: 700 }): Promise<ReaderFrame> {
    const reader = new ReaderFrame();
    const frame = reader.#frame;
    frame.className = 'test';
    // It outlives the page, as the settings of a site do.
    frame.name = JSON.stringify(setup);
    frame.width = `${size.width}`;
    frame.height = `${size.height}`;
    frame.src = setup.allowsWasm ? `${PAGE}?wasm` : PAGE;
    document.body.append(frame);
    await reader.#loaded();
    return reader;
  }

  /** Takes the site away, and what its pages keep on their way out. */
  static async reset(): Promise<void> {
    AssistantHarness.reset();
    await drawn();
    AssistantHarness.reset();
  }

  get window(): Window & typeof globalThis {
    return this.#frame.contentWindow as Window & typeof globalThis;
  }

  get document(): Document {
    return this.#frame.contentDocument!;
  }

  get assistant(): DocsAssistant {
    return this.document.querySelector('docs-assistant')!;
  }

  get search(): DocsSearch {
    return this.document.querySelector('docs-search')!;
  }

  /** The address of the page within the site. */
  get address(): string {
    const { pathname, search, hash } = this.window.location;
    return pathname + search + hash;
  }

  /** Pages that the router has shown, as paths. */
  get routes(): string[] {
    return (this.document.documentElement.dataset.routes ?? '').split(' ').slice(1);
  }

  /** Opening, focus and movement that the page has seen since it was loaded. */
  get events(): string[] {
    return (this.document.documentElement.dataset.events ?? '').split(' ').slice(1);
  }

  /** Makes the window of the site that wide. */
  set width(width: number) {
    this.#frame.width = `${width}`;
  }

  find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.assistant.shadowRoot!.querySelector<E>(selector);
  }

  get isOpen(): boolean {
    return this.find('[part=panel]')?.checkVisibility() ?? false;
  }

  /** Asks, and waits for the end of the answer to be on the screen. */
  async ask(question: string): Promise<void> {
    const answered = nextEvent(this.assistant, 'docs-assistant-answered');
    this.assistant.ask(question);
    await answered;
    await this.until(() => this.find('[part=feedback]') !== null);
  }

  /** Does what leads to another page, and waits for that page. */
  async leave(act: () => void): Promise<void> {
    const loaded = this.#loaded();
    act();
    await loaded;
  }

  /** Wait until the page has run a module that it has asked for. */
  async run(path: string): Promise<void> {
    await (this.window as unknown as { run(path: string): Promise<unknown> }).run(path);
  }

  until(condition: () => boolean): Promise<void> {
    return until(condition);
  }

  async #loaded(): Promise<void> {
    await nextEvent(this.#frame, 'load');
    await this.until(() => this.window.customElements?.get('docs-assistant') !== undefined);
    await this.assistant?.updateComplete;
  }
}
