import type { RequestFilter } from '../../protocol/api.ts';
import type { Attributes, PropertiesOf } from '../shared/attribute.ts';
import { createElement, createIcon } from '../shared/dom/create-element.ts';
import * as early from '../strings/early.ts';
import { DocsElement } from '../shared/docs-element.ts';
import type { Joint } from '../shared/joint.ts';
import { keepOnTop } from '../shared/dom/keep-on-top.ts';
import { nameShortcut } from '../shared/dom/shortcut.ts';
import { lazy } from '../shared/lazy.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { assistantAttributes } from './attributes.ts';
import type { ShowDetail } from './docs-assistant.events.ts';
import { launcherStyles } from './docs-assistant.styles.ts';
import type { Panel } from './panel/panel.ts';
import { isWithoutModel, wasOpen, whenIdle } from './panel/was-open.ts';

// The properties of the table.
export interface DocsAssistant extends PropertiesOf<typeof assistantAttributes> {}

/**
 * @summary A button that opens a chat in which an assistant answers questions from the documentation.
 *
 * @slot launcher-icon - Icon in the button that opens the panel.
 * @slot header - Replaces the heading of the panel.
 * @slot welcome - Shown while no question has been asked; replaces the greeting.
 * @slot handoff - Replaces the button that offers to talk to a person, for instance by a link.
 * @slot footer - Below the composer; in the place of the note below the first answer that answers can be wrong.
 *
 * @fires docs-assistant-show - The panel is about to open, by the reader or by `show()`: `{source}`. Cancelable.
 * @fires docs-assistant-hide - The panel is about to close, by the reader or by `hide()`. Cancelable.
 * @fires docs-assistant-ask - A question is about to be sent: `{question, filter}`. Cancelable; `filter` may be changed.
 * @fires docs-assistant-answered - An answer has ended, successfully or not: `{messageId, threadId, status}`.
 * @fires docs-assistant-error - Something failed: `{code, retryable, status?}`.
 * @fires docs-assistant-feedback - The reader rated an answer: `{messageId, rating, reasons, note}`.
 * @fires docs-assistant-handoff - The reader wants to talk to a person: `{markdown, threadId, page}`. Cancelable.
 * @fires docs-assistant-navigate - The reader is about to follow a link of an answer: `{url, source}`. Cancelable.
 * @fires docs-assistant-thread - The thread of the conversation has changed: `{threadId}`.
 *
 * @csspart launcher - The button that opens the panel.
 * @csspart panel - The panel.
 * @csspart header - Top of the panel.
 * @csspart heading - Heading of the panel.
 * @csspart close - Button that closes the panel.
 * @csspart new-thread - Button that starts a new conversation.
 * @csspart history - Button that shows the earlier conversations.
 * @csspart history-list - The list of earlier conversations, with its search and the button that clears everything.
 * @csspart history-heading - Heading of that list.
 * @csspart history-day - Heading above the conversations of a day.
 * @csspart history-item - Button that opens an earlier conversation.
 * @csspart history-rename - Button that renames a conversation.
 * @csspart history-name - Field for the name of a conversation.
 * @csspart history-save - Button that saves the name.
 * @csspart history-cancel - Button that cancels the renaming.
 * @csspart history-delete - Button that deletes the conversation.
 * @csspart clear-data - Button that removes all data that is kept about the reader.
 * @csspart expand - Item of the menu below the last answer that expands the panel to most of the window, and restores its size.
 * @csspart resize - Handle at an edge of the panel that changes its size.
 * @csspart messages - The scrolling log of questions and answers.
 * @csspart message - A question or an answer.
 * @csspart message-user - A question.
 * @csspart message-assistant - An answer.
 * @csspart code - A code block of an answer.
 * @csspart tab-group - Tabs with variants of the same content in an answer, of which one is shown.
 * @csspart tab - Button that shows one variant.
 * @csspart copy - Button that copies a code block or an answer.
 * @csspart sources - List of the pages that an answer is based on.
 * @csspart source - Link to one of these pages.
 * @csspart suggestion - A suggested question or page.
 * @csspart clarifying-question - A question of the assistant, with its choices.
 * @csspart choice - An answer to it: a button, in an earlier answer a text.
 * @csspart citation - The number of a source in the text of an answer.
 * @csspart preview - Preview of a source, beside a link to it that is hovered or focused.
 * @csspart reasoning - Reasoning of the model before the answer, collapsed.
 * @csspart ask-again - Button that asks the last question again.
 * @csspart edit - Button that puts the last question back into the field.
 * @csspart more - Menu below the last answer.
 * @csspart save - Button in that menu that saves the conversation.
 * @csspart print - Button in that menu that prints the conversation.
 * @csspart shortcuts-open - Button in that menu that shows the keyboard shortcuts.
 * @csspart shortcuts - List of keyboard shortcuts.
 * @csspart queue - List of questions that are asked after the current answer.
 * @csspart quote - A text or code block of the page that a question quotes, above the field and in the question.
 * @csspart quote-remove - Button that removes a quote above the field.
 * @csspart fold - Button that expands or collapses a long question.
 * @csspart ask-selection - Button that asks about a selection or a code block of the page.
 * @csspart composer - The form with the field and its button.
 * @csspart input - The field for the question.
 * @csspart send - Button that sends the question.
 * @csspart stop - Button that stops the answer.
 * @csspart feedback - The two buttons that rate an answer.
 * @csspart feedback-form - The form that asks for the reasons of a rating.
 * @csspart reason - A reason that can be chosen in that form.
 * @csspart handoff - Button that offers to talk to a person.
 * @csspart closing-question - The question whether a conversation helped, at the launcher after the panel was closed.
 * @csspart notice - Message about an answer: stopped, cut off, nothing found.
 * @csspart error - Message about a failure.
 * @csspart retry - Button that tries again after a failure.
 * @csspart newest - Button that scrolls to the newest message.
 *
 * @cssprop --docs-accent-color - Colour of buttons and links.
 * @cssprop --docs-text-color - Colour of text.
 * @cssprop --docs-muted-color - Colour of secondary text.
 * @cssprop --docs-surface-color - Background of the panel.
 * @cssprop --docs-border-color - Colour of borders.
 * @cssprop --docs-radius - Radius of corners. Default 12px. Those of the panel are 1.5 times as large, small ones half as large.
 * @cssprop --docs-font-family - Typeface. Default: that of the page.
 * @cssprop --docs-font-size - Size of text. Default 15px, or more if the text of the page is larger.
 * @cssprop --docs-code-font-family - Typeface of code.
 * @cssprop --docs-z-index - `z-index` of the launcher. Default 1000. Inside an ancestor that would contain or cover it (transformed, filtered, isolated …) the launcher is in the browser's top layer, as the panel always is.
 * @cssprop --docs-assistant-panel-width - Width of the panel. Default 420px.
 * @cssprop --docs-assistant-panel-height - Height of the panel. Default 760px.
 */
export class DocsAssistant extends DocsElement<Panel> {
  static override styles = [launcherStyles, tokens];

  static override properties: Attributes = assistantAttributes;

  protected override readonly errorEvent = 'docs-assistant-error';
  protected override readonly linkParameter = 'ask';
  readonly #launcherText = createElement('span', {});
  /** Live region for a failure to load the panel. Empty until then, because the label of the launcher is no message. */
  readonly #status = createElement('span', { role: 'status' });
  readonly #launcher = createElement(
    'button',
    {
      part: 'launcher',
      className: 'launcher',
      type: 'button',
      onclick: () => this.toggle({ source: 'launcher' }),
    },
    createElement('slot', { name: 'launcher-icon' }, createIcon('m10 3 2 5 5 2-5 2-2 5-2-5-5-2 5-2z')),
    this.#launcherText,
  );
  /** Number of launchers that there is room for below this one. */
  #below = 0;
  /** The group that draws the button at a selection of the page. */
  readonly #selection = lazy(() => import('./selection/ask-selection.ts'));
  /** The group that offers tools to the browser's agent. */
  readonly #webmcp = lazy(() => import('./webmcp/webmcp.ts'));
  /** Calls that wait for the panel. */
  readonly #calls: ((panel: Panel) => void)[] = [];
  /** The search whose place the panel takes. @internal */
  declare joint: Joint | undefined;
  /** Whether the panel has been open since the page was loaded. @internal */
  hasBeenOpen = false;
  /** Whether a language model may write the answers, as the service has said. @internal */
  hasModel: boolean | undefined;
  /** Whether it may speak of AI. Words that may have been read stay while the panel is open. @internal */
  speaksOfAi = true;

  /**
   * Open the panel and focus its field. Setting `open` does not move the focus, and dispatches no event.
   *
   * @param options.question Text to append to that in the field. Quotes and code blocks at its beginning, as Markdown, are
   *   shown above the field. It is not sent: the reader does that.
   * @param options.source Trigger that the event reports. Default `script`.
   */
  show({ question, source = 'script' }: ShowOptions = {}): void {
    if (!this.open && !this.emit('docs-assistant-show', { source }, { cancelable: true })) return;
    this.open = true;
    void this.#withPanel((panel) => {
      if (question) panel.draft.append(question);
      panel.focus('.input');
    });
  }

  /** Close the panel. An answer that is being written continues. */
  hide(): void {
    if (this.open && this.emit('docs-assistant-hide', undefined, { cancelable: true })) this.open = false;
  }

  /** Open or close the panel. `options.source` as for `show()`. */
  toggle(options?: ShowDetail): void {
    // After a failed load there is nothing to close, even if hovering the button has started another attempt.
    if (this.open && (this.rest || !this.hasFailed)) this.hide();
    else this.show(options);
  }

  /**
   * Open the panel and ask a question. An answer that is being written is stopped first.
   *
   * @param options.filter Version and language for this question, instead of those chosen on the page.
   */
  ask(question: string, options: { filter?: RequestFilter } = {}): void {
    this.show();
    void this.#withPanel((panel) => panel.actions.ask(question, options));
  }

  /** Stop the answer that is being written. The text so far is kept. */
  stop(): void {
    void this.#withPanel((panel) => panel.store.stop());
  }

  /** Ask the last question again. The new answer replaces the one before. */
  retry(): void {
    void this.#withPanel((panel) => panel.actions.retry());
  }

  /** Start a new conversation, with a new thread. The one before stays in the list of earlier conversations. */
  reset(): void {
    void this.#withPanel((panel) => panel.actions.reset());
  }

  /** Start a new conversation, and remove all data of the reader on this site: id, conversations, draft, searches and choices. */
  forget(): void {
    void this.#withPanel((panel) => panel.actions.forget());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.connection;
    document.addEventListener('click', (event) => this.#handlePageClick(event), { signal });
    if (this.#launcher.parentNode) keepOnTop(this.#launcher, signal);
    whenIdle(() => {
      if (this.isConnected && this.first === this && !this.hasBeenOpen && wasOpen(this))
        void this.#withPanel((panel) => !this.hasBeenOpen && panel.reopen());
    }, signal);
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    this.#takeCalls();
  }

  protected override openFromUrl(question: string): void {
    this.show({ question, source: 'link' });
  }

  /** Whether answers are passages of a static index, which no model has written. @internal */
  get quotesIndex(): boolean {
    return !this.source && !!this.indexUrl && !(this.endpoint.trim() && this.domain.trim());
  }

  protected override willUpdate(): void {
    this.hasBeenOpen ||= this.open;
    const isWanted = this.open || this.variant === 'inline' || this.#calls.length > 0;
    if (isWanted && !this.loadFailed) void this.#withPanel();
    if (this.askSelection) void this.#selection.load().then((selection) => selection?.watch(this));
    if (this.webmcp && document.modelContext) void this.#webmcp.load().then((tools) => tools?.watch(this));
  }

  protected override draw(): void {
    // A panel that lacks what an inline one needs stays at the launcher.
    const isInline = this.variant === 'inline' && (!this.rest || this.rest.placement.mode === 'inline');
    // In the place of an inline panel that could not be loaded, it tries again.
    const isShown = isInline ? this.hasFailed && !this.rest : !this.withoutLauncher || this.loadFailed;
    this.#launcher.classList.toggle('in-page', isInline);
    if (!isShown) this.#launcher.remove();
    else if (!this.#launcher.parentNode) {
      this.frame.prepend(this.#launcher, this.#status);
      this.#makeRoom();
      keepOnTop(this.#launcher, this.connection.signal);
    }
    this.#launcher.ariaHasPopup = isInline ? null : 'dialog';
    this.#launcher.ariaExpanded = isInline ? null : `${this.open}`;
    this.#launcher.ariaKeyShortcuts = nameShortcut(this.shortcut);
    this.#status.textContent = this.failure;
    if (!this.open) this.speaksOfAi = !isWithoutModel(this);
    const isOfAi = this.speaksOfAi || this.strings.launcher;
    const label = isOfAi
      ? this.label('launcher', early.launcher, early.launcherInGerman)
      : this.label('launcherQuotes', early.launcherQuotes, early.launcherQuotesInGerman);
    this.#launcherText.textContent = this.failure || label;
  }

  /** Put the launcher above those of other assistants on the page, which have the same place. */
  #makeRoom(): void {
    const others = this.peers.filter((peer) => peer !== this && peer.#launcher.isConnected);
    const taken = others.map((peer) => peer.#below);
    this.#below = 0;
    while (taken.includes(this.#below)) this.#below += 1;
    this.#launcher.style.setProperty('--_below', `${this.#below}`);
  }

  protected override async importRest(): Promise<Panel> {
    return (await import('./panel/panel.ts')).createPanel(this);
  }

  /** Open the panel on a click on any element of the page with `data-docs-assistant`: the id of the assistant, or empty. */
  #handlePageClick(event: MouseEvent): void {
    const trigger = event
      .composedPath()
      .map((node) => (node as HTMLElement).dataset)
      .find((data) => data?.docsAssistant !== undefined);
    if (!trigger || event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey) return;
    const { docsAssistant: id, question } = trigger;
    if (id ? id !== this.id : this.first !== this) return;
    event.preventDefault();
    this.show({ question, source: 'trigger' });
  }

  /** Run the calls that the page has queued before the script was loaded, and from now on each call at once. */
  #takeCalls(): void {
    const { docsAssistant: calls } = window;
    // A page may have an element with this id, which is then what the name stands for.
    const queue = (window.docsAssistant = Array.isArray(calls) ? calls : []);
    queue.push = (...calls) => {
      for (const [method, ...args] of calls) (this.first[method] as (...args: unknown[]) => void)(...args);
      return 0;
    };
    queue.push(...queue.splice(0));
  }

  /** Run calls on the panel once it is loaded. Until then they are queued, also over failed attempts, and run in order. */
  async #withPanel(...calls: ((panel: Panel) => void)[]): Promise<void> {
    this.#calls.push(...calls);
    // The panel is drawn into the shadow root, which the first update creates.
    const panel = this.rest ?? (this.renderRoot && (await this.load()));
    if (panel) for (const call of this.#calls.splice(0)) call(panel);
  }
}

/** Options of `show()`. */
interface ShowOptions extends Partial<ShowDetail> {
  readonly question?: string | undefined;
}

/** A call that may be made before the script is loaded: name of a method and its arguments. */
export type EarlyCall = readonly [
  method: 'show' | 'hide' | 'toggle' | 'ask' | 'stop' | 'retry' | 'reset' | 'forget',
  ...values: unknown[],
];

declare global {
  interface Window {
    docsAssistant?: EarlyCall[];
  }
  interface HTMLElementTagNameMap {
    'docs-assistant': DocsAssistant;
  }
}
