import { html, nothing, type PropertyDeclarations, type PropertyValues, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { keyed } from 'lit/directives/keyed.js';
import { ref } from 'lit/directives/ref.js';
import type { DocsClient } from '../../../client/docs-client.ts';
import type { Commit, UpdateStatus } from '../../../protocol/api.ts';
import { openStorage } from '../../../state/storage.ts';
import {
  DEFAULT_UPDATE_INTERVAL,
  hasEnded,
  UpdateWatch,
  type UpdateWatchSnapshot,
} from '../../../state/update-watch.ts';
import { copyText } from '../../shared/copy-text.ts';
import { createScrollFollower } from '../../shared/scroll-follower.ts';
import { AdminElement, type Choices } from '../admin-element.ts';
import { describeFailure, renderFailure, renderRetry } from '../failure.view.ts';
import { icons } from '../icons.ts';
import { formatDuration, renderWhen } from '../time.view.ts';
import type { DeploymentChangeDetail } from './docs-deployment.events.ts';
import { deploymentStyles } from './docs-deployment.styles.ts';
import { drawScreenshot, readScreenshot } from './screenshot.ts';
import { describePhase, describeUpdate, listSteps, splitLine } from './update-text.ts';

const SECOND = 1000;
/** Milliseconds for which the copy button says that it was done. */
const COPIED_MILLISECONDS = 2000;
/** Characters of a commit's hash that are shown, as git shortens it. */
const SHORT_SHA = 7;

/** In an expression: the build takes the white space of templates away. */
const SPACE = ' ';

/**
 * Starts a deployment update and shows how it goes, for the people who maintain the documentation.
 *
 * @summary One button that brings the documentation up to date, and what came of it.
 * @fires docs-deployment-start - Before an update is started. Cancelable: it is then not started.
 * @fires docs-deployment-change - When an update has come to another state. `detail: {statusId, status, hasEnded}`.
 * @fires docs-deployment-error - When an update could not be started or read. `detail: {code, retryable, status?}`.
 * @csspart header - Title, state and the button that starts an update.
 * @csspart heading - The title.
 * @csspart state - The state of the update.
 * @csspart badge - The state, in the badge variant.
 * @csspart start - The button that starts an update.
 * @csspart refresh - The button that looks at the server now, where that is not done by itself.
 * @csspart confirm - The question whether to start one.
 * @csspart confirm-yes - The button that says yes.
 * @csspart confirm-no - The button that says no.
 * @csspart steps - The way from queued to the end.
 * @csspart step - One step of it.
 * @csspart summary - What is being done, or what was done.
 * @csspart elapsed - The time that the update took, or has taken so far.
 * @csspart logs - The log and what belongs to it.
 * @csspart search - The field that searches the log.
 * @csspart copy - The button that copies the log.
 * @csspart log - The lines.
 * @csspart line - One line.
 * @csspart mark - What was searched for.
 * @csspart newest - The button that leads to the end of the log.
 * @csspart commit - The commit that was deployed.
 * @csspart files - Files that the commit added, modified or removed.
 * @csspart screenshots - The screenshots, light and dark.
 * @csspart screenshot - One screenshot.
 * @csspart empty - What is said while there was no update.
 * @csspart error - What is said when something went wrong.
 * @csspart retry - The button that tries again.
 */
export class DocsDeployment extends AdminElement<UpdateWatch> {
  static override styles = [AdminElement.styles, deploymentStyles];

  static override properties: PropertyDeclarations = {
    ...AdminElement.properties,
    statusId: { attribute: 'status-id' },
    variant: { reflect: true, useDefault: true },
    isAsking: { state: true },
    query: { state: true },
    isCopied: { state: true },
    openFiles: { state: true },
    broken: { state: true },
  };

  /** The update to show. Unset: the one that was followed last in this browser. */
  declare statusId: string | undefined;
  /** `badge` shows just the state. */
  declare variant: 'full' | 'badge';

  /** Whether it is being asked if an update is really wanted. */
  declare private isAsking: boolean;
  declare private query: string;
  declare private isCopied: boolean;
  /** Kinds of files whose list is open. */
  declare private openFiles: ReadonlySet<string>;
  /** Screenshots that could not be shown. */
  declare private broken: ReadonlySet<string>;

  protected readonly defaultInterval = DEFAULT_UPDATE_INTERVAL;
  private readonly follower = createScrollFollower(this);
  readonly #drawn = new WeakSet<Element>();
  /** What was told of last. */
  #told: string | null = null;
  #hasFailed = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super({
      variant: 'full',
      isAsking: false,
      query: '',
      isCopied: false,
      openFiles: new Set(),
      broken: new Set(),
    });
  }

  protected override get choices(): Choices {
    return { ...super.choices, variant: ['full', 'badge'] };
  }

  /** Starts an update, without asking back, unless one is under way. */
  async start(): Promise<void> {
    if (this.store === null || this.#isBusy) return;
    if (this.emit('docs-deployment-start', undefined, { cancelable: true })) await this.store.start();
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const { signal } = this.connection;
    const join = (event: Event): void => this.#join(event as CustomEvent<DeploymentChangeDetail>);
    document.addEventListener('docs-deployment-change', join, { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#tick(false);
    this.follower.watch(null);
  }

  protected get heading(): string {
    return this.localize.text('deployment');
  }

  protected open(source: DocsClient): UpdateWatch {
    const { endpoint, projectId, interval, statusId } = this;
    const storage = openStorage('local', (kind) => window[`${kind}Storage`]);
    const update = new UpdateWatch({ source, endpoint, projectId, storage, interval });
    this.#told = null;
    this.isAsking = false;
    if (statusId) update.follow(statusId);
    else update.restore();
    return update;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    const { store, statusId } = this;
    if (changed.has('statusId') && statusId && store && statusId !== store.snapshot.statusId)
      store.follow(statusId);
  }

  protected override render(): unknown {
    return this.variant === 'badge' ? this.renderBadge(this.store?.snapshot ?? null) : super.render();
  }

  private renderBadge(snapshot: UpdateWatchSnapshot | null): TemplateResult {
    const { text, language } = this.localize;
    const { label, tone } = snapshot
      ? describePhase(snapshot, text)
      : { label: text('unknown'), tone: 'attention' };
    return html`<div class="docs panel" data-theme=${this.resolvedTheme} lang=${language}>
      <span class="visually-hidden">${text('deployment')}: </span
      ><span class="state" part="badge" data-tone=${tone}>${label}</span>
    </div>`;
  }

  protected renderHeader({ snapshot }: UpdateWatch): TemplateResult {
    const { text } = this.localize;
    const { phase, update } = snapshot;
    const { label, tone } = describePhase(snapshot, text);
    return html`<span class="state" part="state" data-tone=${tone}>${label}</span>
      <span class="push"></span>
      ${phase === 'following' && this.interval === 0 ? this.renderRefresh() : nothing}
      ${update?.status === 'failure' ? nothing : this.renderStart(text('startUpdate'))}`;
  }

  protected renderBody({ snapshot }: UpdateWatch): TemplateResult {
    const { phase, update, failure } = snapshot;
    const isComing = (phase === 'starting' || phase === 'following') && failure === null;
    return html`
      ${this.isAsking ? this.renderQuestion() : nothing} ${this.renderTrouble(snapshot)}
      ${
        phase === 'idle'
          ? html`<div class="empty" part="empty"><p class="muted">${this.localize.text('idleHint')}</p></div>`
          : nothing
      }
      ${isComing || update !== null ? this.renderProgress(update) : nothing}
      ${update?.commit ? this.renderCommit(update.commit, update.author ?? null) : nothing}
      ${update ? this.renderLogs(update.logs) : nothing} ${update ? this.renderScreenshots(update) : nothing}
    `;
  }

  private renderStart(label: string): TemplateResult {
    return html`<button
      class="button primary"
      part="start"
      type="button"
      aria-disabled=${this.#isBusy || this.isAsking}
      @click=${this.handleStart}
    >
      ${icons.deploy} ${label}
    </button>`;
  }

  private renderQuestion(): TemplateResult {
    const { text } = this.localize;
    return html`<div
      class="question"
      part="confirm"
      id="question"
      role="group"
      tabindex="-1"
      aria-labelledby="confirm"
      @keydown=${this.handleQuestionKey}
    >
      <p id="confirm">${text('confirm')}</p>
      <button class="button primary" part="confirm-yes" type="button" @click=${this.handleYes}>
        ${text('confirmYes')}
      </button>
      <button class="button" part="confirm-no" type="button" @click=${this.handleNo}>
        ${text('cancel')}
      </button>
    </div>`;
  }

  private renderTrouble({ phase, statusId, update, failure }: UpdateWatchSnapshot): unknown {
    const { text } = this.localize;
    if (update?.status === 'failure' && failure === null) {
      const reason = html`<strong>${text('failure')}</strong> ${update.summary ?? ''}`;
      return renderFailure(reason, this.renderStart(text('again')));
    }
    if (failure === null) return nothing;
    if (phase === 'following' && update !== null)
      return renderFailure(
        text('stale'),
        renderRetry(text, () => this.refresh()),
      );
    if (statusId !== null && failure.status === 404) return renderFailure(text('gone'), html``);
    const handleRetry = (): void => (statusId === null ? void this.start() : this.refresh());
    return renderFailure(describeFailure(failure, text), renderRetry(text, handleRetry));
  }

  private renderProgress(update: UpdateStatus | null): TemplateResult {
    const { text, locale } = this.localize;
    const isOver = update !== null && hasEnded(update);
    const outcome = update?.status === 'failure' ? icons.cross : icons.check;
    return html`<div class="section progress" ?data-over=${isOver}>
      <ol class="steps" part="steps" aria-label=${text('state')}>
        ${listSteps(update, text).map(
          ({ label, state }) =>
            html`<li
              class="step"
              part="step"
              data-state=${state}
              data-tone=${this.#toneOf(update, state)}
              aria-current=${state === 'current' ? 'step' : nothing}
            >
              <span class="mark"
                >${state === 'past' ? icons.check : state === 'current' && isOver ? outcome : nothing}</span
              >
              <span>${label}</span>
            </li>`,
        )}
      </ol>
      ${
        update?.summary && update.status !== 'failure'
          ? html`<p class="summary" part="summary" dir="auto">${update.summary}</p>`
          : nothing
      }
      ${update ? this.renderFacts(update, locale) : nothing}
    </div>`;
  }

  private renderFacts(update: UpdateStatus, locale: string): TemplateResult {
    const { text } = this.localize;
    const begin = Date.parse(update.createdAt);
    const isOver = hasEnded(update);
    const end = update.endedAt ? Date.parse(update.endedAt) : isOver ? NaN : Date.now();
    return html`<dl>
      <div>
        <dt>${text('started')}</dt>
        <dd>${renderWhen(update.createdAt, locale)}</dd>
      </div>
      ${
        Number.isNaN(end - begin)
          ? nothing
          : html`<div>
              <dt>${text(isOver ? 'elapsed' : 'elapsedSoFar')}</dt>
              <dd class="clock" part="elapsed">${formatDuration(end - begin)}</dd>
            </div>`
      }
      ${
        update.source
          ? html`<div>
              <dt>${text('source')}</dt>
              <dd><bdi>${update.source}</bdi></dd>
            </div>`
          : nothing
      }
    </dl>`;
  }

  private renderCommit({ sha, ref, message, filesChanged }: Commit, author: string | null): TemplateResult {
    const { text } = this.localize;
    const [title = '', ...rest] = message.trim().split('\n');
    const { added, modified, removed } = filesChanged;
    const kinds = [
      ['added', text('filesAdded'), added],
      ['modified', text('filesModified'), modified],
      ['removed', text('filesRemoved'), removed],
    ] as const;
    return html`<div class="section" part="commit">
      <h3>${text('commit')}</h3>
      <p class="title" dir="auto">${title}</p>
      ${rest.length > 0 ? html`<p class="body" dir="auto">${rest.join('\n').trim()}</p>` : nothing}
      <p class="muted facts">
        ${author ? html`<bdi>${author}</bdi>` : nothing}
        ${sha ? html`<code title=${sha}>${sha.slice(0, SHORT_SHA)}</code>` : nothing}
        ${ref ? html`<code><bdi>${ref}</bdi></code>` : nothing}
      </p>
      ${
        kinds.every(([, , files]) => files.length === 0)
          ? html`<p class="muted">${text('noFiles')}</p>`
          : kinds.map(([kind, label, files]) =>
              files.length > 0 ? this.renderFiles(kind, label, files) : nothing,
            )
      }
    </div>`;
  }

  private renderFiles(kind: string, label: string, files: readonly string[]): TemplateResult {
    const isOpen = this.openFiles.has(kind);
    return html`<details
      part="files"
      data-kind=${kind}
      .open=${isOpen}
      @toggle=${(event: Event) => this.handleFiles(kind, (event.target as HTMLDetailsElement).open)}
    >
      <summary>
        ${label} <span class="count">${files.length.toLocaleString(this.localize.locale)}</span>
      </summary>
      ${
        isOpen
          ? html`<ul>
              ${files.map(
                (file) =>
                  html`<li>
                    <code><bdi>${file}</bdi></code>
                  </li>`,
              )}
            </ul>`
          : nothing
      }
    </details>`;
  }

  private renderLogs(logs: readonly string[]): TemplateResult {
    const { text, locale } = this.localize;
    const query = this.query.trim().toLocaleLowerCase();
    const lines = query === '' ? logs : logs.filter((line) => line.toLocaleLowerCase().includes(query));
    return html`<div class="section" part="logs">
      <div class="toolbar">
        <h3 id="logs">${text('logs')}</h3>
        <span class="muted" role="status">${query ? text('lines', { count: lines.length }) : nothing}</span>
        <span class="push"></span>
        <input
          part="search"
          type="search"
          autocomplete="off"
          spellcheck="false"
          placeholder=${text('searchLogs')}
          aria-label=${text('searchLogs')}
          .value=${this.query}
          @input=${this.handleSearch}
          @keydown=${this.handleSearchKey}
        />
        <button class="button small" part="copy" type="button" @click=${this.handleCopy}>
          ${text(this.isCopied ? 'copied' : 'copy')}
        </button>
      </div>
      <div class="log-box">
        <div
          class="log"
          part="log"
          role="log"
          aria-live="off"
          aria-labelledby="logs"
          tabindex="0"
          @scroll=${this.follower.handleScroll}
        >
          <div>
            ${guard([logs, query, locale], () => lines.map((line) => this.renderLine(line, query, locale)))}
            ${
              lines.length === 0
                ? html`<p class="muted">${text(logs.length === 0 ? 'noLines' : 'noLine')}</p>`
                : nothing
            }
          </div>
        </div>
        ${
          this.follower.away
            ? html`<button
                class="button small newest"
                part="newest"
                type="button"
                @click=${this.handleNewest}
              >
                ${icons.down} ${text('toEnd')}
              </button>`
            : nothing
        }
      </div>
    </div>`;
  }

  private renderLine(line: string, query: string, locale: string): TemplateResult {
    const { time, text } = splitLine(line);
    return html`<div class="line" part="line">
      ${
        time === null
          ? nothing
          : html`<time datetime=${new Date(time).toISOString()}
                >${new Date(time).toLocaleTimeString(locale)}</time
              >${SPACE}`
      }<span dir="auto">${markMatches(text, query)}</span>
    </div>`;
  }

  private renderScreenshots({ screenshot, screenshotLight, screenshotDark }: UpdateStatus): unknown {
    const { text } = this.localize;
    const shots = [
      [screenshotLight || screenshot, text('light')],
      [screenshotDark, text('dark')],
    ] as const;
    if (!shots.some(([value]) => value)) return nothing;
    return html`<div class="section" part="screenshots">
      <h3>${text('screenshots')}</h3>
      <div class="shots">
        ${shots.map(([value, theme]) =>
          value
            ? html`<figure part="screenshot">
                ${keyed(value, this.renderScreenshot(value, text('screenshotOf', { theme })))}
                <figcaption class="muted">${theme}</figcaption>
              </figure>`
            : nothing,
        )}
      </div>
    </div>`;
  }

  private renderScreenshot(value: string, label: string): TemplateResult {
    const { text } = this.localize;
    const image = readScreenshot(value);
    if (image?.kind === 'encoded' && !this.broken.has(value)) {
      const draw = async (canvas: Element | undefined): Promise<void> => {
        if (canvas === undefined || this.#drawn.has(canvas)) return;
        this.#drawn.add(canvas);
        await drawScreenshot(canvas as HTMLCanvasElement, image).catch(() => this.handleBroken(value));
      };
      return html`<canvas role="img" aria-label=${label} width="1280" height="800" ${ref(draw)}></canvas>`;
    }
    if (image?.kind !== 'link') return html`<p class="muted">${text('noScreenshot')}</p>`;
    return html`<a href=${image.href} target="_blank" rel="noopener"
      >${
        this.broken.has(value)
          ? html`<bdi>${image.href}</bdi>`
          : html`<img
              alt=${label}
              src=${image.href}
              loading="lazy"
              referrerpolicy="no-referrer"
              @error=${() => this.handleBroken(value)}
            />`
      }</a
    >`;
  }

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.follower.watch(this.find('.log'));
    const { phase } = this.store?.snapshot ?? {};
    this.#tick(this.variant !== 'badge' && phase === 'following' && this.isConnected);
  }

  private async handleStart(): Promise<void> {
    if (this.#isBusy || this.isAsking) return;
    this.isAsking = true;
    await this.updateComplete;
    // Onto the question and not its answer: a second press must not say yes.
    this.find('#question')?.focus();
  }

  private handleYes(): void {
    this.isAsking = false;
    this.find('#heading')?.focus();
    void this.start();
  }

  private async handleNo(): Promise<void> {
    this.isAsking = false;
    await this.updateComplete;
    this.find('[part=start]')?.focus();
  }

  private handleQuestionKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    void this.handleNo();
  }

  private handleFiles(kind: string, isOpen: boolean): void {
    const kinds = new Set(this.openFiles);
    if (isOpen) kinds.add(kind);
    else kinds.delete(kind);
    this.openFiles = kinds;
  }

  private handleSearch(event: InputEvent): void {
    this.query = (event.target as HTMLInputElement).value;
  }

  private handleSearchKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || this.query === '') return;
    event.stopPropagation();
    event.preventDefault();
    this.query = '';
  }

  private async handleCopy(event: Event): Promise<void> {
    const { text } = this.localize;
    const logs = this.store?.snapshot.update?.logs ?? [];
    if (!(await copyText(logs.join('\n'), event.currentTarget as HTMLElement))) return;
    this.isCopied = true;
    this.announce(text('copied'));
    setTimeout(() => (this.isCopied = false), COPIED_MILLISECONDS);
  }

  private handleNewest(): void {
    this.follower.follow();
    this.find('.log')?.focus();
  }

  private handleBroken(value: string): void {
    this.broken = new Set([...this.broken, value]);
  }

  get #isBusy(): boolean {
    const { phase } = this.store?.snapshot ?? {};
    return phase === 'starting' || phase === 'following';
  }

  #toneOf(update: UpdateStatus | null, state: string): string | typeof nothing {
    if (state === 'past') return 'done';
    if (state === 'to-come') return nothing;
    return update === null ? 'running' : describeUpdate(update, this.localize.text).tone;
  }

  /** Counts the time while there is something to count. */
  #tick(isNeeded: boolean): void {
    if (isNeeded) this.#clock ??= setInterval(() => this.requestUpdate(), SECOND);
    else {
      clearInterval(this.#clock);
      this.#clock = undefined;
    }
  }

  protected handleChange({ statusId, update, failure }: UpdateWatchSnapshot): void {
    if (failure !== null && !this.#hasFailed) this.emitFailure('docs-deployment-error', failure);
    this.#hasFailed = failure !== null;
    if (update === null || statusId === null) return;
    const { status, summary } = update;
    const isOver = hasEnded(update);
    const told = `${statusId} ${status} ${isOver}`;
    if (told === this.#told) return;
    this.#told = told;
    const { text } = this.localize;
    const state = text('stateIs', { state: describeUpdate(update, text).label });
    this.announce(isOver && summary ? `${state}. ${summary}` : state);
    this.emit('docs-deployment-change', {
      ...{ statusId, status, hasEnded: isOver },
    } satisfies DeploymentChangeDetail);
  }

  /** Shows the update that another element of this project on the page has started. */
  #join(event: CustomEvent<DeploymentChangeDetail>): void {
    const other = event.composedPath()[0] as DocsDeployment;
    if (other === this || this.statusId || this.#isBusy || this.store === null) return;
    if (other.endpoint !== this.endpoint || other.projectId !== this.projectId) return;
    const { statusId } = event.detail;
    if (!other.statusId && statusId !== this.store.snapshot.statusId) this.store.follow(statusId);
  }
}

/** The text with what was searched for marked. */
function markMatches(text: string, query: string): unknown {
  if (query === '') return text;
  const all = text.toLocaleLowerCase();
  // A letter whose small form is longer would shift all that follow.
  if (all.length !== text.length) return text;
  const pieces: unknown[] = [];
  let from = 0;
  for (let at = all.indexOf(query); at >= 0; at = all.indexOf(query, from)) {
    const to = at + query.length;
    pieces.push(text.slice(from, at), html`<mark part="mark">${text.slice(at, to)}</mark>`);
    from = to;
  }
  return [...pieces, text.slice(from)];
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-deployment': DocsDeployment;
  }
}
