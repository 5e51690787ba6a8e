import { html, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import type { DocsFilter } from '../../protocol/api.ts';
import { DocsElement } from '../shared/docs-element.ts';
import { icon } from '../shared/icon.ts';
import { tokens } from '../shared/tokens.styles.ts';
import { launcherStyles } from './docs-assistant.styles.ts';
import type { Panel } from './panel.ts';

/**
 * @summary A button that opens a chat in which an assistant answers questions from the documentation.
 *
 * @slot launcher-icon - Icon in the button that opens the panel.
 * @slot header - Replaces the heading of the panel.
 * @slot welcome - Shown while no question has been asked; replaces the greeting.
 * @slot footer - Below the composer; replaces the note that answers can be wrong.
 *
 * @fires docs-assistant-show - The panel is about to open, by the reader or by `show()`. Cancelable.
 * @fires docs-assistant-hide - The panel is about to close, by the reader or by `hide()`. Cancelable.
 * @fires docs-assistant-ask - A question is about to be sent: `{question, filter}`. Cancelable.
 * @fires docs-assistant-answered - An answer has ended, well or not: `{messageId, threadId, status}`.
 * @fires docs-assistant-error - Something failed: `{code, retryable, status?}`.
 * @fires docs-assistant-feedback - The reader rated an answer: `{messageId, rating, reasons, note}`.
 * @fires docs-assistant-navigate - The reader follows a link of an answer: `{url, source}`. Cancelable.
 * @fires docs-assistant-thread - The conversation has another thread: `{threadId}`.
 *
 * @csspart launcher - The button that opens the panel.
 * @csspart panel - The panel.
 * @csspart header - Top of the panel.
 * @csspart heading - Heading of the panel.
 * @csspart close - Button that closes the panel.
 * @csspart new-thread - Button that starts a new conversation.
 * @csspart messages - The scrolling log of questions and answers.
 * @csspart message - A question or an answer.
 * @csspart message-user - A question.
 * @csspart message-assistant - An answer.
 * @csspart code - A code block of an answer.
 * @csspart copy - Button that copies a code block or an answer.
 * @csspart sources - List of the pages an answer rests on.
 * @csspart source - One of them.
 * @csspart suggestion - A question or page that is offered.
 * @csspart composer - The form with the field and its button.
 * @csspart input - The field for the question.
 * @csspart send - Button that sends the question.
 * @csspart stop - Button that stops the answer.
 * @csspart feedback - The two buttons that rate an answer.
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
 * @cssprop --docs-font-size - Size of text. Default 15px, or more where the page's root is larger.
 * @cssprop --docs-code-font-family - Typeface of code.
 * @cssprop --docs-z-index - Layer of the launcher. Default 1000; the panel is in the browser's top layer.
 * @cssprop --docs-assistant-panel-width - Width of the panel. Default 420px.
 * @cssprop --docs-assistant-panel-height - Height of the panel. Default 680px.
 */
export class DocsAssistant extends DocsElement<Panel> {
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
  /** Questions offered before the first one; JSON in the attribute. */
  declare suggestions: readonly string[];
  /** Number of sections retrieved for an answer, 1 to 50. Default 5. */
  declare retrievalPageSize: number;
  /** Draws no button: the page opens the panel itself. */
  declare withoutLauncher: boolean;

  protected override readonly errorEvent = 'docs-assistant-error';
  /** What the panel is to do once it is there. */
  private readonly calls: ((panel: Panel) => void)[] = [];

  constructor() {
    super({
      shortcut: 'mod+i',
      variant: 'popover',
      placement: 'top-end',
      suggestions: [],
      retrievalPageSize: 5,
    });
  }

  /** Opens the panel and puts the focus into its field. Setting `open` does neither that nor send an event. */
  show(): void {
    if (!this.open && !this.emit('docs-assistant-show', undefined, { cancelable: true })) return;
    this.open = true;
    void this.withPanel((panel) => panel.focusInput());
  }

  /** Closes the panel. An answer goes on being written. */
  hide(): void {
    if (this.open && this.emit('docs-assistant-hide', undefined, { cancelable: true })) this.open = false;
  }

  /** Opens the panel, or closes it. */
  toggle(): void {
    // What could not be loaded is not there to be closed: the press is another try.
    if (this.open && !this.loadFailed) this.hide();
    else this.show();
  }

  /**
   * Opens the panel and asks a question. While an answer is being written, that answer is stopped first.
   *
   * @param options.filter Version and language for this question, instead of those chosen on the page.
   */
  ask(question: string, options: { filter?: DocsFilter } = {}): void {
    this.show();
    void this.withPanel((panel) => panel.ask(question, options.filter));
  }

  /** Stops the answer that is being written. What there is of it stays. */
  stop(): void {
    void this.withPanel((panel) => panel.stop());
  }

  /** Asks the last question again; its answer is replaced. */
  retry(): void {
    void this.withPanel((panel) => panel.retry());
  }

  /** Drops the conversation: the next question starts a new thread. */
  reset(): void {
    void this.withPanel((panel) => panel.reset());
  }

  /** Drops the conversation and removes everything that is kept of the reader: id, thread, history and draft. */
  forget(): void {
    void this.withPanel((panel) => panel.forget());
  }

  protected override willUpdate(): void {
    const isWanted = this.open || this.variant === 'inline' || this.calls.length > 0;
    if (isWanted && !this.loadFailed) void this.withPanel();
  }

  protected override render(): TemplateResult {
    return html`<div class="docs" data-theme=${this.resolvedTheme}>
      ${
        this.variant === 'inline' || (this.withoutLauncher && !this.loadFailed)
          ? nothing
          : html`<button
              part="launcher"
              class="launcher"
              type="button"
              aria-haspopup="dialog"
              aria-expanded=${this.open}
              @click=${this.toggle}
              @pointerenter=${this.load}
              @focus=${this.load}
            >
              <slot name="launcher-icon">${icon('m10 3 2 5 5 2-5 2-2 5-2-5-5-2 5-2z')}</slot>
              <span role="status">${this.failure || this.label('launcher', 'Ask AI', 'KI fragen')}</span>
            </button>`
      }
      ${this.rest?.render()}
    </div>`;
  }

  protected override async importRest(): Promise<Panel> {
    return (await import('./panel.ts')).createPanel(this);
  }

  /** Calls the panel once it is there. What is called while it loads, or fails to, is carried out in order. */
  private async withPanel(...calls: ((panel: Panel) => void)[]): Promise<void> {
    this.calls.push(...calls);
    // Before the first drawing there is nothing that the panel could be drawn into.
    const panel = this.rest ?? (this.renderRoot && (await this.load()));
    if (panel) for (const call of this.calls.splice(0)) call(panel);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-assistant': DocsAssistant;
  }
}
