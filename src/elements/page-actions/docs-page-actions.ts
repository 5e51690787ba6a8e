import { html, LitElement, nothing, type PropertyDeclarations, type TemplateResult } from 'lit';
import { copyText } from '../shared/dom/copy-text.ts';
import { icon } from '../shared/dom/icon.ts';
import { watchPage } from '../shared/dom/page.ts';
import { createStrings, type StringsController } from '../shared/i18n/strings-controller.ts';
import { lazy } from '../shared/lazy.ts';
import { readPageAddress, watchPageAddress } from '../shared/page-address.ts';
import { checkChoices, createWarner } from '../shared/property-checks.ts';
import { surface } from '../shared/styles/surface.styles.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { tones } from '../shared/styles/tones.styles.ts';
import { checkAgents, DEFAULT_AGENTS, openingAddress, type Agent } from './agents.ts';
import { copyLater } from './copy-later.ts';
import type { PageActionDetail } from './docs-page-actions.events.ts';
import { pageActionsStyles } from './docs-page-actions.styles.ts';
import { listMcpClients, serverName, type McpClient } from './mcp-clients.ts';
import { markdownAddress, MarkdownMissingError, readPageMarkdown } from './page-markdown.ts';
import { strings as english, type PageActionsStrings } from './strings/en.ts';

const icons = {
  copy: icon(
    'M7.5 7.5V4.8c0-.7.6-1.3 1.3-1.3h6.4c.7 0 1.3.6 1.3 1.3v6.4c0 .7-.6 1.3-1.3 1.3h-2.7M4.8 7.5h6.4c.7 0 1.3.6 1.3 1.3v6.4c0 .7-.6 1.3-1.3 1.3H4.8c-.7 0-1.3-.6-1.3-1.3V8.8c0-.7.6-1.3 1.3-1.3z',
  ),
  done: icon('M4.500 10.500l3.700 3.700 7.300-8'),
  more: icon('M5.500 8l4.500 4.500 4.500-4.500'),
  view: icon(
    'M5.500 3.500h6l3.500 3.500v9.500h-9.500zM11.500 3.500V7H15M7.800 10.500h4.400M7.800 13.200h4.400',
  ),
  open: icon('M8 5H5.500v9.500H15V12M11 4.500h4.500V9M15.500 4.500L9.500 10.500'),
  connect: icon('M7 3.500v4M13 3.500v4M5 7.500h10v2.500a5 5 0 0 1-10 0zM10 15v2'),
};

/** Something blank: a live region is read again only if its text differs. */
const BLANK = '\u00A0';
/** Milliseconds for which the button says that the page is copied. */
const COPIED_TIME = 3000;

/**
 * @summary A button that copies the page as Markdown, and a menu that opens it in an AI agent or connects the MCP server.
 *
 * @fires docs-page-action - The reader is about to copy, view or open the page, or to take what a client of the MCP server needs: `{action, name, page}`. Cancelable.
 *
 * @csspart actions - Both buttons.
 * @csspart copy - Button that copies the page.
 * @csspart more - Button that opens the menu.
 * @csspart menu - The menu.
 * @csspart item - An action in the menu.
 * @csspart connect - What clients of the MCP server need.
 * @csspart error - Message about a failure.
 *
 * @cssprop --docs-accent-color - Colour of the focus.
 * @cssprop --docs-text-color - Colour of text.
 * @cssprop --docs-muted-color - Colour of secondary text.
 * @cssprop --docs-surface-color - Background.
 * @cssprop --docs-border-color - Colour of borders.
 * @cssprop --docs-radius - Radius of the corners. Default 12px.
 * @cssprop --docs-font-family - Typeface. Default: that of the system.
 * @cssprop --docs-font-size - Size of text. Default 15px, or more if the text of the page is larger.
 */
export class DocsPageActions extends LitElement {
  static override styles = [tokens, surface, tones, pageActionsStyles];

  static override properties: PropertyDeclarations = {
    markdownUrl: { attribute: 'markdown-url' },
    page: {},
    agents: { type: Array },
    mcp: {},
    mcpName: { attribute: 'mcp-name' },
    theme: {},
    strings: { attribute: false },
    isPageDark: { state: true },
    copyState: { state: true },
    error: { state: true },
    announcement: { state: true },
    isOpen: { state: true },
  };

  /** Address of the page as Markdown; `{path}` in it stands for the path of the page without its ending. Unset: that of `<link rel="alternate" type="text/markdown">` in the page, or else the page's own with the ending `.md`. */
  declare markdownUrl: string | undefined;
  /** Address of the page. Unset: that of the document, without query and fragment. */
  declare page: string | undefined;
  /** Programs that the page can be opened in, at most 10: `{name, href}`, with `{prompt}`, `{markdown}` and `{page}` in `href`. As an attribute JSON. Default: ChatGPT, Claude and Cursor. */
  declare agents: readonly Agent[];
  /** Address of the MCP server of this documentation, for instance `/docs-api/mcp`. Unset: none is offered. */
  declare mcp: string | undefined;
  /** Name of the MCP server in clients. Unset: the host of its address, with hyphens. */
  declare mcpName: string | undefined;
  /** `auto` follows the page's own switch, then the system. */
  declare theme: 'auto' | 'light' | 'dark';
  /** Interface strings that replace the bundled ones, one by one. */
  declare strings: Readonly<Record<string, string>>;

  declare private isPageDark: boolean;
  declare private copyState: 'idle' | 'copying' | 'copied';
  declare private error: string;
  declare private announcement: string;
  declare private isOpen: boolean;
  private readonly text: StringsController<PageActionsStrings>['text'];
  private readonly localize: StringsController<PageActionsStrings>;
  private readonly warnOnce = createWarner(this);
  private readonly floating = lazy(() => import('../shared/dom/floating.ts'));
  /** Address of the page that is shown. */
  private address = '';
  private copiedTimer = 0;
  private stopFloating: (() => void) | undefined;
  /** Aborted when the element leaves the page, or another page is shown. */
  private connection!: AbortController;

  constructor() {
    super();
    Object.assign(this, {
      agents: DEFAULT_AGENTS,
      theme: 'auto',
      strings: {},
      isPageDark: false,
      copyState: 'idle',
      error: '',
      announcement: '',
      isOpen: false,
    });
    this.localize = createStrings<PageActionsStrings>(
      this,
      english,
      () => import('./strings/translations.ts'),
    );
    this.text = this.localize.text;
  }

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.connection = new AbortController());
    watchPage((isDark) => (this.isPageDark = isDark), signal);
    watchPageAddress(() => this.requestUpdate(), signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection.abort();
    this.stopFloating?.();
    clearTimeout(this.copiedTimer);
  }

  /** Draw for the first time once the strings are in the language of the page. */
  protected override async scheduleUpdate(): Promise<void> {
    if (!this.hasUpdated) await this.localize.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(): void {
    checkChoices(this, { theme: ['auto', 'light', 'dark'] }, this.warnOnce);
    const address = readPageAddress(this.page);
    if (address === this.address) return;
    this.address = address;
    this.error = '';
    this.copyState = 'idle';
  }

  protected override render(): unknown {
    const { theme, text, copyState } = this;
    return html`<div
      part="actions"
      class="docs panel"
      role="group"
      data-theme=${theme === 'auto' ? (this.isPageDark ? 'dark' : 'light') : theme}
      lang=${this.localize.language}
      aria-label=${text('pageActions')}
    >
      <div class="buttons">
        <button part="copy" class="copy" type="button" @click=${() => void this.copyPage()}>
          ${copyState === 'copied' ? icons.done : icons.copy}
          <span
            >${text(copyState === 'copied' ? 'copied' : copyState === 'copying' ? 'copying' : 'copyPage')}</span
          >
        </button>
        <button
          part="more"
          class="more"
          type="button"
          popovertarget="menu"
          aria-label=${text('moreActions')}
          title=${text('moreActions')}
        >
          ${icons.more}
        </button>
      </div>
      ${this.error === '' ? nothing : html`<p part="error" class="error">${this.error}</p>`}
      <div
        part="menu"
        id="menu"
        class="menu"
        popover
        @beforetoggle=${(event: ToggleEvent) => this.handleToggle(event)}
        @toggle=${(event: ToggleEvent) => void this.placeMenu(event)}
      >
        ${this.isOpen ? this.renderMenu() : nothing}
      </div>
      <p class="visually-hidden" role="status">${this.announcement}</p>
    </div>`;
  }

  private renderMenu(): TemplateResult {
    const { text, address } = this;
    const markdown = markdownAddress(this.markdownUrl, address);
    const addresses = { markdown, page: address, prompt: text('prompt', { url: markdown }) };
    return html`<ul>
        ${this.renderLink('view', '', markdown, icons.view, text('viewMarkdown'))}
        ${checkAgents(this.agents, this.warnOnce).map((agent) =>
          this.renderLink(
            'open',
            agent.name,
            openingAddress(agent, addresses),
            icons.open,
            text('openIn', { name: agent.name }),
          ),
        )}
      </ul>
      ${this.renderConnect()}`;
  }

  private renderLink(
    action: PageActionDetail['action'],
    name: string,
    href: string,
    drawing: TemplateResult,
    label: string,
  ): TemplateResult {
    return html`<li>
      <a
        part="item"
        class="item"
        href=${href}
        target=${/^https?:/.test(href) ? '_blank' : nothing}
        rel="noopener noreferrer"
        @click=${(event: MouseEvent) => {
          if (!this.tell(action, name)) event.preventDefault();
          this.renderRoot.querySelector<HTMLElement>('#menu')?.hidePopover();
        }}
        >${drawing}<span>${label}<span class="visually-hidden"> (${this.text('newTab')})</span></span></a
      >
    </li>`;
  }

  private renderConnect(): TemplateResult | typeof nothing {
    const { mcp, mcpName, text } = this;
    if (!mcp?.trim() || !URL.canParse(mcp, document.baseURI)) return nothing;
    const url = new URL(mcp, document.baseURI);
    const clients = listMcpClients(serverName(mcpName, url.href), url.href);
    return html`<section part="connect" class="connect" aria-labelledby="connect">
      <h2 id="connect">${icons.connect}<span>${text('connect')}</span></h2>
      <p>${text('connectDetail')}</p>
      ${clients.map((client) => this.renderClient(client))}
    </section>`;
  }

  private renderClient({ name, code, href }: McpClient): TemplateResult {
    const { text } = this;
    return html`<details
      name="client"
      @toggle=${({ currentTarget }: Event) => (currentTarget as HTMLElement).scrollIntoView({ block: 'nearest' })}
    >
      <summary>${name}</summary>
      <div class="client">
        <pre tabindex="0"><code translate="no" dir="ltr">${code}</code></pre>
        <button
          class="icon-button"
          type="button"
          aria-label=${text('copyFor', { name })}
          title=${text('copyFor', { name })}
          @click=${(event: MouseEvent) => void this.copyFor(name, code, event.currentTarget as HTMLElement)}
        >
          ${icons.copy}
        </button>
      </div>
      ${
        href === undefined
          ? nothing
          : html`<a
              class="add"
              href=${href}
              @click=${(event: MouseEvent) => {
                if (!this.tell('connect', name)) event.preventDefault();
              }}
              >${text('addTo', { name })}</a
            >`
      }
    </details>`;
  }

  private handleToggle(event: ToggleEvent): void {
    this.isOpen = event.newState === 'open';
    const { activeElement } = this.shadowRoot!;
    // A browser gives the focus back to the host, which takes none.
    if (!this.isOpen && (event.currentTarget as HTMLElement).contains(activeElement))
      this.renderRoot.querySelector<HTMLElement>('.more')!.focus();
  }

  private async placeMenu(event: ToggleEvent): Promise<void> {
    this.stopFloating?.();
    this.stopFloating = undefined;
    if (event.newState !== 'open') return;
    const menu = event.currentTarget as HTMLElement;
    const floating = await this.floating.load();
    // Without the library the menu stands in the middle of the window, where a browser puts it.
    if (!floating || !this.isOpen) return;
    const { style } = menu;
    this.stopFloating = floating.keepBeside(this.renderRoot.querySelector('.buttons')!, menu, {
      placement: 'bottom-end',
      gap: 6,
      setMaxHeight: (pixels) => style.setProperty('max-height', `${pixels}px`),
      move: (x, y) => style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`),
    });
  }

  /** Copy the page as Markdown. Nothing is loaded before the reader asks for it. */
  private async copyPage(): Promise<void> {
    if (this.copyState === 'copying' || !this.tell('copy')) return;
    const { address } = this;
    // Again after a failure.
    void this.localize.load();
    this.error = '';
    this.copyState = 'copying';
    const url = markdownAddress(this.markdownUrl, address);
    const markdown = readPageMarkdown(url, this.connection.signal);
    const button = this.renderRoot.querySelector<HTMLElement>('.copy')!;
    let failure: 'copyFailed' | 'pageMissing' | 'pageUnreachable' | undefined;
    try {
      if (!(await copyLater(markdown, button))) failure = 'copyFailed';
    } catch (error) {
      failure = error instanceof MarkdownMissingError ? 'pageMissing' : 'pageUnreachable';
    }
    if (!this.isConnected || address !== this.address) return;
    this.copyState = failure ? 'idle' : 'copied';
    this.error = failure ? this.text(failure) : '';
    this.announce(this.text(failure ?? 'copied'));
    clearTimeout(this.copiedTimer);
    this.copiedTimer = window.setTimeout(() => (this.copyState = 'idle'), COPIED_TIME);
  }

  private async copyFor(name: string, code: string, button: HTMLElement): Promise<void> {
    if (!this.tell('connect', name)) return;
    this.announce(this.text((await copyText(code, button)) ? 'copied' : 'copyFailed'));
  }

  /** Tell the page what the reader is about to do. @returns `false` when a listener canceled it */
  private tell(action: PageActionDetail['action'], name = ''): boolean {
    return this.emit('docs-page-action', { action, name, page: this.address });
  }

  private emit(type: string, detail: PageActionDetail): boolean {
    const event = new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable: true });
    return this.dispatchEvent(event);
  }

  private announce(message: string): void {
    this.announcement = message === this.announcement ? message + BLANK : message;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-page-actions': DocsPageActions;
  }
}
