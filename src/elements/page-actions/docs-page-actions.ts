import { html, nothing, type TemplateResult } from 'lit';
import type { Attributes, PropertiesOf } from '../shared/attribute.ts';
import { headingText } from '../shared/page/headings.ts';
import { copyText } from '../shared/dom/copy-text.ts';
import { lazy } from '../shared/lazy.ts';
import { PageElement } from '../shared/page-element.ts';
import { surface } from '../shared/styles/surface.styles.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { tones } from '../shared/styles/tones.styles.ts';
import { checkAgents, openingAddress } from './agents.ts';
import { pageActionsAttributes } from './attributes.ts';
import { icons } from './icons.ts';
import { readSectionMarkdown, type TextSection } from './page-sections.ts';
import { renderPointed, renderSections, type SectionView } from './sections.view.ts';
import { watchHeadings } from './section-hover.ts';
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

/** Milliseconds for which the button says that the page is copied. */
const COPIED_TIME = 3000;

// The properties of the table.
export interface DocsPageActions extends PropertiesOf<typeof pageActionsAttributes> {}

/**
 * @summary A button that copies the page as Markdown, and a menu that asks about it, copies a section, opens it in an AI agent or connects the MCP server.
 *
 * @fires docs-page-action - The reader is about to ask about, copy, view or open the page, to copy a section, or to take what a client of the MCP server needs: `{action, name, page}`. Cancelable.
 *
 * @csspart actions - Both buttons.
 * @csspart copy - Button that copies the page.
 * @csspart more - Button that opens the menu.
 * @csspart menu - The menu.
 * @csspart item - An action in the menu.
 * @csspart sections - The list of sections in the menu, folded.
 * @csspart section - Button that copies a section, in the list and beside the heading that a mouse points at.
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
    pointed: { state: true },
  };

  declare private copyState: 'idle' | 'copying' | 'copied';
  declare private error: string;
  declare private isOpen: boolean;
  /** The section whose heading a mouse points at. */
  declare private pointed: TextSection | null;
  /** @internal */
  readonly floating = lazy(() => import('../shared/dom/floating.ts'));
  /** Aborted when another page is shown, or none. */
  private copying = new AbortController();
  private copiedTimer = 0;
  private stopFloating: (() => void) | undefined;

  constructor() {
    super(pageActions, async () => (await import('../strings/translations.ts')).pageActions);
    this.copyState = 'idle';
    this.error = '';
    this.isOpen = false;
    this.pointed = null;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    watchHeadings(this, this.connection.signal);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stopFloating?.();
    this.reset();
  }

  protected override handlePage(): void {
    this.reset();
    this.pointed = null;
  }

  /** End a copy that is under way, and show nothing of the last one. */
  private reset(): void {
    this.copying.abort();
    clearTimeout(this.copiedTimer);
    this.copyState = 'idle';
    this.error = '';
  }

  /** Draw the button at a heading of the page. @internal */
  async showSection(section: TextSection | null): Promise<HTMLElement | null> {
    this.pointed = section;
    await this.updateComplete;
    return this.renderRoot.querySelector<HTMLElement>('.section.pointed');
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
      ${this.pointed && renderPointed(this.pointed, this.sectionView)} ${this.liveRegion.element}
    </div>`;
  }

  private renderMenu(): TemplateResult {
    const { text, address } = this;
    const markdown = this.markdownAddress;
    const addresses = { markdown, page: address, prompt: text('prompt', { url: markdown }) };
    return html`<ul>
        ${this.renderAsk()} ${this.withoutSections ? nothing : renderSections(this.sectionView)}
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

  /** The first action, where the page has a chat: that opens by itself at the click. */
  private renderAsk(): TemplateResult | typeof nothing {
    if (!document.querySelector('docs-assistant:defined')) return nothing;
    const heading = document.querySelector('main h1, article h1, h1');
    const title = (heading && headingText(heading)) || document.title;
    return html`<li>
      <button
        part="item"
        class="item"
        type="button"
        data-docs-assistant
        data-question=${title ? `> ${title}\n\n` : nothing}
        @click=${(event: MouseEvent) => {
          if (!this.tell('ask')) event.preventDefault();
          this.closeMenu();
        }}
      >
        ${icons.ask}<span>${this.text('askPage')}</span>
      </button>
    </li>`;
  }

  private get sectionView(): SectionView {
    return {
      text: this.text,
      isCopied: this.copyState === 'copied',
      copy: (section, button) => void this.copySection(section, button),
      closeMenu: () => this.closeMenu(),
    };
  }

  private closeMenu(): void {
    this.renderRoot.querySelector<HTMLElement>('#menu')?.hidePopover();
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
          this.closeMenu();
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
    await this.copy('.copy', (signal) => readPageMarkdown(this.markdownAddress, signal));
  }

  /** Copy a section as Markdown, and its address. */
  private async copySection(section: TextSection, button: string): Promise<void> {
    this.checkPage();
    if (this.copyState === 'copying' || !this.tell('copy-section', section.name)) return;
    const address = new URL(`#${section.id}`, this.address).href;
    await this.copy(button, (signal) =>
      readSectionMarkdown(section, { markdown: this.markdownAddress, address, signal }),
    );
  }

  /** Copy what is being loaded, and say what has become of it. @param near selector of an element beside which a browser may copy */
  private async copy(near: string, load: (signal: AbortSignal) => Promise<string>): Promise<void> {
    // Again after a failure.
    void this.localize.load();
    this.reset();
    this.copyState = 'copying';
    const { signal } = (this.copying = new AbortController());
    const element = this.renderRoot.querySelector<HTMLElement>(near)!;
    let failure: 'copyFailed' | 'pageMissing' | 'pageUnreachable' | undefined;
    try {
      if (!(await copyLater(load(signal), element))) failure = 'copyFailed';
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
