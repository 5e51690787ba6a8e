import { html, type CSSResultGroup, type TemplateResult } from 'lit';
import { DocsClient } from '../../client/docs-client.ts';
import type { Failure, FailureCode } from '../../protocol/failures/failure.ts';
import type { Attributes, PropertiesOf } from '../shared/attribute.ts';
import type { Store } from '../../state/snapshot-store.ts';
import { LiveRegion } from '../shared/dom/live-region.ts';
import { isTyping } from '../shared/dom/shortcut.ts';
import { StoreController } from '../shared/controllers/store-controller.ts';
import { checkAttributes, readNumber } from '../shared/check-attributes.ts';
import { createStrings, type StringsController } from '../shared/i18n/strings-controller.ts';
import { surface } from '../shared/styles/surface.styles.ts';
import { tones } from '../shared/styles/tones.styles.ts';
import { tokens } from '../shared/styles/tokens.styles.ts';
import { TemplateElement } from '../shared/template-element.ts';
import { adminStyles } from './admin.styles.ts';
import { adminAttributes } from './attributes.ts';
import { icons } from './icons.ts';
import { admin, type AdminStrings } from '../strings/english.ts';

/** Detail of `docs-agent-jobs-error`, `docs-deployment-error` and `docs-insights-error`. */
export interface AdminErrorDetail {
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** HTTP status, with code `http`. */
  readonly status?: number;
}

/** The state of such an element, polled from the server. */
interface PolledStore extends Store<object> {
  interval: number;
  refresh(): void;
  /** Stop polling while the element cannot be seen. */
  pause(): void;
  resume(): void;
  /** Abort all requests. */
  close(): void;
}

// The properties of the table.
// eslint-disable-next-line no-unused-vars
export interface AdminElement<Polled extends PolledStore> extends PropertiesOf<typeof adminAttributes> {}

/**
 * Base of the elements for maintainers: endpoint and project, polling, frame and live region.
 *
 * @cssprop --docs-accent-color - Colour of buttons, links, focus and progress.
 * @cssprop --docs-text-color - Colour of text.
 * @cssprop --docs-muted-color - Colour of times, labels and hints.
 * @cssprop --docs-surface-color - Background.
 * @cssprop --docs-border-color - Colour of borders.
 * @cssprop --docs-radius - Radius of the corners.
 * @cssprop --docs-font-family - Typeface. Default: that of the page.
 * @cssprop --docs-font-size - Size of text.
 * @cssprop --docs-code-font-family - Typeface of branches, commits, files and logs.
 */
export abstract class AdminElement<Polled extends PolledStore> extends TemplateElement {
  static override styles: CSSResultGroup = [tokens, surface, tones, adminStyles];

  static override properties: Attributes = adminAttributes;

  protected readonly localize: StringsController<AdminStrings>;
  /** The state that is shown; `null` while endpoint or project are missing. */
  protected store: Polled | null = null;
  /** What is polled beside it, if {@link open} has set it. */
  protected aside: PolledStore | null = null;
  readonly #drawing = new StoreController(this);
  readonly #drawingAside = new StoreController(this);
  readonly #liveRegion = new LiveRegion();
  #unsubscribe: (() => void) | null = null;

  constructor() {
    super();
    this.localize = createStrings<AdminStrings>(
      this,
      admin,
      async () => (await import('../strings/translations.ts')).admin,
    );
    // Stop what is typed here: the page sees the element as target, no field, and would take it for a shortcut.
    for (const type of ['keydown', 'keypress', 'keyup'] as const)
      this.addEventListener(type, (event) => isTyping(event) && event.stopPropagation());
  }

  /** Poll the server now. */
  refresh(): void {
    for (const store of this.#stores) store.refresh();
  }

  /** Default of the polling interval, in milliseconds. */
  protected abstract readonly defaultInterval: number;
  /** Title of the element. */
  protected abstract readonly heading: string;

  /** Create the state of an endpoint and a project. */
  protected abstract open(client: DocsClient): Polled;
  /** Called after each change of the state. */
  protected abstract handleChange(snapshot: Polled['snapshot']): void;
  /** Draw the controls beside the title. */
  protected abstract renderHeader(store: Polled): unknown;
  /** Draw the content below the title. */
  protected abstract renderBody(store: Polled): unknown;

  get #isConfigured(): boolean {
    return Boolean(this.endpoint?.trim() && this.projectId?.trim());
  }

  /** Polling interval in milliseconds. */
  protected get interval(): number {
    return readNumber(this, 'pollInterval', this.warnOnce) ?? this.defaultInterval;
  }

  protected emitFailure(type: string, { code, retryable, status }: Failure): void {
    const detail: AdminErrorDetail = { code, retryable, ...(status !== undefined && { status }) };
    this.emit(type, detail);
  }

  /** Announce a message to screen readers, also if it is the last one again. */
  protected announce(message: string): void {
    this.#liveRegion.announce(message);
  }

  protected find<Found extends HTMLElement>(selector: string): Found | null {
    return this.renderRoot.querySelector<Found>(selector);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.connection;
    document.addEventListener('visibilitychange', () => this.#syncVisibility(), { signal });
    window.addEventListener('online', () => this.refresh(), { signal });
    // A framework may set properties after it has put the element onto the page.
    setTimeout(
      () => signal.aborted || this.#isConfigured || this.warnOnce('endpoint and project-id must be set.'),
    );
    // An element that is moved is connected again, and keeps its state.
    this.#syncVisibility();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    for (const store of this.#stores) store.pause();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    checkAttributes(this, this.warnOnce);
    if (changed.has('endpoint') || changed.has('projectId')) this.#begin();
    for (const store of this.#stores) store.interval = this.interval;
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    const focused = this.shadowRoot?.activeElement;
    super.update(changed);
    // If the focused button was removed, keep the focus in the element; the browser would move it to the start of the page.
    if (focused?.isConnected === false) this.find('#heading')?.focus();
  }

  protected override render(): unknown {
    const { store } = this;
    const { text, language } = this.localize;
    return html`<section
      class="docs panel"
      data-theme=${this.resolvedTheme}
      lang=${language}
      aria-labelledby="heading"
    >
      <div class="card">
        <header class="header" part="header">
          <h2 id="heading" part="heading" tabindex="-1">${this.heading}</h2>
          ${store && this.renderHeader(store)}
        </header>
        ${
          store
            ? this.renderBody(store)
            : html`<div class="notice" part="error"><p>${text('notConfigured')}</p></div>`
        }
      </div>
      ${this.#liveRegion.element}
    </section>`;
  }

  /** Draw the button that polls now. */
  protected renderRefresh(): TemplateResult {
    return html`<button
      class="round"
      part="refresh"
      type="button"
      aria-label=${this.localize.text('refresh')}
      @click=${this.refresh}
    >
      ${icons.refresh}
    </button>`;
  }

  #begin(): void {
    this.#unsubscribe?.();
    for (const polled of this.#stores) polled.close();
    this.aside = null;
    this.#liveRegion.announce('');
    const store = this.#isConfigured
      ? this.open(new DocsClient({ endpoint: this.endpoint.trim(), projectId: this.projectId.trim() }))
      : null;
    this.store = this.#drawing.store = store;
    this.#drawingAside.store = this.aside;
    this.#unsubscribe = store?.subscribe(() => this.handleChange(store.snapshot)) ?? null;
    this.#syncVisibility();
  }

  #syncVisibility(): void {
    const isSeen = !document.hidden && this.isConnected;
    for (const store of this.#stores) {
      if (isSeen) store.resume();
      else store.pause();
    }
  }

  get #stores(): readonly PolledStore[] {
    return [this.store, this.aside].filter((store) => store !== null);
  }
}
