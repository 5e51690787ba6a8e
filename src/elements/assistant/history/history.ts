import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { keepThread, readThreadContent } from '../../../state/archive/kept-threads.ts';
import {
  MAX_TITLE_LENGTH,
  type KeptThread,
  type ThreadContent,
} from '../../../state/archive/thread-content.ts';
import { ThreadList } from '../../../state/archive/thread-list.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { historyStyles } from './history.styles.ts';
import { icon } from '../../shared/dom/icon.ts';
import { historyStrings } from '../strings/en/history.ts';
import type { AssistantContext, HistoryPart } from '../context.ts';

const bin = icon('M4.5 6h11M8 6V4.3h4V6M6 6l.6 9.7h6.8L14 6M8.6 8.8v4.2M11.4 8.8v4.2');

const back = icon('M12.2 4.8 7 10l5.2 5.2');

const DAY = 86_400_000;
/** Days from which on a date is shown instead of a relative time. */
const FAR_DAYS = 7;

/** The list of earlier conversations, in place of the current one: to continue, to search, to remove. */
export class History implements HistoryPart {
  readonly #context: AssistantContext;
  /** The list while it is open. */
  #list: ThreadList | null = null;
  /** The conversation that was removed last, while that can be undone. */
  #removed: { readonly id: string; readonly content: ThreadContent } | null = null;
  #isClearing = false;

  constructor(context: AssistantContext) {
    this.#context = context;
    context.strings.add(historyStrings);
    addStyles(context.host.renderRoot, historyStyles);
  }

  get isOpen(): boolean {
    return this.#list !== null;
  }

  toggle(): void {
    const { site, storage, host } = this.#context;
    if (this.#list === null) {
      this.#list = new ThreadList({ site, storage });
      this.#list.subscribe(() => host.requestUpdate());
      this.#context.focus('.history-back');
      return;
    }
    this.#list.close();
    this.#list = null;
    this.#removed = null;
    this.#isClearing = false;
    this.#context.focus('.history-button');
  }

  #open(id: string): void {
    const { store, actions, scroll } = this.#context;
    store.open(id);
    actions.clear();
    scroll.showNewest();
    this.toggle();
    this.#context.focus('.input');
  }

  render(): TemplateResult {
    const { text } = this.#context;
    return html`<section
      part="history-list"
      class="history"
      aria-label=${text('history')}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        // Return to the conversation, and do not close the panel around it.
        event.preventDefault();
        event.stopPropagation();
        this.toggle();
      }}
    >
      ${this.#renderHead()} ${this.#renderBody()} ${this.#renderEnd()}
    </section>`;
  }

  #renderHead(): TemplateResult {
    const { text } = this.#context;
    const { total, query } = this.#list!.snapshot;
    return html`<div class="history-head">
      <button
        class="icon-button history-back"
        type="button"
        aria-label=${text('historyBack')}
        title=${text('historyBack')}
        @click=${() => this.toggle()}
      >
        ${back}
      </button>
      ${
        total === 0
          ? nothing
          : html`<input
              class="history-search"
              type="search"
              autocomplete="off"
              maxlength=${MAX_TITLE_LENGTH}
              aria-label=${text('historySearch')}
              placeholder=${text('historySearch')}
              .value=${live(query)}
              @input=${(event: InputEvent) => this.#search((event.target as HTMLInputElement).value)}
            />`
      }
    </div>`;
  }

  #renderBody(): TemplateResult {
    const { text } = this.#context;
    const { threads, total } = this.#list!.snapshot;
    return html`<div class="history-body">
      ${
        threads.length === 0
          ? html`<p class="history-empty">${text(total === 0 ? 'historyEmpty' : 'historyNothingFound')}</p>`
          : html`<ul class="list">
              ${repeat(
                threads,
                ({ id }) => id,
                (thread) => this.#renderThread(thread),
              )}
            </ul>`
      }
      ${
        this.#removed === null
          ? nothing
          : html`<p class="history-removed">
              <span>${text('historyDeleted')}</span>
              <button class="retry" type="button" @click=${() => this.#undo()}>${text('historyUndo')}</button>
            </p>`
      }
    </div>`;
  }

  #renderThread(thread: KeptThread): TemplateResult {
    const { text, conversation } = this.#context;
    const { id, title, askedAt } = thread;
    const isCurrent = id === conversation.id;
    return html`<li class="thread-row">
      <button
        part="history-item"
        class="thread-open"
        type="button"
        aria-current=${isCurrent ? 'true' : nothing}
        @click=${() => this.#open(id)}
      >
        <span dir="auto">${title}</span>
        <small>${this.#when(askedAt)}${isCurrent ? ` · ${text('historyCurrent')}` : nothing}</small>
      </button>
      <button
        class="icon-button"
        type="button"
        aria-label=${text('historyDelete', { title })}
        title=${text('historyDelete', { title })}
        @click=${() => this.#remove(id)}
      >
        ${bin}
      </button>
    </li>`;
  }

  #renderEnd(): TemplateResult {
    const { text } = this.#context;
    if (this.#isClearing) {
      return html`<div class="history-end clearing" role="group" aria-labelledby="clear-question">
        <p id="clear-question">${text('clearDataQuestion')}</p>
        <button class="retry danger" type="button" @click=${() => this.#clear()}>
          ${text('clearDataConfirm')}
        </button>
        <button class="retry" type="button" @click=${() => this.#askToClear(false)}>
          ${text('clearDataCancel')}
        </button>
      </div>`;
    }
    return html`<div class="history-end">
      <p>${this.#howLong()}</p>
      <button part="clear-data" class="retry" type="button" @click=${() => this.#askToClear(true)}>
        ${text('clearData')}
      </button>
    </div>`;
  }

  #howLong(): string {
    const { text, storage, settings } = this.#context;
    if (storage.kind === 'local') return text('historyKept', { count: settings.historyDays });
    return text(storage.kind === 'session' ? 'historyKeptForTab' : 'historyKeptForPage');
  }

  /** Relative time for the last days, then the date. */
  #when(time: number): string {
    const { locale } = this.#context.strings;
    const days = Math.round((startOfDay(Date.now()) - startOfDay(time)) / DAY);
    if (days >= FAR_DAYS || days < 0)
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
    if (days > 0) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
    return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time);
  }

  #search(query: string): void {
    const list = this.#list!;
    list.search(query);
    const { threads } = list.snapshot;
    this.#context.announce(
      threads.length === 0
        ? this.#context.text('historyNothingFound')
        : this.#context.text('historyFound', { count: threads.length }),
    );
  }

  #remove(id: string): void {
    const { site, storage } = this.#context;
    const content = readThreadContent(storage, site, id);
    this.#removed = content === null ? null : { id, content };
    this.#context.store.remove(id);
    this.#list?.refresh();
    this.#context.announce(this.#context.text('historyDeleted'));
    this.#context.focus('.history-removed button');
  }

  #undo(): void {
    const { site, storage } = this.#context;
    if (this.#removed !== null) keepThread(storage, site, this.#removed.id, this.#removed.content);
    this.#removed = null;
    this.#list?.refresh();
    this.#context.focus('.history-back');
  }

  #askToClear(isClearing: boolean): void {
    this.#isClearing = isClearing;
    this.#context.host.requestUpdate();
    // The pressed button is gone: focus the harmless choice, and the button again afterwards.
    this.#context.focus('.history-end button:last-child');
  }

  #clear(): void {
    this.#isClearing = false;
    this.#removed = null;
    this.#context.actions.forget();
    this.#list?.refresh();
    this.#context.announce(this.#context.text('dataCleared'));
    this.#context.focus('.history-back');
  }
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
