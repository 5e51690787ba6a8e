import '../../src/assistant.ts';
import type { DocsAssistant } from '../../src/assistant.ts';
import type { AssistantRequest } from '../../src/protocol/api.ts';
import { standStill } from './accessible.ts';
import { loadModule } from './late-module.ts';
import type { ReceivedRequest, ScriptedReply } from './reply-server.ts';
import { nextEvent, until } from './until.ts';

/** What a test sets; everything else is as a page would have it. */
export interface AssistantSetup {
  readonly attributes?: Readonly<Record<string, string>>;
  /** Answers to the questions, in their order. */
  readonly replies?: readonly ScriptedReply[];
  /** Does something with the element before it is on the page. */
  readonly prepare?: (element: DocsAssistant) => void;
}

/** One `<docs-assistant>` on the page, used as a reader would use it, and the server it asks. */
export class AssistantHarness {
  readonly element: DocsAssistant;
  readonly endpoint: string;

  private constructor(element: DocsAssistant, endpoint: string) {
    this.element = element;
    this.endpoint = endpoint;
  }

  static async open({
    attributes = {},
    replies = [],
    prepare,
  }: AssistantSetup = {}): Promise<AssistantHarness> {
    const endpoint = attributes.endpoint ?? (await openReplies(replies));
    const element = document.createElement('docs-assistant');
    for (const [name, value] of Object.entries({ endpoint, domain: 'docs', ...attributes })) {
      element.setAttribute(name, value);
    }
    prepare?.(element);
    document.body.append(element);
    await element.updateComplete;
    return new AssistantHarness(element, endpoint);
  }

  /** Use an element that is on a page already, as that of a frame. */
  static of(element: DocsAssistant): AssistantHarness {
    return new AssistantHarness(element, element.endpoint);
  }

  /** As {@link open}, with the panel open and the cursor in the field. */
  static async show(setup: AssistantSetup = {}): Promise<AssistantHarness> {
    const assistant = await AssistantHarness.open(setup);
    await assistant.show();
    return assistant;
  }

  /** As {@link open}, with a question asked and its answer ended. */
  static async answered(setup: AssistantSetup = {}): Promise<AssistantHarness> {
    const assistant = await AssistantHarness.open(setup);
    await assistant.ask('How do I run code before a page?');
    return assistant;
  }

  /** Takes everything away that tests have put onto the page, and what they have kept. */
  static reset(): void {
    // One that goes while it is open would be kept for the next page.
    for (const element of document.querySelectorAll('docs-assistant')) element.open = false;
    for (const element of document.querySelectorAll('docs-assistant, .test')) element.remove();
    for (const attribute of ['dir', 'data-theme', 'style'])
      document.documentElement.removeAttribute(attribute);
    document.documentElement.lang = 'en';
    localStorage.clear();
    sessionStorage.clear();
  }

  /** The element as it is after the page is loaded again. */
  async reload(): Promise<AssistantHarness> {
    this.element.remove();
    return AssistantHarness.open({ attributes: { endpoint: this.endpoint } });
  }

  get root(): ShadowRoot {
    return this.element.shadowRoot!;
  }

  get input(): HTMLTextAreaElement {
    return this.find<HTMLTextAreaElement>('[part=input]')!;
  }

  get launcher(): HTMLElement {
    return this.find('[part=launcher]')!;
  }

  /** The button at the field: it sends, or stops. */
  get send(): HTMLElement {
    return this.find('.send')!;
  }

  get isOpen(): boolean {
    return this.find('[part=panel]')?.checkVisibility() ?? false;
  }

  /** The class of the element that has the focus in here, or an empty text. */
  get focused(): string {
    return this.root.activeElement?.className ?? '';
  }

  find<E extends HTMLElement = HTMLElement>(selector: string): E | null {
    return this.root.querySelector<E>(selector);
  }

  findAll(selector: string): HTMLElement[] {
    return [...this.root.querySelectorAll<HTMLElement>(selector)];
  }

  /** Texts of the elements: white space in a row is one space, also that between the paragraphs of a notice. */
  texts(selector: string): string[] {
    return this.findAll(selector).map((element) => {
      const parts = element.matches('.notice') ? [...element.children] : [element];
      return parts
        .map(({ textContent }) => textContent)
        .join(' ')
        .replace(/\s+/g, ' ')
        .trim();
    });
  }

  text(selector: string): string {
    return this.texts(selector)[0] ?? '';
  }

  /** The last message of the live region. */
  get said(): string {
    return this.text('.panel [role=status]');
  }

  /** The last portion of an answer that was announced. */
  get portion(): string {
    return this.text('.panel .speech');
  }

  /** Opens the panel; resolves when the cursor is in its field. */
  async show(): Promise<void> {
    this.element.show();
    await this.until(() => this.focused === 'input');
  }

  /** Asks, and waits for the end of the answer to be on the screen. */
  async ask(question: string): Promise<void> {
    const answered = this.heard('docs-assistant-answered');
    this.element.ask(question);
    await answered;
  }

  /** Types into the field. */
  async type(text: string): Promise<void> {
    this.input.focus();
    this.input.value = text;
    this.input.dispatchEvent(new InputEvent('input', { bubbles: true, composed: true, data: text }));
    await this.element.updateComplete;
  }

  /** Presses a key where the focus is. @returns whether the element has taken it */
  async press(key: string, init: KeyboardEventInit = {}): Promise<boolean> {
    const target = this.root.activeElement ?? document.activeElement ?? document.body;
    const options = { key, bubbles: true, composed: true, cancelable: true, ...init };
    const taken = !target.dispatchEvent(new KeyboardEvent('keydown', options));
    await this.element.updateComplete;
    return taken;
  }

  async click(selector: string): Promise<void> {
    this.find(selector)!.click();
    await this.element.updateComplete;
  }

  /** The detail of the next event of this name, once what it tells of is drawn. */
  async heard<Name extends keyof HTMLElementEventMap>(
    name: Name,
  ): Promise<HTMLElementEventMap[Name] extends CustomEvent<infer Detail> ? Detail : never> {
    const { detail } = await nextEvent<CustomEvent>(this.element, name);
    // The end of an answer is drawn by what the panel has just asked for, too. Where the panel did not load, that does not.
    for (const path of ['after-answer/after-answer', 'speech/answer-speech'])
      await loadModule(`/src/elements/assistant/${path}.ts`).catch(() => {});
    await drawn();
    await this.element.updateComplete;
    return detail as never;
  }

  /** Waits until this is true, looking again whenever something in the element has changed, and with every frame. */
  until(condition: () => boolean | Promise<boolean>): Promise<void> {
    return until(condition, this.root);
  }

  /** Waits until nothing moves any more. What would never end is stopped. */
  settle(): Promise<void> {
    return standStill(this.root);
  }

  /** Lets the next held piece of a reply go. */
  async release(): Promise<void> {
    await fetch(`${this.endpoint}/release`, { method: 'POST', body: '{}' });
  }

  /** What the server was asked. */
  async requests(): Promise<(Omit<ReceivedRequest, 'body'> & { body: AssistantRequest })[]> {
    const response = await fetch(`${this.endpoint}/requests`);
    return (await response.json()) as (ReceivedRequest & { body: AssistantRequest })[];
  }
}

/** The next frame. */
export function drawn(): Promise<number> {
  return new Promise(requestAnimationFrame);
}

/** Writes down what the server answers. @returns the endpoint to ask it at */
export async function openReplies(replies: readonly ScriptedReply[]): Promise<string> {
  const endpoint = `/__replies/${crypto.randomUUID()}`;
  await fetch(endpoint, { method: 'PUT', body: JSON.stringify(replies) });
  return endpoint;
}

export interface AnswerSetup {
  readonly sources?: readonly { readonly path: string; readonly title: string }[];
  readonly threadId?: string;
  readonly finishReason?: string;
  /** Where the reply waits to be released: after the search was asked for, and after each of the texts. */
  readonly held?: boolean;
}

/** A reply in the stream format of AI SDK 7: a search, then these texts one after the other. */
export function answer(texts: string | readonly string[], setup: AnswerSetup = {}): ScriptedReply {
  const { sources = [], threadId = 'thread-1', finishReason = 'stop', held = false } = setup;
  const results = sources.map(({ path, title }) => ({ content: '', path, metadata: { title } }));
  const [first = '', ...rest] = [texts].flat().map((delta) => encode({ type: 'text-delta', id: 't', delta }));
  return {
    headers: { 'content-type': 'text/event-stream' },
    held,
    pieces: [
      encode(
        { type: 'start', messageId: 'message-1' },
        { type: 'tool-input-available', toolCallId: 'c', toolName: 'search', input: { query: 'run code' } },
      ),
      encode({ type: 'tool-output-available', toolCallId: 'c', output: { results } }) +
        encode({ type: 'text-start', id: 't' }) +
        first,
      ...rest,
      encode({ type: 'text-end', id: 't' }, { type: 'finish', finishReason, messageMetadata: { threadId } }),
    ],
  };
}

function encode(...chunks: readonly object[]): string {
  return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('');
}
