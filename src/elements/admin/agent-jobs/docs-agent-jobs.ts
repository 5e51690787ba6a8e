import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import type { DocsClient } from '../../../client/docs-client.ts';
import type { AgentSession } from '../../../protocol/api.ts';
import { openStorage } from '../../../state/storage/storage.ts';
import { TaskList } from '../../../state/admin/task-list.ts';
import { DEFAULT_JOB_INTERVAL, JobList, type JobListSnapshot } from '../../../state/admin/job-list.ts';
import type { Attributes, PropertiesOf } from '../../shared/attribute.ts';
import { AdminElement } from '../admin-element.ts';
import { jobsAttributes } from '../attributes.ts';
import { describeFailure, renderFailure, renderRetry } from '../failure.view.ts';
import { lazy } from '../../shared/lazy.ts';
import type { JobsChangeDetail, JobsPromptDetail, JobsSelectDetail } from './docs-agent-jobs.events.ts';
import { choiceStyles } from '../choice.styles.ts';
import { formStyles } from '../form.styles.ts';
import { jobsStyles } from './docs-agent-jobs.styles.ts';
import { describeChange, describeState, matchesQuery } from './session-text.ts';
import type { MessageView } from './message.view.ts';
import { reportTasks } from './report-tasks.ts';
import { renderOption, renderToolbar, type SessionFilter } from './list.view.ts';
import { renderSession } from './session.view.ts';
import { TasksView } from './tasks.view.ts';

/** Milliseconds after which "3 minutes ago" may not be right any more. */
const MINUTE = 60_000;

// The properties of the table.
export interface DocsAgentJobs extends PropertiesOf<typeof jobsAttributes> {}

/**
 * The agent sessions of a documentation project, running and past, for the people who maintain the documentation.
 *
 * @summary What agents did to the documentation: list and detail of their sessions.
 * @fires docs-agent-jobs-change - Sessions were added or have changed. `detail: {added, changed}`, with their ids.
 * @fires docs-agent-jobs-select - A session was chosen. `detail: {session}`.
 * @fires docs-agent-jobs-prompt - The agent of the hosted platform is about to be given a task, or told more of one. `detail: {prompt, jobId}`; `jobId` is `null` for a new task. Cancelable.
 * @fires docs-agent-jobs-task - Such a task was started, or its state has changed. `detail: {job}`.
 * @fires docs-agent-jobs-error - The sessions could not be read, or something could not be sent. `detail: {code, retryable, status?}`.
 * @csspart header - Title, number of sessions and refresh button.
 * @csspart heading - The title.
 * @csspart count - Number of sessions that are shown.
 * @csspart refresh - The button that polls the server now.
 * @csspart new-task - The button that opens the field for a task.
 * @csspart task-form - The field for a task, with its buttons.
 * @csspart message-form - The field for a message about a task, with its buttons.
 * @csspart prompt - The text of either.
 * @csspart send - The button that sends it.
 * @csspart cancel - The button that closes the field.
 * @csspart tasks - The list of the tasks that were given here.
 * @csspart task - One of them.
 * @csspart task-state - Its state.
 * @csspart task-link - Link to its pull request.
 * @csspart tell - The button that opens the field for a message about it.
 * @csspart forget - The button that takes it off the list.
 * @csspart search - The field that searches the sessions.
 * @csspart filter - The choice of states.
 * @csspart list - The list of sessions.
 * @csspart more - The button that shows older sessions.
 * @csspart session - One session in the list.
 * @csspart state - State of a session.
 * @csspart progress - Bar of the todo items that are done.
 * @csspart detail - The detail of the selected session.
 * @csspart back - The button that returns to the list, if there is no room for both.
 * @csspart pull-request - Link to the pull request.
 * @csspart message - The agent's message about the outcome.
 * @csspart todos - The todo list.
 * @csspart todo - One item of it.
 * @csspart empty - Message while there are no sessions.
 * @csspart error - Message if the sessions could not be read.
 * @csspart retry - The button that tries again.
 */
export class DocsAgentJobs extends AdminElement<JobList> {
  static override styles = [AdminElement.styles, choiceStyles, formStyles, jobsStyles];

  static override properties: Attributes = {
    ...jobsAttributes,
    query: { state: true },
    filter: { state: true },
    chosen: { state: true },
    active: { state: true },
    isMoreComing: { state: true },
  };

  declare private query: string;
  declare private filter: SessionFilter;
  /** Id of the session whose detail is shown. */
  declare private chosen: string | null;
  /** Id of the session in the list that can be focused with Tab. */
  declare private active: string | null;
  /** Whether older sessions were asked for. */
  declare private isMoreComing: boolean;
  protected readonly defaultInterval = DEFAULT_JOB_INTERVAL;
  readonly #messageView = lazy(() => this.#createMessageView(), { onChange: () => this.requestUpdate() });
  declare protected aside: TaskList | null;
  readonly #tasksView = new TasksView({
    draw: async () => {
      this.requestUpdate();
      await this.updateComplete;
    },
    find: (selector) => this.find(selector),
    tasks: () => this.aside!.snapshot,
    send: (text, jobId) => this.prompt(text, jobId ?? undefined),
    forget: (jobId) => this.aside?.forget(jobId),
  });
  #clock: ReturnType<typeof setInterval> | undefined;
  /** Number of sessions that were shown before older ones were asked for. */
  #countBefore = 0;

  constructor() {
    super();
    this.query = '';
    this.filter = 'all';
    this.chosen = this.active = null;
    this.isMoreComing = false;
  }

  /** Show the detail of a session, for instance of one that a link of the page names. */
  select(sessionId: string): void {
    this.chosen = this.active = sessionId;
    // Again after a failure.
    if (this.#messageView.failed) void this.#messageView.load();
    const session = this.#chosenSession;
    if (session) this.emit('docs-agent-jobs-select', { session } satisfies JobsSelectDetail);
  }

  /**
   * Give the agent of the hosted platform a task, or tell it more of one.
   * @param jobId the job of the task; unset: a new one
   */
  async prompt(text: string, jobId?: string): Promise<void> {
    const prompt = text.trim();
    const { aside: tasks } = this;
    if (tasks === null || prompt === '') return;
    const detail: JobsPromptDetail = { prompt, jobId: jobId ?? null };
    if (!this.emit('docs-agent-jobs-prompt', detail, { cancelable: true })) return;
    await (jobId === undefined ? tasks.start(prompt) : tasks.tell(jobId, prompt));
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#clock = setInterval(() => this.requestUpdate(), MINUTE);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#clock);
  }

  protected get heading(): string {
    return this.localize.text('jobs');
  }

  protected open(source: DocsClient): JobList {
    const jobs = new JobList({ source, interval: this.interval });
    jobs.refresh();
    this.#tasksView.reset();
    if (!this.withoutTasks) this.#openTasks(source);
    return jobs;
  }

  protected renderHeader({ snapshot: { sessions } }: JobList): TemplateResult {
    return html`<span class="muted" part="count">${sessions.length > 0 ? this.#count : nothing}</span>
      <span class="push"></span>
      ${this.aside ? this.#tasksView.renderButton(this.aside.snapshot, this.localize) : nothing}
      ${this.renderRefresh()}`;
  }

  protected renderBody({ snapshot: { status, sessions, failure } }: JobList): TemplateResult {
    const { text } = this.localize;
    return html`${this.aside ? this.#tasksView.render(this.aside.snapshot, this.localize) : nothing}
      <div ?data-detail=${this.#chosenSession !== undefined} @keydown=${this.handleKeydown}>
        ${
          sessions.length > 0
            ? renderToolbar(this.query, this.filter, text, {
                handleSearch: ({ target }) => (this.query = (target as HTMLInputElement).value),
                handleFilter: (filter) => (this.filter = filter),
              })
            : nothing
        }
        ${
          failure &&
          renderFailure(
            describeFailure(failure, text),
            renderRetry(text, () => this.refresh()),
          )
        }
        ${
          status === 'loading'
            ? html`<div class="skeleton"><span></span><span></span><span></span></div>`
            : nothing
        }
        ${
          status === 'ready' && sessions.length === 0
            ? html`<div class="empty" part="empty">
                <p>${text('emptyJobs')}</p>
                <p class="muted">${text('emptyJobsHint')}</p>
              </div>`
            : nothing
        }
        ${
          sessions.length > 0
            ? html`<div class="panes">${this.renderList(this.#shown)} ${this.renderDetail()}</div>`
            : nothing
        }
      </div>`;
  }

  private renderList(shown: readonly AgentSession[]): TemplateResult {
    const { text } = this.localize;
    if (shown.length === 0) {
      return html`<div class="list">
        <div class="empty" part="empty">
          <p>${text('noMatch')}</p>
          <button class="button small" type="button" @click=${this.handleClear}>${text('clear')}</button>
          ${this.renderMore()}
        </div>
      </div>`;
    }
    const active = shown.find(({ sessionId }) => sessionId === this.active) ?? shown[0];
    return html`<div class="list">
      <ul part="list" role="listbox" aria-labelledby="heading">
        ${repeat(
          shown,
          ({ sessionId }) => sessionId,
          (session) =>
            renderOption(session, this.localize, {
              isActive: session === active,
              isChosen: session.sessionId === this.chosen,
              handleChoice: (id) => void this.handleChoice(id),
            }),
        )}
      </ul>
      ${this.renderMore()}
    </div>`;
  }

  private renderMore(): unknown {
    return this.store?.snapshot.hasMore
      ? html`<button
          class="button small"
          part="more"
          type="button"
          aria-disabled=${this.isMoreComing}
          @click=${this.handleMore}
        >
          ${this.localize.text('showOlder')}
        </button>`
      : nothing;
  }

  private renderDetail(): TemplateResult {
    const session = this.#chosenSession;
    return session
      ? renderSession(session, this.localize, {
          renderMessage: (message) => this.renderMessage(message),
          handleBack: () => void this.handleBack(),
        })
      : html`<div class="detail nothing" part="detail">
          <p class="muted">${this.localize.text('choose')}</p>
        </div>`;
  }

  /** Draw a message as Markdown; as plain text until what draws it is loaded. */
  private renderMessage(message: string): TemplateResult {
    const { value: view, failed } = this.#messageView;
    if (!view && !failed) void this.#messageView.load();
    return view?.render(message) ?? html`<p class="message" part="message" dir="auto">${message}</p>`;
  }

  private handleClear(): void {
    this.query = '';
    this.filter = 'all';
    this.find('[part=search]')?.focus();
  }

  private handleMore(): void {
    if (this.isMoreComing) return;
    this.isMoreComing = true;
    this.#countBefore = this.#shown.length;
    this.store?.more();
  }

  protected override update(changed: Map<PropertyKey, unknown>): void {
    const hadFocus = this.shadowRoot?.activeElement?.matches('[part=more]');
    super.update(changed);
    // Where there are no more the button is gone: focus what it has brought.
    if (hadFocus && !this.find('[part=more]')) this.#moveTo(this.#countBefore);
  }

  private async handleChoice(sessionId: string): Promise<void> {
    this.select(sessionId);
    await this.updateComplete;
    // Where there is no room for both, the list is hidden.
    if (this.find('.list')?.checkVisibility() === false) this.find('#name')?.focus();
  }

  private async handleBack(): Promise<void> {
    this.chosen = null;
    await this.updateComplete;
    (this.find('.session[tabindex="0"]') ?? this.find('[part=search]'))?.focus();
  }

  private handleKeydown(event: KeyboardEvent): void {
    const { key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.composedPath()[0] as HTMLElement;
    const { id } = target.dataset;
    if (key === 'Escape' && target.closest('.detail')) void this.handleBack();
    else if (key === 'ArrowDown' && target.matches('[type=search]')) this.#moveTo(0);
    else if (id === undefined) return;
    else if (key === 'Enter' || key === ' ') void this.#openDetail(id);
    else {
      const at = this.#shown.findIndex(({ sessionId }) => sessionId === id);
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: Infinity }[key];
      if (to === undefined) return;
      this.#moveTo(to);
    }
    event.stopPropagation();
    event.preventDefault();
  }

  #openTasks(source: DocsClient): void {
    const storage = openStorage('local', (kind) => window[`${kind}Storage`]);
    const { endpoint, projectId, interval } = this;
    const tasks = (this.aside = new TaskList({ source, endpoint, projectId, storage, interval }));
    reportTasks(tasks, {
      text: this.localize.text,
      announce: (message) => this.announce(message),
      emit: (type, detail) => this.emit(type, detail),
      emitFailure: (type, failure) => this.emitFailure(type, failure),
    });
  }

  async #createMessageView(): Promise<MessageView> {
    const { MessageView } = await import('./message.view.ts');
    const announce = (message: string): void => this.announce(message);
    return new MessageView({ renderRoot: this.renderRoot, text: this.localize.text, announce });
  }

  async #openDetail(sessionId: string): Promise<void> {
    await this.handleChoice(sessionId);
    this.find('#name')?.focus();
  }

  /** Focus the session at an index of the list. */
  #moveTo(place: number): void {
    const shown = this.#shown;
    const to = Math.min(Math.max(place, 0), shown.length - 1);
    this.active = shown[to]?.sessionId ?? null;
    this.renderRoot.querySelectorAll<HTMLElement>('.session')[to]?.focus();
  }

  protected handleChange({ changes, failure }: JobListSnapshot): void {
    if (failure) this.emitFailure('docs-agent-jobs-error', failure);
    else if (this.isMoreComing) this.announce(this.#count);
    this.isMoreComing = false;
    const { added, changed } = changes;
    if (added.length + changed.length === 0) return;
    const { text } = this.localize;
    const news = [['added', added] as const, ['changed', changed] as const];
    const told = news.map(([kind, ids]) => describeChange(kind, ids, this.#sessions, text));
    this.announce(told.filter(Boolean).join('. '));
    this.emit('docs-agent-jobs-change', { added, changed } satisfies JobsChangeDetail);
  }

  /** How many are shown, and of how many that were read: filters cover no others. */
  get #count(): string {
    const { text } = this.localize;
    const count = this.#shown.length;
    const total = this.#sessions.length;
    if (!this.store?.snapshot.hasMore) return text('count', { count });
    return count < total ? text('ofLatest', { count, total }) : text('latest', { total });
  }

  get #sessions(): readonly AgentSession[] {
    return this.store?.snapshot.sessions ?? [];
  }

  /** The sessions that match the search and the filter. */
  get #shown(): readonly AgentSession[] {
    const { text } = this.localize;
    const { filter } = this;
    const query = this.query.trim();
    return this.#sessions.filter(
      (session) =>
        (filter === 'all' || describeState(session, text).tone === filter) &&
        (query === '' || matchesQuery(session, query)),
    );
  }

  get #chosenSession(): AgentSession | undefined {
    return this.#sessions.find(({ sessionId }) => sessionId === this.chosen);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-agent-jobs': DocsAgentJobs;
  }
}
