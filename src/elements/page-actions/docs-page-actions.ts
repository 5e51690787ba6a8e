import { html, nothing, type TemplateResult } from 'lit';
import type { Attributes, PropertiesOf } from '../shared/attribute.ts';
import { copyText } from '../shared/dom/copy-text.ts';
import { icon } from '../shared/dom/icon.ts';
import { lazy } from '../shared/lazy.ts';
import { PageElement } from '../shared/page-element.ts';
import { surface } from '../shared/styles/surface.styles.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { tones } from '../shared/styles/tones.styles.ts';
import { checkAgents, openingAddress } from './agents.ts';
import { pageActionsAttributes } from './attributes.ts';
import { copyLater } from './copy-later.ts';
import type { PageActionDetail } from './docs-page-actions.events.ts';
import { pageActionsStyles } from './docs-page-actions.styles.ts';
import { listMcpClients, serverName, type McpClient } from './mcp-clients.ts';
import {
  markdownAddress,
  MarkdownMissingError,
  readHttpAddress,
  readPageMarkdown,
} from '../shared/page/page-markdown.ts';
import { pageActions, type PageActionsStrings } from '../strings/english.ts';

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

/** Milliseconds for which the button says that the page is copied. */
const COPIED_TIME = 3000;

// The properties of the table.
export interface DocsPageActions extends PropertiesOf<typeof pageActionsAttributes> {}

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
 * @cssprop --docs-font-family - Typeface. Default: that of the page.
 * @cssprop --docs-font-size - Size of text. Default 15px, or more if the text of the page is larger.
 */
export class DocsPageActions extends PageElement<PageActionsStrings> {
  static override styles = [tokens, surface, tones, pageActionsStyles];

  static override properties: Attributes = {
    ...pageActionsAttributes,
    copyState: { state: true },
    error: { state: true },
    isOpen: { state: true },
  };

  declare private copyState: 'idle' | 'copying' | 'copied';
  declare private error: string;
  declare private isOpen: boolean;
  private readonly floating = lazy(() => import('../shared/dom/floating.ts'));
  /** Aborted when another page is shown, or none. */
  private copying = new AbortController();
  private copiedTimer = 0;
  private stopFloating: (() => void) | undefined;

  constructor() {
    super(pageActions, async () => (await import('../strings/translations.ts')).pageActions);
    this.copyState = 'idle';
    this.error = '';
    this.isOpen = false;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopFloating?.();
    this.reset();
  }

  protected override handlePage(): void {
    this.reset();
  }

  /** End a copy that is under way, and show nothing of the last one. */
  private reset(): void {
    this.copying.abort();
    clearTimeout(this.copiedTimer);
    this.copyState = 'idle';
    this.error = '';
  }

  protected override render(): unknown {
    const { text, copyState } = this;
    return html`<div
      part="actions"
      class="docs panel"
      role="group"
      data-theme=${this.resolvedTheme}
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
      ${this.liveRegion.element}
    </div>`;
  }

  private renderMenu(): TemplateResult {
    const { text, address } = this;
    const markdown = this.markdownAddress;
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
    const url = mcp?.trim() ? readHttpAddress(mcp, document.baseURI) : null;
    if (url === null) return nothing;
    const clients = listMcpClients(serverName(mcpName, url), url);
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
        <pre tabindex="0" dir="ltr"><code translate="no">${code}</code></pre>
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
    const buttons = this.renderRoot.querySelector('.buttons')!;
    this.stopFloating = floating.keepBeside(buttons, menu, {
      placement: `bottom-${this.findAlignment(buttons, menu.offsetWidth)}`,
      gap: 6,
      setMaxHeight: (pixels) => style.setProperty('max-height', `${pixels}px`),
      move: (x, y) => style.setProperty('inset', `${Math.round(y)}px auto auto ${Math.round(x)}px`),
    });
  }

  /** Choose the alignment of the menu: at the edge of the text that the buttons are near, so that it covers that, not the navigation beside it. */
  private findAlignment(buttons: Element, width: number): 'start' | 'end' {
    let around = this.parentElement;
    while (around && around.clientWidth < width) around = around.parentElement;
    if (!around) return 'start';
    const [place, text] = [buttons, around].map((element) => element.getBoundingClientRect());
    const isLeft = place!.left - text!.left <= text!.right - place!.right;
    return isLeft === (getComputedStyle(this).direction === 'ltr') ? 'start' : 'end';
  }

  private get markdownAddress(): string {
    return markdownAddress(this.markdownUrl, this.address, this.linkBase);
  }

  /** Copy the page as Markdown. Nothing is loaded before the reader asks for it. */
  private async copyPage(): Promise<void> {
    this.checkPage();
    if (this.copyState === 'copying' || !this.tell('copy')) return;
    // Again after a failure.
    void this.localize.load();
    this.reset();
    this.copyState = 'copying';
    const { signal } = (this.copying = new AbortController());
    const markdown = readPageMarkdown(this.markdownAddress, signal);
    const button = this.renderRoot.querySelector<HTMLElement>('.copy')!;
    let failure: 'copyFailed' | 'pageMissing' | 'pageUnreachable' | undefined;
    try {
      if (!(await copyLater(markdown, button))) failure = 'copyFailed';
    } catch (error) {
      failure = error instanceof MarkdownMissingError ? 'pageMissing' : 'pageUnreachable';
    }
    if (signal.aborted) return;
    this.copyState = failure ? 'idle' : 'copied';
    this.error = failure ? this.text(failure) : '';
    this.liveRegion.announce(this.text(failure ?? 'copied'));
    this.copiedTimer = window.setTimeout(() => (this.copyState = 'idle'), COPIED_TIME);
  }

  private async copyFor(name: string, code: string, button: HTMLElement): Promise<void> {
    if (!this.tell('connect', name)) return;
    this.liveRegion.announce(this.text((await copyText(code, button)) ? 'copied' : 'copyFailed'));
  }

  /** Tell the page what the reader is about to do. @returns `false` when a listener canceled it */
  private tell(action: PageActionDetail['action'], name = ''): boolean {
    const detail: PageActionDetail = { action, name, page: this.address };
    return this.emit('docs-page-action', detail, { cancelable: true });
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-page-actions': DocsPageActions;
  }
}
