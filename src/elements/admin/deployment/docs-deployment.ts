import { html, nothing, type PropertyValues, type TemplateResult } from 'lit';
import type { DocsClient } from '../../../client/docs-client.ts';
import { openStorage } from '../../../state/storage/storage.ts';
import {
  DEFAULT_UPDATE_INTERVAL,
  hasEnded,
  UpdateWatch,
  type UpdateWatchSnapshot,
} from '../../../state/admin/update-watch.ts';
import { PreviewWatch, type PreviewWatchSnapshot } from '../../../state/admin/preview-watch.ts';
import type { Attributes, PropertiesOf } from '../../shared/attribute.ts';
import { AdminElement } from '../admin-element.ts';
import { deploymentAttributes } from '../attributes.ts';
import { formStyles } from '../form.styles.ts';
import { describeFailure, renderFailure, renderRetry } from '../failure.view.ts';
import { icons } from '../icons.ts';
import { CommitView } from './commit.view.ts';
import type { DeploymentChangeDetail, DeploymentPreviewDetail } from './docs-deployment.events.ts';
import { deploymentStyles } from './docs-deployment.styles.ts';
import { LogView } from './log.view.ts';
import { PreviewView } from './preview.view.ts';
import { renderProgress } from './progress.view.ts';
import { ScreenshotsView } from './screenshots.view.ts';
import { describePhase, describeUpdate } from './update-text.ts';

const SECOND = 1000;

// The properties of the table.
export interface DocsDeployment extends PropertiesOf<typeof deploymentAttributes> {}

/**
 * Starts a deployment update and shows how it goes, for the people who maintain the documentation.
 *
 * @summary One button that brings the documentation up to date, and what came of it.
 * @fires docs-deployment-start - An update is about to be started. Cancelable.
 * @fires docs-deployment-preview - The preview of a branch is about to be started. `detail: {branch}`. Cancelable.
 * @fires docs-deployment-preview-change - The state of the preview has changed. `detail: {statusId, status, hasEnded}`.
 * @fires docs-deployment-change - The state of the update has changed. `detail: {statusId, status, hasEnded}`.
 * @fires docs-deployment-error - An update or a preview could not be started or read. `detail: {code, retryable, status?}`.
 * @csspart header - Title, state and the button that starts an update.
 * @csspart heading - The title.
 * @csspart state - The state of the update.
 * @csspart badge - The state, in the badge variant.
 * @csspart start - The button that starts an update.
 * @csspart refresh - The button that polls the server now, if that is not done automatically.
 * @csspart preview-start - The button that opens the field for a preview.
 * @csspart preview-form - The field for a preview, with its buttons.
 * @csspart branch - The name of the branch to preview.
 * @csspart preview-send - The button that starts the preview.
 * @csspart preview-cancel - The button that closes the field.
 * @csspart preview - The preview that was started last.
 * @csspart preview-state - Its state.
 * @csspart preview-link - Link to it.
 * @csspart confirm - The confirmation before an update is started.
 * @csspart confirm-yes - The button that confirms.
 * @csspart confirm-no - The button that cancels.
 * @csspart steps - The steps of the update, from queued to the end.
 * @csspart step - One step.
 * @csspart summary - Description of the current step, or of the outcome.
 * @csspart elapsed - The duration of the update so far, or in all.
 * @csspart logs - The log with its search and its buttons.
 * @csspart search - The field that searches the log.
 * @csspart copy - The button that copies the log.
 * @csspart log - The lines of the log.
 * @csspart line - One line of the log.
 * @csspart mark - A match of the search in the log.
 * @csspart newest - The button that scrolls to the end of the log.
 * @csspart commit - The commit that was deployed.
 * @csspart files - Files that the commit added, modified or removed.
 * @csspart screenshots - The screenshots, light and dark.
 * @csspart screenshot - One screenshot.
 * @csspart empty - Message while there is no update.
 * @csspart error - Message about a failure.
 * @csspart retry - The button that tries again.
 */
export class DocsDeployment extends AdminElement<UpdateWatch> {
  static override styles = [AdminElement.styles, formStyles, deploymentStyles];

  static override properties: Attributes = {
    ...deploymentAttributes,
    isAsking: { state: true },
  };

  /** Whether the confirmation is shown. */
  declare private isAsking: boolean;

  protected readonly defaultInterval = DEFAULT_UPDATE_INTERVAL;
  readonly #commit = new CommitView(this);
  readonly #screenshots = new ScreenshotsView(this);
  readonly #log = new LogView(this, (message) => this.announce(message));
  /** The state that was last reported to the page. */
  #told: string | null = null;
  #hasFailed = false;
  declare protected aside: PreviewWatch | null;
  readonly #previewView = new PreviewView({
    draw: async () => {
      this.requestUpdate();
      await this.updateComplete;
    },
    find: (selector) => this.find(selector),
    startPreview: async (branch) => {
      await this.preview(branch);
      return this.aside!.snapshot;
    },
  });
  /** The state of the preview that was last reported to the page. */
  #previewTold: string | null = null;
  #hasPreviewFailed = false;
  #clock: ReturnType<typeof setInterval> | undefined;

  constructor() {
    super();
    this.isAsking = false;
  }

  /** Start an update without confirmation, unless one is running. */
  async start(): Promise<void> {
    if (this.store === null || this.#isBusy) return;
    if (this.emit('docs-deployment-start', undefined, { cancelable: true })) await this.store.start();
  }

  /** Start the preview of a branch on the hosted platform, unless one is being made. */
  async preview(branch: string): Promise<void> {
    const { aside: watch } = this;
    if (watch === null || branch.trim() === '') return;
    const detail: DeploymentPreviewDetail = { branch: branch.trim() };
    if (this.emit('docs-deployment-preview', detail, { cancelable: true })) await watch.start(detail.branch);
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
    this.#log.watch(null);
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
    this.#previewView.reset();
    if (this.variant !== 'badge' && !this.withoutPreview && !statusId) {
      const watch = (this.aside = new PreviewWatch({ source, endpoint, projectId, storage, interval }));
      this.#previewTold = null;
      watch.subscribe(() => this.#handlePreview(watch.snapshot));
      watch.restore();
    }
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
      <div class="buttons">
        ${this.#hasPreviews && this.aside ? this.#previewView.renderButton(this.aside.snapshot, this.localize) : nothing}
        ${update?.status === 'failure' ? nothing : this.renderStart(text('startUpdate'))}
      </div>`;
  }

  protected renderBody({ snapshot }: UpdateWatch): TemplateResult {
    const { phase, update, tellsLatest, failure } = snapshot;
    const isComing = (phase === 'starting' || phase === 'following') && failure === null;
    return html`
      ${this.isAsking ? this.renderQuestion() : nothing}
      ${this.#hasPreviews && this.aside ? this.#previewView.render(this.aside.snapshot, this.localize) : nothing}
      ${this.renderTrouble(snapshot)}
      ${
        phase === 'idle' && tellsLatest !== null
          ? html`<div class="empty" part="empty">
              <p class="muted">${this.localize.text(tellsLatest ? 'idleHint' : 'idleHereHint')}</p>
            </div>`
          : nothing
      }
      ${isComing || update !== null ? renderProgress(update, this.localize) : nothing}
      ${update?.commit ? this.#commit.render(update.commit, update.author ?? null, this.localize) : nothing}
      ${update ? this.#log.render(update.logs, this.localize) : nothing}
      ${update ? this.#screenshots.render(update, this.localize.text) : nothing}
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
      const reason = html`<strong>${text('failure')}</strong> <bdi>${update.summary ?? ''}</bdi>`;
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

  protected override updated(changed: PropertyValues): void {
    super.updated(changed);
    this.#log.watch(this.find('.log'));
    const { phase } = this.store?.snapshot ?? {};
    this.#tick(this.variant !== 'badge' && phase === 'following' && this.isConnected);
  }

  private async handleStart(): Promise<void> {
    if (this.#isBusy || this.isAsking) return;
    this.isAsking = true;
    await this.updateComplete;
    // Focus the question, not its button: a second press must not confirm.
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

  /** Whether the server may have previews: our own service, which tells the latest update, has none. */
  get #hasPreviews(): boolean {
    return this.store?.snapshot.tellsLatest === false;
  }

  #handlePreview({ statusId, branch, update, failure }: PreviewWatchSnapshot): void {
    if (failure !== null && !this.#hasPreviewFailed) this.emitFailure('docs-deployment-error', failure);
    this.#hasPreviewFailed = failure !== null;
    if (update === null || statusId === null || branch === null) return;
    const { status } = update;
    const isOver = hasEnded(update);
    const told = `${statusId} ${status} ${isOver}`;
    if (told === this.#previewTold) return;
    this.#previewTold = told;
    const { text } = this.localize;
    const label = text('previewOf', { branch });
    this.announce(text('labelled', { label, number: describeUpdate(update, text).label }));
    const detail: DeploymentChangeDetail = { statusId, status, hasEnded: isOver };
    this.emit('docs-deployment-preview-change', detail);
  }

  get #isBusy(): boolean {
    const { phase } = this.store?.snapshot ?? {};
    return phase === 'starting' || phase === 'following';
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
    const detail: DeploymentChangeDetail = { statusId, status, hasEnded: isOver };
    this.emit('docs-deployment-change', detail);
  }

  /** Show the update that another element of this project on the page has started. */
  #join(event: CustomEvent<DeploymentChangeDetail>): void {
    const other = event.composedPath()[0] as DocsDeployment;
    if (other === this || this.statusId || this.#isBusy || this.store === null) return;
    if (other.endpoint !== this.endpoint || other.projectId !== this.projectId) return;
    const { statusId } = event.detail;
    if (!other.statusId && statusId !== this.store.snapshot.statusId) this.store.follow(statusId);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-deployment': DocsDeployment;
  }
}
