import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { keepThread, readThreadContent } from '../../../state/kept-threads.ts';
import { MAX_TITLE_LENGTH, type KeptThread, type ThreadContent } from '../../../state/thread-content.ts';
import { ThreadList } from '../../../state/thread-list.ts';
import { addStyles } from '../../shared/add-styles.ts';
import { historyStyles } from './history.styles.ts';
import { icon } from '../../shared/icon.ts';
import { historyStrings } from '../strings/en/history.ts';
import type { Panel } from '../panel/panel.ts';

const bin = icon('M4.5 6h11M8 6V4.3h4V6M6 6l.6 9.7h6.8L14 6M8.6 8.8v4.2M11.4 8.8v4.2');

const back = icon('M12.2 4.8 7 10l5.2 5.2');

const DAY = 86_400_000;
/** Days from which on a date says more than how long ago that was. */
const FAR_DAYS = 7;

/** Shows the list of earlier conversations in the place of the present one, or that one again. */
export function toggleHistory(panel: Panel): void {
  if (panel.history === null) panel.history = new History(panel);
  else {
    panel.history.close();
    panel.history = null;
    panel.scroll.follow();
    panel.focusIn('.history-button');
  }
  panel.host.requestUpdate();
}

/** The list of earlier conversations, in the place of the present one: to go on with, to look through, to remove. */
export class History {
  readonly #panel: Panel;
  readonly #list: ThreadList;
  readonly #unsubscribe: () => void;
  /** The conversation that was removed last, while that can be undone. */
  #removed: { readonly id: string; readonly content: ThreadContent } | null = null;
  #isClearing = false;

  constructor(panel: Panel) {
    this.#panel = panel;
    panel.strings.add(historyStrings);
    addStyles(panel.host.renderRoot, historyStyles);
    this.#list = new ThreadList({ site: panel.site, storage: panel.storage });
    this.#unsubscribe = this.#list.subscribe(() => panel.host.requestUpdate());
    panel.focusIn('.history-back');
  }

  /** Goes away; the conversation is shown again. */
  close(): void {
    this.#unsubscribe();
    this.#list.close();
  }

  #open(id: string): void {
    const panel = this.#panel;
    panel.store.open(id);
    panel.clear();
    toggleHistory(panel);
    panel.focusInput();
  }

  render(): TemplateResult {
    const { text } = this.#panel;
    const { threads, total, query } = this.#list.snapshot;
    return html`<section
      part="history-list"
      class="history"
      aria-label=${text('history')}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        // Leads back to the conversation, and does not close the panel around it.
        event.preventDefault();
        event.stopPropagation();
        toggleHistory(this.#panel);
      }}
    >
      <div class="history-head">
        <button
          class="icon-button history-back"
          type="button"
          aria-label=${text('historyBack')}
          title=${text('historyBack')}
          @click=${() => toggleHistory(this.#panel)}
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
      </div>
      <div class="history-body">
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
                <button class="retry" type="button" @click=${() => this.#undo()}>
                  ${text('historyUndo')}
                </button>
              </p>`
        }
      </div>
      ${this.#renderEnd()}
    </section>`;
  }

  #renderThread(thread: KeptThread): TemplateResult {
    const { text, conversation } = this.#panel;
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
    const { text } = this.#panel;
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
    const { text, storage, historyDays } = this.#panel;
    if (storage.kind === 'local') return text('historyKept', { count: historyDays });
    return text(storage.kind === 'session' ? 'historyKeptForTab' : 'historyKeptForPage');
  }

  /** How long ago, for as long as that is easily said; then the date. */
  #when(time: number): string {
    const { locale } = this.#panel.strings;
    const days = Math.round((startOfDay(Date.now()) - startOfDay(time)) / DAY);
    if (days >= FAR_DAYS || days < 0)
      return new Intl.DateTimeFormat(locale, { dateStyle: 'medium' }).format(time);
    if (days > 0) return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
    return new Intl.DateTimeFormat(locale, { timeStyle: 'short' }).format(time);
  }

  #search(query: string): void {
    this.#list.search(query);
    const { threads } = this.#list.snapshot;
    this.#panel.announce(
      threads.length === 0
        ? this.#panel.text('historyNothingFound')
        : this.#panel.text('historyFound', { count: threads.length }),
    );
  }

  #remove(id: string): void {
    const { site, storage } = this.#panel;
    const content = readThreadContent(storage, site, id);
    this.#removed = content === null ? null : { id, content };
    this.#panel.store.remove(id);
    this.#list.refresh();
    this.#panel.announce(this.#panel.text('historyDeleted'));
    this.#panel.focusIn('.history-removed button');
  }

  #undo(): void {
    const { site, storage } = this.#panel;
    if (this.#removed !== null) keepThread(storage, site, this.#removed.id, this.#removed.content);
    this.#removed = null;
    this.#list.refresh();
    this.#panel.focusIn('.history-back');
  }

  #askToClear(isClearing: boolean): void {
    this.#isClearing = isClearing;
    this.#panel.host.requestUpdate();
    // What was pressed is gone: to the answer that harms nothing, and back.
    this.#panel.focusIn('.history-end button:last-child');
  }

  #clear(): void {
    this.#isClearing = false;
    this.#removed = null;
    this.#panel.forget();
    this.#list.refresh();
    this.#panel.announce(this.#panel.text('dataCleared'));
    this.#panel.focusIn('.history-back');
  }
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
