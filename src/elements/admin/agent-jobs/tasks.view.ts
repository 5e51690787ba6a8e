import { html, nothing, type TemplateResult } from 'lit';
import { repeat } from 'lit/directives/repeat.js';
import { resolveLink } from '../../../protocol/address.ts';
import { isOver, NEW_TASK, type Task, type TaskListSnapshot } from '../../../state/admin/task-list.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { describeRefusal } from '../failure.view.ts';
import { icons } from '../icons.ts';
import { renderTime } from '../time.view.ts';
import { describeTask } from './session-text.ts';

type Localizer = StringsController<AdminStrings>;

/** Maximum length of what an agent is told, as proxies take it. */
const MAX_PROMPT_LENGTH = 10_000;

/** The element of the tasks, as far as their view uses it. */
export interface TasksHost {
  /** Draw, and wait until that is done. */
  draw(): Promise<void>;
  find<Found extends HTMLElement>(selector: string): Found | null;
  /** State of the tasks now. */
  tasks(): TaskListSnapshot;
  /** Send a task, or a message to the job with this id. */
  send(text: string, jobId: string | null): Promise<void>;
  forget(jobId: string): void;
}

/** The tasks that the agent was given here, with the fields for a new one and for messages. One field is open at a time. */
export class TasksView {
  readonly #host: TasksHost;
  /** What the open field is for: a new task, or the id of a job. */
  #open: string | null = null;
  /** What stands in the fields. */
  readonly #texts = new Map<string, string>();

  constructor(host: TasksHost) {
    this.#host = host;
  }

  /** Close the field, and empty all. */
  reset(): void {
    this.#open = null;
    this.#texts.clear();
  }

  renderButton({ isOffered }: TaskListSnapshot, { text }: Localizer): unknown {
    if (!isOffered) return nothing;
    return html`<button
      class="button"
      part="new-task"
      type="button"
      aria-expanded=${this.#open === NEW_TASK}
      @click=${() => this.#toggle(NEW_TASK)}
    >
      ${text('newTask')}
    </button>`;
  }

  render(snapshot: TaskListSnapshot, localizer: Localizer): unknown {
    const { tasks, isOffered, refusal } = snapshot;
    const { text } = localizer;
    return html`${
      !isOffered && refusal !== null
        ? html`<div class="notice" part="error" role="alert"><p>${text('noTasks')}</p></div>`
        : nothing
    }
    ${isOffered && this.#open === NEW_TASK ? this.#renderForm(NEW_TASK, snapshot, text) : nothing}
    ${
      tasks.length === 0
        ? nothing
        : html`<section class="tasks" aria-labelledby="tasks">
            <h3 id="tasks">${text('tasks')}</h3>
            <p class="muted">${text('tasksHint')}</p>
            <ul part="tasks">
              ${repeat(
                tasks,
                ({ job }) => job.id,
                (task) => this.#renderTask(task, snapshot, localizer),
              )}
            </ul>
          </section>`
    }`;
  }

  #renderTask(task: Task, snapshot: TaskListSnapshot, { text, locale }: Localizer): TemplateResult {
    const { job, name, isGone } = task;
    const { id, source, model, prLink, createdAt } = job;
    const { label, tone } = describeTask(task, text);
    const link = prLink === null ? null : resolveLink(prLink, document.baseURI);
    const place = [source.repository, source.ref].filter(Boolean).join(' · ');
    return html`<li class="task has-time" part="task" data-id=${id}>
      <p class="task-name" tabindex="-1" dir="auto">${name}</p>
      <span class="state" part="task-state" data-tone=${tone}>${label}</span>
      <p class="muted facts">
        ${renderTime(createdAt, locale)} ${place ? html`<code><bdi>${place}</bdi></code>` : nothing}
        ${model ? html`<bdi>${text('modelIs', { model })}</bdi>` : nothing}
        ${
          prLink === null
            ? nothing
            : link !== null && /^https?:/.test(link)
              ? html`<a part="task-link" href=${link} target="_blank" rel="noopener"
                  >${text('pullRequest')}</a
                >`
              : html`<bdi>${prLink}</bdi>`
        }
      </p>
      <div class="buttons">
        ${
          isGone
            ? nothing
            : html`<button
                class="button small"
                part="tell"
                type="button"
                aria-expanded=${this.#open === id}
                aria-label=${text('labelled', { label: text('tellAgent'), number: name })}
                @click=${() => this.#toggle(id)}
              >
                ${text('tellAgent')}
              </button>`
        }
        ${
          isOver(task)
            ? html`<button
                class="round"
                part="forget"
                type="button"
                aria-label=${text('labelled', { label: text('forget'), number: name })}
                title=${text('forget')}
                @click=${() => void this.#forget(id)}
              >
                ${icons.cross}
              </button>`
            : nothing
        }
      </div>
      ${this.#open === id && !isGone ? this.#renderForm(id, snapshot, text) : nothing}
    </li>`;
  }

  #renderForm(of: string, { sending, refusal }: TaskListSnapshot, text: Localizer['text']): TemplateResult {
    const isNew = of === NEW_TASK;
    const isWrong = refusal?.of === of;
    return html`<form
      part=${isNew ? 'task-form' : 'message-form'}
      @submit=${(event: Event) => void this.#submit(event, of)}
      @keydown=${(event: KeyboardEvent) => this.#handleKey(event, of)}
    >
      <label for="prompt">${text(isNew ? 'taskField' : 'tellAgent')}</label>
      <textarea
        id="prompt"
        part="prompt"
        dir="auto"
        rows="3"
        maxlength=${MAX_PROMPT_LENGTH}
        required
        aria-describedby=${isWrong ? 'prompt-wrong' : nothing}
        .value=${this.#texts.get(of) ?? ''}
        @input=${(event: Event) => this.#texts.set(of, (event.target as HTMLTextAreaElement).value)}
      ></textarea>
      ${
        isWrong
          ? html`<p class="wrong" id="prompt-wrong" part="error" role="alert">
              ${describeRefusal(refusal.failure, text)}
            </p>`
          : nothing
      }
      <div class="buttons">
        <button class="button primary" part="send" type="submit" aria-disabled=${sending !== null}>
          ${text(sending === of ? 'sending' : isNew ? 'startTask' : 'send')}
        </button>
        <button class="button" part="cancel" type="button" @click=${() => void this.#close(of)}>
          ${text('cancel')}
        </button>
      </div>
    </form>`;
  }

  #toggle(of: string): void {
    if (this.#open === of) void this.#close(of);
    else void this.#show(of);
  }

  async #show(of: string): Promise<void> {
    this.#open = of;
    await this.#host.draw();
    this.#host.find('#prompt')?.focus();
  }

  /** Close the field. What was written stays for the next time. */
  async #close(of: string): Promise<void> {
    this.#open = null;
    await this.#host.draw();
    this.#host.find(of === NEW_TASK ? '[part=new-task]' : `${taskOf(of)} [part=tell]`)?.focus();
  }

  async #forget(id: string): Promise<void> {
    this.#host.forget(id);
    this.#texts.delete(id);
    await this.#host.draw();
    (this.#host.find('.task-name') ?? this.#host.find('[part=new-task]'))?.focus();
  }

  async #submit(event: Event, of: string): Promise<void> {
    event.preventDefault();
    const text = this.#texts.get(of)?.trim() ?? '';
    if (text === '' || this.#host.tasks().sending !== null) return;
    const before = this.#host.tasks();
    await this.#host.send(text, of === NEW_TASK ? null : of);
    const { refusal, isOffered, tasks } = this.#host.tasks();
    // Nothing was sent where the page has canceled it.
    if ((refusal !== null && isOffered) || this.#host.tasks() === before) return;
    this.#open = null;
    if (isOffered) this.#texts.delete(of);
    await this.#host.draw();
    const sent = of === NEW_TASK ? tasks[0]?.job.id : of;
    if (isOffered && sent !== undefined) this.#host.find(`${taskOf(sent)} .task-name`)?.focus();
  }

  #handleKey(event: KeyboardEvent, of: string): void {
    if (event.isComposing) return;
    if (event.key === 'Escape') void this.#close(of);
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey))
      (event.currentTarget as HTMLFormElement).requestSubmit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}

function taskOf(id: string): string {
  return `[data-id="${CSS.escape(id)}"]`;
}
