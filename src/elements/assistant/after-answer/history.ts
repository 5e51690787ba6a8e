import { isComposing } from '../../shared/dom/composing.ts';
import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { ConversationArchive } from '../../../state/archive/conversation-archive.ts';
import {
  MAX_TITLE_LENGTH,
  type StoredConversation,
  type ThreadContent,
} from '../../../state/archive/thread-content.ts';
import { ThreadList } from '../../../state/archive/thread-list.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import { historyStyles } from './history.styles.ts';
import { renderIconButton } from './icon-button.view.ts';
import { icon } from '../../shared/dom/icon.ts';
import { icons } from '../icons.ts';
import type { AssistantContext } from '../context.ts';

const binIcon = icon('M4.5 6h11M8 6V4.3h4V6M6 6l.6 9.7h6.8L14 6M8.6 8.8v4.2M11.4 8.8v4.2');

const backIcon = icon('M12.2 4.8 7 10l5.2 5.2');

const pencilIcon = icon('m4.4 15.6.9-3.4 8-8 2.5 2.5-8 8zM11.4 6.1l2.5 2.5');

const DAY = 86_400_000;
/** Age from which a day is named by its date instead of its weekday, in days. */
const FAR_DAYS = 7;

/** Conversations whose last question was asked on the same day, in the time zone of the reader. */
interface Day {
  /** Start of the day, in milliseconds since the epoch. */
  readonly start: number;
  readonly threads: readonly StoredConversation[];
}

/** A conversation that was removed, with the data to restore it. */
interface RemovedThread {
  readonly id: string;
  readonly name: string | undefined;
  readonly content: ThreadContent;
}

/** The list of earlier conversations, in place of the current one: to search, continue, rename and remove them. */
export class History {
  readonly #context: AssistantContext;
  /** The list while it is open. */
  #list: ThreadList | null = null;
  #removed: RemovedThread | null = null;
  /** Id of the conversation that is being renamed. */
  #renamed: string | null = null;
  #isClearing = false;

  constructor(context: AssistantContext) {
    this.#context = context;
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
    this.#renamed = null;
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
    return html`<section
      part="history-list"
      class="history"
      aria-labelledby="history-heading"
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        // Return to the conversation without closing the panel.
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
        @click=${() => this.toggle()}
      >
        ${backIcon}
      </button>
      <h3 id="history-heading" part="history-heading" class="history-heading">${text('history')}</h3>
      ${
        total === 0
          ? nothing
          : html`<input
              class="history-field history-search"
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
          : groupByDay(threads).map((day) => this.#renderDay(day))
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

  #renderDay({ start, threads }: Day): TemplateResult {
    const { locale } = this.#context.strings;
    const id = `history-${start}`;
    return html`<h4 id=${id} part="history-day" class="history-day" lang=${locale}>
        ${nameDay(start, locale)}
      </h4>
      <ul class="list" aria-labelledby=${id}>
        ${repeat(
          threads,
          (thread) => thread.id,
          (thread) =>
            html`<li class="thread-row" data-thread=${thread.id}>
              ${thread.id === this.#renamed ? this.#renderName(thread) : this.#renderThread(thread)}
            </li>`,
        )}
      </ul>`;
  }

  #renderThread(thread: StoredConversation): TemplateResult {
    const { text, conversation } = this.#context;
    const { id, askedAt } = thread;
    const title = thread.name ?? thread.title;
    const isCurrent = id === conversation.id;
    return html`
      <button
        part="history-item"
        class="thread-open"
        type="button"
        aria-current=${isCurrent ? 'true' : nothing}
        @click=${() => this.#open(id)}
      >
        <span dir="auto">${title}</span>
        <small>${this.#formatTime(askedAt)}${isCurrent ? ` · ${text('historyCurrent')}` : nothing}</small>
      </button>
      ${renderIconButton('history-rename', text('historyRename', { title }), pencilIcon, () => this.#rename(id))}
      ${renderIconButton('history-delete', text('historyDelete', { title }), binIcon, () => this.#remove(thread))}
    `;
  }

  /** Draw the field for the name of a conversation, in place of the conversation. */
  #renderName(thread: StoredConversation): TemplateResult {
    const { text } = this.#context;
    const { title, name = title } = thread;
    return html`
      <input
        part="history-name"
        class="history-field"
        dir="auto"
        autocomplete="off"
        enterkeyhint="done"
        maxlength=${MAX_TITLE_LENGTH}
        aria-label=${text('historyName')}
        placeholder=${title}
        .value=${name}
        @focus=${(event: Event) => (event.target as HTMLInputElement).select()}
        @keydown=${(event: KeyboardEvent) => this.#handleNameKey(event, thread)}
      />
      ${renderIconButton('history-save', text('historySave'), icons.done, () => this.#saveName(thread))}
      ${renderIconButton('history-cancel', text('clearDataCancel'), icons.close, () => this.#rename(null))}
    `;
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
      <p>${this.#describeRetention()}</p>
      <button part="clear-data" class="retry" type="button" @click=${() => this.#askToClear(true)}>
        ${text('clearData')}
      </button>
    </div>`;
  }

  #describeRetention(): string {
    const { text, storage, settings } = this.#context;
    if (storage.kind === 'local') return text('historyKept', { count: settings.historyDays });
    return text(storage.kind === 'session' ? 'historyKeptForTab' : 'historyKeptForPage');
  }

  #formatTime(time: number): string {
    return new Intl.DateTimeFormat(this.#context.strings.locale, { timeStyle: 'short' }).format(time);
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

  /** Show the field for the name of a conversation; `null` closes it. */
  #rename(id: string | null): void {
    const shown = id ?? this.#renamed;
    this.#renamed = id;
    this.#context.focus(`[data-thread='${shown}'] [part=history-${id === null ? 'rename' : 'name'}]`);
  }

  #handleNameKey(event: KeyboardEvent, thread: StoredConversation): void {
    // Safari ends a composition before the Enter that confirms it; only the key code 229 shows it.
    if (isComposing(event)) return;
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    // Otherwise Escape would close the list.
    event.stopPropagation();
    event.preventDefault();
    if (event.key === 'Enter') this.#saveName(thread);
    else this.#rename(null);
  }

  #saveName({ id, title }: StoredConversation): void {
    const { host, text } = this.#context;
    const name = host.renderRoot.querySelector<HTMLInputElement>('[part=history-name]')!.value.trim();
    this.#list!.rename(id, name === title ? '' : name);
    this.#context.announce(text('historyRenamed', { title: name || title }));
    this.#rename(null);
  }

  #remove({ id, name }: StoredConversation): void {
    const content = this.#archive.read(id);
    this.#removed = content === null ? null : { id, name, content };
    this.#context.store.remove(id);
    this.#list?.refresh();
    this.#context.announce(this.#context.text('historyDeleted'));
    this.#context.focus('.history-removed button');
  }

  #undo(): void {
    if (this.#removed !== null) {
      const { id, name = '', content } = this.#removed;
      this.#archive.keep(id, content);
      this.#list?.rename(id, name);
    }
    this.#removed = null;
    this.#list?.refresh();
    this.#context.focus('.history-back');
  }

  get #archive(): ConversationArchive {
    return new ConversationArchive(this.#context.storage, this.#context.site);
  }

  #askToClear(isClearing: boolean): void {
    this.#isClearing = isClearing;
    this.#context.host.requestUpdate();
    // The pressed button is replaced: focus the cancel button, or afterwards the first button again.
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

/** Group conversations by day, without changing their order. */
function groupByDay(threads: readonly StoredConversation[]): Day[] {
  const days = new Map<number, StoredConversation[]>();
  for (const thread of threads) {
    const start = startOfDay(thread.askedAt);
    const day = days.get(start);
    if (day) day.push(thread);
    else days.set(start, [thread]);
  }
  return [...days].map(([start, list]) => ({ start, threads: list }));
}

/** Name a day in a language: today, yesterday, then the weekday, then the date. */
function nameDay(start: number, locale: string, now = Date.now()): string {
  // Rounded, because a day with a change to or from daylight saving time is shorter or longer.
  const days = Math.round((startOfDay(now) - start) / DAY);
  if (days === 0 || days === 1)
    return new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }).format(-days, 'day');
  const isNear = days > 0 && days < FAR_DAYS;
  return new Intl.DateTimeFormat(locale, isNear ? { weekday: 'long' } : { dateStyle: 'long' }).format(start);
}

function startOfDay(time: number): number {
  return new Date(time).setHours(0, 0, 0, 0);
}
