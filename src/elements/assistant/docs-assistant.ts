import type { PropertyDeclarations } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { createElement, createIcon } from '../shared/dom/create-element.ts';
import { DocsElement } from '../shared/docs-element.ts';
import { keepOnTop } from '../shared/dom/keep-on-top.ts';
import { nameShortcut } from '../shared/dom/shortcut.ts';
import { lazy } from '../shared/lazy.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import type { ShowDetail } from './docs-assistant.events.ts';
import { launcherStyles } from './docs-assistant.styles.ts';
import type { Panel } from './panel/panel.ts';
import { wasOpen, whenIdle } from './panel/was-open.ts';

/**
 * @summary A button that opens a chat in which an assistant answers questions from the documentation.
 *
 * @slot launcher-icon - Icon in the button that opens the panel.
 * @slot header - Replaces the heading of the panel.
 * @slot welcome - Shown while no question has been asked; replaces the greeting.
 * @slot handoff - Replaces the button that offers to talk to a person, for instance by a link.
 * @slot footer - Below the composer; replaces the note that answers can be wrong.
 *
 * @fires docs-assistant-show - The panel is about to open, by the reader or by `show()`: `{source}`. Cancelable.
 * @fires docs-assistant-hide - The panel is about to close, by the reader or by `hide()`. Cancelable.
 * @fires docs-assistant-ask - A question is about to be sent: `{question, filter}`. Cancelable.
 * @fires docs-assistant-answered - An answer has ended, well or not: `{messageId, threadId, status}`.
 * @fires docs-assistant-error - Something failed: `{code, retryable, status?}`.
 * @fires docs-assistant-feedback - The reader rated an answer: `{messageId, rating, reasons, note}`.
 * @fires docs-assistant-handoff - The reader wants to talk to a person: `{markdown, threadId, page}`. Cancelable.
 * @fires docs-assistant-navigate - The reader follows a link of an answer: `{url, source}`. Cancelable.
 * @fires docs-assistant-thread - The conversation has another thread: `{threadId}`.
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
 * @csspart history-item - One of the conversations.
 * @csspart history-rename - Button that renames it.
 * @csspart history-name - Field for its name.
 * @csspart history-save - Button that saves the name.
 * @csspart history-cancel - Button that leaves the name as it was.
 * @csspart history-delete - Button that deletes the conversation.
 * @csspart clear-data - Button that removes everything that is kept of the reader.
 * @csspart expand - Button that makes the panel as large as the window allows, and small again.
 * @csspart resize - Handle at an edge of the panel that changes its size.
 * @csspart messages - The scrolling log of questions and answers.
 * @csspart message - A question or an answer.
 * @csspart message-user - A question.
 * @csspart message-assistant - An answer.
 * @csspart code - A code block of an answer.
 * @csspart tab-group - Variants of the same thing in an answer, of which one is shown.
 * @csspart tab - Button that shows one of them.
 * @csspart copy - Button that copies a code block or an answer.
 * @csspart sources - List of the pages an answer rests on.
 * @csspart source - One of them.
 * @csspart suggestion - A question or page that is offered.
 * @csspart citation - The number of a source in the text of an answer.
 * @csspart preview - What a source is, beside the link that the pointer or the focus is on.
 * @csspart reasoning - What the model thought on the way to an answer, folded.
 * @csspart ask-again - Button that asks the last question again.
 * @csspart edit - Button that puts the last question back into the field.
 * @csspart more - Menu below the last answer.
 * @csspart save - Button in it that saves the conversation.
 * @csspart print - Button in it that prints the conversation.
 * @csspart shortcuts-open - Button in it that lists the keys.
 * @csspart shortcuts - The list of keys.
 * @csspart queue - List of questions that are asked after the answer under way.
 * @csspart quote - What a question is about: a text or a code block of the page, above the field and in the question.
 * @csspart quote-remove - Button that removes it above the field.
 * @csspart fold - Button that shows all of a long question, or less.
 * @csspart ask-selection - Button at a selection or a code block of the page.
 * @csspart composer - The form with the field and its button.
 * @csspart input - The field for the question.
 * @csspart send - Button that sends the question.
 * @csspart stop - Button that stops the answer.
 * @csspart feedback - The two buttons that rate an answer.
 * @csspart feedback-form - The form that asks why.
 * @csspart reason - A reason to choose in it.
 * @csspart handoff - Button that offers to talk to a person.
 * @csspart closing-question - The question after a conversation, at the button that opens the panel.
 * @csspart notice - A sentence about an answer: stopped, cut off, nothing found.
 * @csspart error - A sentence about a failure.
 * @csspart retry - Button that asks again.
 * @csspart newest - Button that scrolls to the newest message.
 *
 * @cssprop --docs-accent-color - Colour of buttons and links.
 * @cssprop --docs-text-color - Colour of text.
 * @cssprop --docs-muted-color - Colour of secondary text.
 * @cssprop --docs-surface-color - Ground of the panel.
 * @cssprop --docs-border-color - Colour of lines.
 * @cssprop --docs-radius - Radius of the panel's corners. Default 12px.
 * @cssprop --docs-font-family - Typeface. Default that of the system.
 * @cssprop --docs-font-size - Size of text. Default 15px, or more where the text of the page is larger.
 * @cssprop --docs-code-font-family - Typeface of code.
 * @cssprop --docs-z-index - Layer of the launcher. Default 1000. Inside of an ancestor that would hold or cover it (transformed, filtered, isolated …) the launcher is in the browser's top layer, as the panel always is.
 * @cssprop --docs-assistant-panel-width - Width of the panel. Default 420px.
 * @cssprop --docs-assistant-panel-height - Height of the panel. Default 680px.
 */
export class DocsAssistant extends DocsElement<Panel, DocsAssistant> {
  static override styles = [launcherStyles, tokens];

  static override properties: PropertyDeclarations = {
    variant: {},
    placement: {},
    heading: {},
    welcome: {},
    placeholder: {},
    suggestions: { type: Array },
    retrievalPageSize: { type: Number, attribute: 'retrieval-page-size' },
    withoutLauncher: { type: Boolean, attribute: 'without-launcher' },
    push: { type: Boolean },
    historyDays: { type: Number, attribute: 'history-days' },
    feedbackEndpoint: { attribute: 'feedback-endpoint' },
    feedbackOnClose: { type: Boolean, attribute: 'feedback-on-close' },
    mask: { type: Boolean },
    askSelection: { type: Boolean, attribute: 'ask-selection' },
    handoff: {},
  };

  /** How the panel stands on the page. On a phone all but `inline` are a sheet over the page. */
  declare variant: 'popover' | 'sidebar' | 'dialog' | 'inline';
  /**
   * Where a `popover` panel stands at the launcher, in the names of floating-ui. That library (6 kB) is loaded only when
   * it is needed: for another placement, for a launcher that the page has moved, or where there is too little room.
   */
  declare placement: string;
  /** Heading of the panel. Unset: a bundled one. */
  declare heading: string | undefined;
  /** Greeting shown before the first question. Unset: a bundled one. */
  declare welcome: string | undefined;
  /** Text in the empty field. Unset: a bundled one. */
  declare placeholder: string | undefined;
  /**
   * Questions offered before the first one; JSON in the attribute. None: those of the page, from
   * `<meta name="docs-assistant:suggestions">`.
   */
  declare suggestions: readonly string[];
  /** Number of sections retrieved for an answer, 1 to 50. Default 5. */
  declare retrievalPageSize: number;
  /** Draws no button: the page opens the panel itself. */
  declare withoutLauncher: boolean;
  /**
   * A `sidebar` makes the page narrower instead of covering a part of it, where there is room for both. What is fixed to
   * the edge of the window can keep clear of it by the custom property `--docs-assistant-sidebar-width` of the page.
   */
  declare push: boolean;
  /** Days after its last question for which a conversation is kept in the browser, 1 to 365. Default 30. */
  declare historyDays: number;
  /** Address that ratings are posted to, for instance `/docs-api/feedback` of the proxy. Unset: only the event tells of them. */
  declare feedbackEndpoint: string | undefined;
  /** Asks once, when the panel is closed after three answers or more of which none is rated, whether they helped. */
  declare feedbackOnClose: boolean;
  /** Leaves e-mail addresses, keys, tokens and passwords that can be told by their form out of what is sent. */
  declare mask: boolean;
  /** Offers, by a small button, to ask about what is selected on the page and about its code blocks. */
  declare askSelection: boolean;
  /**
   * Offers to talk to a person: below the last answer when it failed, found nothing or was rated bad, else in its menu. A
   * value replaces the words of the button. A press dispatches `docs-assistant-handoff` with the conversation.
   */
  declare handoff: string | boolean | undefined;

  protected override readonly errorEvent = 'docs-assistant-error';
  protected override readonly linkParameter = 'ask';
  private readonly launcherText = createElement('span', {});
  /** Announces that the panel could not be loaded. Empty until then: the words of the launcher are its name, not news. */
  private readonly status = createElement('span', { role: 'status' });
  private readonly launcher = createElement(
    'button',
    {
      part: 'launcher',
      className: 'launcher',
      type: 'button',
      ariaHasPopup: 'dialog',
      onclick: () => this.toggle({ source: 'launcher' }),
    },
    createElement('slot', { name: 'launcher-icon' }, createIcon('m10 3 2 5 5 2-5 2-2 5-2-5-5-2 5-2z')),
    this.launcherText,
  );
  /** The button at a selection of the page. */
  private readonly selection = lazy(() => import('./selection/ask-selection.ts'));
  /** Calls that wait for the panel. */
  private readonly calls: ((panel: Panel) => void)[] = [];
  /** Whether the panel has been open since the page was loaded. @internal */
  hasBeenOpen = false;

  constructor() {
    super({
      shortcut: 'mod+i',
      variant: 'popover',
      placement: 'top-end',
      suggestions: [],
      retrievalPageSize: 5,
      historyDays: 30,
    });
  }

  /**
   * Opens the panel and puts the focus into its field. Setting `open` does neither that nor send an event.
   *
   * @param options.question Put into the field, behind what is written there. Quotes and code blocks at its beginning, as
   *   Markdown, are shown above the field. It is not sent: that is left to the reader.
   * @param options.source What opens it, for the event. Default `script`.
   */
  show({ question, source = 'script' }: ShowOptions = {}): void {
    if (!this.open && !this.emit('docs-assistant-show', { source }, { cancelable: true })) return;
    this.open = true;
    void this.withPanel((panel) => {
      if (question) panel.draft.append(question);
      panel.focus('.input');
    });
  }

  /** Closes the panel. An answer goes on being written. */
  hide(): void {
    if (this.open && this.emit('docs-assistant-hide', undefined, { cancelable: true })) this.open = false;
  }

  /** Opens the panel, or closes it. `options.source` as for `show()`. */
  toggle(options?: ShowDetail): void {
    // After a failure there is nothing to close, also while the pointer on its way to the button has started another attempt.
    if (this.open && (this.rest || !this.hasFailed)) this.hide();
    else this.show(options);
  }

  /**
   * Opens the panel and asks a question. While an answer is being written, that answer is stopped first.
   *
   * @param options.filter Version and language for this question, instead of those chosen on the page.
   */
  ask(question: string, options: { filter?: DocsFilter } = {}): void {
    this.show();
    void this.withPanel((panel) => panel.actions.ask(question, options));
  }

  /** Stops the answer that is being written. What there is of it stays. */
  stop(): void {
    void this.withPanel((panel) => panel.store.stop());
  }

  /** Asks the last question again; its answer is replaced. */
  retry(): void {
    void this.withPanel((panel) => panel.actions.retry());
  }

  /** Begins a new conversation: the next question starts a new thread. The one before stays in the list of the reader. */
  reset(): void {
    void this.withPanel((panel) => panel.actions.reset());
  }

  /** Begins anew, and removes everything that is kept of the reader on this site: id, conversations, draft, searches and choices. */
  forget(): void {
    void this.withPanel((panel) => panel.actions.forget());
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.connection;
    document.addEventListener('click', (event) => this.handlePageClick(event), { signal });
    if (this.launcher.parentNode) keepOnTop(this.launcher, signal);
    whenIdle(() => {
      if (this.isConnected && this.first === this && !this.hasBeenOpen && wasOpen(this))
        void this.withPanel((panel) => !this.hasBeenOpen && panel.reopen());
    }, signal);
  }

  protected override firstUpdated(): void {
    super.firstUpdated();
    this.takeCalls();
  }

  protected override follow(question: string): void {
    this.show({ question, source: 'link' });
  }

  protected override willUpdate(): void {
    this.hasBeenOpen ||= this.open;
    const isWanted = this.open || this.variant === 'inline' || this.calls.length > 0;
    if (isWanted && !this.loadFailed) void this.withPanel();
    if (this.askSelection) void this.selection.load().then((selection) => selection?.watchSelection(this));
  }

  protected override draw(): void {
    const isShown = this.variant !== 'inline' && (!this.withoutLauncher || this.loadFailed);
    if (!isShown) this.launcher.remove();
    else if (!this.launcher.parentNode) {
      this.frame.prepend(this.launcher, this.status);
      keepOnTop(this.launcher, this.connection.signal);
    }
    this.launcher.ariaExpanded = `${this.open}`;
    this.launcher.ariaKeyShortcuts = nameShortcut(this.shortcut);
    this.status.textContent = this.failure;
    this.launcherText.textContent = this.failure || this.label('launcher', 'Ask AI', 'KI fragen');
  }

  protected override async importRest(): Promise<Panel> {
    return (await import('./panel/panel.ts')).createPanel(this);
  }

  /** Any element of the page opens the panel that is `<button data-docs-assistant="id of the assistant, or empty">`. */
  private handlePageClick(event: MouseEvent): void {
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

  /** Carry out the calls that the page has queued before the script was loaded, and those that it queues from now on. */
  private takeCalls(): void {
    const queue = (window.docsAssistant ??= []);
    queue.push = (...calls) => {
      for (const [method, ...values] of calls)
        (this.first[method] as (...values: unknown[]) => void)(...values);
      return 0;
    };
    queue.push(...queue.splice(0));
  }

  /** Call the panel once it is loaded. Calls that are made before that, or before it fails to load, are carried out in order. */
  private async withPanel(...calls: ((panel: Panel) => void)[]): Promise<void> {
    this.calls.push(...calls);
    // The panel is drawn into the shadow root, which the first update creates.
    const panel = this.rest ?? (this.renderRoot && (await this.load()));
    if (panel) for (const call of this.calls.splice(0)) call(panel);
  }
}

/** What `show()` takes. */
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
