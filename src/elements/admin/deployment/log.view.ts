import { html, nothing, type ReactiveControllerHost, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { copyText } from '../../shared/dom/copy-text.ts';
import { ScrollFollower } from '../../shared/controllers/scroll-follower.ts';
import type { StringsController } from '../../shared/i18n/strings-controller.ts';
import { icons } from '../icons.ts';
import type { AdminStrings } from '../../strings/english.ts';
import { splitLine } from './update-text.ts';

/** Milliseconds for which the copy button shows that it has copied. */
const COPIED_MILLISECONDS = 2000;

/** In an expression, because the build removes the white space of templates. */
const SPACE = ' ';

type Localizer = StringsController<AdminStrings>;

/** The log of an update: its lines, a search in them, and a button that copies all of them. */
export class LogView {
  readonly #host: ReactiveControllerHost;
  readonly #announce: (message: string) => void;
  readonly #follower: ScrollFollower;
  #query = '';
  #isCopied = false;

  /** @param announce announces a message to screen readers */
  constructor(host: ReactiveControllerHost, announce: (message: string) => void) {
    this.#host = host;
    this.#announce = announce;
    this.#follower = new ScrollFollower(host);
  }

  /** Keep the end of the log in sight once it is drawn; stop with `null`. */
  watch(log: HTMLElement | null): void {
    this.#follower.watch(log);
  }

  render(logs: readonly string[], { text, locale }: Localizer): TemplateResult {
    const query = this.#query.trim().toLocaleLowerCase();
    const lines = query === '' ? logs : logs.filter((line) => line.toLocaleLowerCase().includes(query));
    return html`<div class="section" part="logs">
      ${this.#renderToolbar(logs, query === '' ? null : lines.length, text)}
      <div class="log-box">
        <div
          class="log"
          part="log"
          role="log"
          aria-live="off"
          aria-labelledby="logs"
          tabindex="0"
          @scroll=${this.#follower.handleScroll}
        >
          <div>
            ${guard([logs, query, locale], () => lines.map((line) => renderLine(line, query, locale)))}
            ${
              lines.length === 0
                ? html`<p class="muted">${text(logs.length === 0 ? 'noLines' : 'noLine')}</p>`
                : nothing
            }
          </div>
        </div>
        ${
          this.#follower.away
            ? html`<button
                class="button small newest"
                part="newest"
                type="button"
                @click=${this.#handleNewest}
              >
                ${icons.down} ${text('toEnd')}
              </button>`
            : nothing
        }
      </div>
    </div>`;
  }

  /** @param count lines that match; `null` without a search */
  #renderToolbar(logs: readonly string[], count: number | null, text: Localizer['text']): TemplateResult {
    return html`<div class="toolbar">
      <h3 id="logs">${text('logs')}</h3>
      <span class="muted" role="status">${count === null ? nothing : text('lines', { count })}</span>
      <span class="push"></span>
      <input
        part="search"
        type="search"
        autocomplete="off"
        spellcheck="false"
        placeholder=${text('searchLogs')}
        aria-label=${text('searchLogs')}
        .value=${this.#query}
        @input=${(event: InputEvent) => this.#search((event.target as HTMLInputElement).value)}
        @keydown=${this.#handleSearchKey}
      />
      <button
        class="button small"
        part="copy"
        type="button"
        @click=${(event: Event) => this.#copy(logs, event.currentTarget as HTMLElement, text)}
      >
        ${text(this.#isCopied ? 'copied' : 'copy')}
      </button>
    </div>`;
  }

  #search(query: string): void {
    this.#query = query;
    this.#host.requestUpdate();
  }

  readonly #handleSearchKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || this.#query === '') return;
    event.stopPropagation();
    event.preventDefault();
    this.#search('');
  };

  async #copy(logs: readonly string[], button: HTMLElement, text: Localizer['text']): Promise<void> {
    if (!(await copyText(logs.join('\n'), button))) return;
    this.#setCopied(true);
    this.#announce(text('copied'));
    setTimeout(() => this.#setCopied(false), COPIED_MILLISECONDS);
  }

  #setCopied(isCopied: boolean): void {
    this.#isCopied = isCopied;
    this.#host.requestUpdate();
  }

  readonly #handleNewest = ({ currentTarget }: Event): void => {
    this.#follower.stickToEnd();
    (currentTarget as Element).parentElement!.querySelector<HTMLElement>('.log')!.focus();
  };
}

function renderLine(line: string, query: string, locale: string): TemplateResult {
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

/** Return the text with marks around the matches. */
function markMatches(text: string, query: string): unknown {
  if (query === '') return text;
  const all = text.toLocaleLowerCase();
  // A letter whose lower case is longer would shift all that follow.
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
