import { LitElement, type PropertyDeclarations } from 'lit';
import { DocsClient } from '../../client/docs-client.ts';
import type { Failure, FailureCode } from '../../protocol/failure.ts';
import { openStorage, type CheckedStorage } from '../../state/storage.ts';
import { watchPage } from '../shared/page.ts';
import { isTyping } from '../shared/shortcut.ts';
import { StringsController } from '../shared/strings-controller.ts';
import type { AdminStrings } from './strings.ts';
import { strings as english } from './strings.ts';

/** Detail of `docs-agent-jobs-error` and `docs-deployment-error`. */
export interface AdminErrorDetail {
  readonly code: FailureCode;
  readonly retryable: boolean;
  /** HTTP status, with code `http`. */
  readonly status?: number;
}

/** Longest interval, in milliseconds: an hour. */
const MAX_POLL_INTERVAL = 3_600_000;

/** Properties that take one of a few values. The first is the default, and what any other value becomes. */
export type Choices = Readonly<Record<string, readonly string[]>>;

/** What the two elements for maintainers have in common: whom they ask for which project, and how they look. */
export abstract class AdminElement extends LitElement {
  static override properties: PropertyDeclarations = {
    endpoint: {},
    projectId: { attribute: 'project-id' },
    theme: {},
    pollInterval: { attribute: 'poll-interval', type: Number },
    strings: { attribute: false },
    isPageDark: { state: true },
    announcement: { state: true },
  };

  /** Base address of a proxy whose admin routes are open to this page. Requests go to `{endpoint}/v1/...`. */
  declare endpoint: string;
  /** The documentation project. */
  declare projectId: string;
  /** `auto` follows the page's own switch, then the system. */
  declare theme: 'auto' | 'light' | 'dark';
  /** Milliseconds between two looks at the server; 0: only when asked to. Unset: what suits the element. */
  declare pollInterval: number | undefined;
  /** Interface strings that replace the bundled ones, one by one. */
  declare strings: Readonly<Record<string, string>>;

  declare protected isPageDark: boolean;
  /** What the live region says. */
  declare protected announcement: string;
  protected readonly localize: StringsController<AdminStrings>;
  /** Aborted when the element leaves the page. */
  protected connection!: AbortController;
  /** Properties that take one of a few values. */
  protected choices: Choices = { theme: ['auto', 'light', 'dark'] };

  readonly #warnings = new Set<string>();

  constructor(defaults: object = {}) {
    super();
    Object.assign(this, {
      endpoint: '',
      projectId: '',
      theme: 'auto',
      strings: {},
      isPageDark: false,
      announcement: '',
      ...defaults,
    });
    this.localize = new StringsController<AdminStrings>(this, english, () => import('./translations.ts'));
    // Nothing that is typed here is a shortcut of the page, which sees the element and no field as the target.
    for (const type of ['keydown', 'keypress', 'keyup'] as const)
      this.addEventListener(type, (event) => isTyping(event) && event.stopPropagation());
  }

  /** Language of the interface strings: that of the element or of its nearest ancestor with a `lang`. @internal */
  get interfaceLanguage(): string {
    return (this.closest<HTMLElement>('[lang]') ?? document.documentElement).lang;
  }

  /** Looks at the server now. */
  abstract refresh(): void;

  /** Begins for an endpoint and a project. */
  protected abstract open(client: DocsClient): void;
  /** Ends all requests. */
  protected abstract close(): void;
  /** Asks nothing while nobody sees the element. */
  protected abstract pause(): void;
  protected abstract resume(): void;

  protected get resolvedTheme(): 'light' | 'dark' {
    return this.theme === 'auto' ? (this.isPageDark ? 'dark' : 'light') : this.theme;
  }

  protected get isConfigured(): boolean {
    return Boolean(this.endpoint?.trim() && this.projectId?.trim());
  }

  /** The interval that was set, when it is a useful one. */
  protected get interval(): number | undefined {
    const { pollInterval } = this;
    if (pollInterval == null) return undefined;
    if (Number.isInteger(pollInterval) && pollInterval >= 0 && pollInterval <= MAX_POLL_INTERVAL)
      return pollInterval;
    this.warnOnce(`poll-interval is no whole number from 0 to ${MAX_POLL_INTERVAL}.`);
    return undefined;
  }

  /** Sends an event that leaves the shadow tree. @returns `false` when it was cancelable and a listener canceled it */
  protected emit(type: string, detail?: unknown, options?: EventInit): boolean {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, ...options }));
  }

  protected describeFailure({ code, retryable, status }: Failure): AdminErrorDetail {
    return { code, retryable, ...(status !== undefined && { status }) };
  }

  protected openStorage(): CheckedStorage {
    return openStorage('local', (kind) => window[`${kind}Storage`]);
  }

  protected find<Found extends HTMLElement>(selector: string): Found | null {
    return this.renderRoot.querySelector<Found>(selector);
  }

  protected warnOnce(message: string): void {
    if (this.#warnings.has(message)) return;
    this.#warnings.add(message);
    console.warn(`<${this.localName}>: ${message}`);
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = (this.connection = new AbortController());
    watchPage((isDark) => (this.isPageDark = isDark), signal);
    document.addEventListener('visibilitychange', () => this.#followVisibility(), { signal });
    window.addEventListener('online', () => this.refresh(), { signal });
    // A framework may set properties after it has put the element onto the page.
    setTimeout(
      () => signal.aborted || this.isConfigured || this.warnOnce('endpoint and project-id must be set.'),
    );
    // Being moved is not being removed: what is known stays.
    this.#followVisibility();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.connection.abort();
    this.pause();
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    this.#checkProperties();
    if (changed.has('endpoint') || changed.has('projectId')) this.#begin();
  }

  #begin(): void {
    this.close();
    if (!this.isConfigured) return;
    this.open(new DocsClient({ endpoint: this.endpoint.trim(), projectId: this.projectId.trim() }));
    this.#followVisibility();
  }

  #followVisibility(): void {
    if (document.hidden || !this.isConnected) this.pause();
    else this.resume();
  }

  #checkProperties(): void {
    const values = this as unknown as Record<string, unknown>;
    for (const [name, choices] of Object.entries(this.choices)) {
      const value = values[name];
      if (choices.includes(value as string)) continue;
      values[name] = choices[0];
      if (value != null) this.warnOnce(`${name} ${JSON.stringify(value)} is none of ${choices.join(', ')}.`);
    }
  }
}
