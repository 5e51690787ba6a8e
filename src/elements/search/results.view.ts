import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { icon } from '../shared/icon.ts';
import { isApple } from '../shared/shortcut.ts';
import type { Segment } from './excerpt.ts';
import { failureCause, type FailureCause } from './failure-text.ts';
import type { Hit, HitPage } from './hits.ts';
import { optionId, type Option } from './options.ts';
import type { ResultsController } from './results.ts';

const closeIcon = icon('m5.5 5.5 9 9M14.5 5.5l-9 9');
const chevronIcon = icon('m5 8 5 5 5-5');
const historyIcon = icon('M10 6v4l2.6 1.6M10 3.2a6.8 6.8 0 1 1-6.4 4.5M3.4 4.2v3.6H7');
const sparkleIcon = icon('M10 3.2 11.6 8.4 16.8 10 11.6 11.6 10 16.8 8.4 11.6 3.2 10 8.4 8.4z');
const pageIcon = icon(
  'M11.5 3H6.3A1.3 1.3 0 0 0 5 4.3v11.4A1.3 1.3 0 0 0 6.3 17h7.4a1.3 1.3 0 0 0 1.3-1.3V6.5zM11.5 3v3.5H15',
);

/** The buttons in the box. */
export function renderButtons({ host, text }: ResultsController): TemplateResult {
  return html`${
    host.value
      ? html`<button
          part="clear"
          class="icon-button"
          type="button"
          aria-label=${text('clear')}
          title=${text('clear')}
          @click=${() => {
            host.clear();
            host.focus();
          }}
        >
          ${closeIcon}
        </button>`
      : nothing
  }${
    host.variant === 'dialog'
      ? html`<button part="close" class="key-button" type="button" @click=${() => host.hide()}>
          <span class="key" aria-hidden="true">Esc</span
          ><span class="word visually-hidden">${text('close')}</span>
        </button>`
      : nothing
  }`;
}

/** Everything that opens: the results below the box, or the dialog with both. */
export function renderResults(results: ResultsController): TemplateResult {
  const { host, text } = results;
  if (host.variant === 'inline') return renderPanel(results);
  return html`<dialog
    part="dialog"
    aria-label=${text('results')}
    @mousedown=${results.handleDialogPress}
    @close=${results.handleDialogClose}
  >
    ${host.renderBox()}${renderPanel(results)}
  </dialog>`;
}

function renderPanel(results: ResultsController): TemplateResult {
  const { host, announcer, busy, scene } = results;
  const isDropdown = host.variant === 'inline';
  return html`<div
    class="panel"
    part="results"
    popover=${isDropdown ? 'manual' : nothing}
    ?hidden=${!host.open}
    ?data-loading=${busy.value}
    @keydown=${results.handlePanelKeydown}
  >
    <div class="progress"></div>
    ${renderFilters(results)}
    <div class="message">${renderMessage(results)}</div>
    ${renderList(results)}${scene === 'start' ? renderStart(results) : nothing}${renderFooter(results)}
    <div class="visually-hidden" role="status">${announcer.message}</div>
  </div>`;
}

function renderFilters(results: ResultsController): TemplateResult | typeof nothing {
  const { host, site, text, snapshot } = results;
  if (host.withoutFilters || (host.versions.length === 0 && host.languages.length === 0)) return nothing;
  const { version, language } = snapshot.filter;
  const languageName = createLanguageNames(results.strings.language);
  return html`<div class="filters" part="filters">
    ${renderFilter(results, 'version', text('version'), text('allVersions'), host.versions, version, (name) => name)}
    ${renderFilter(results, 'language', text('language'), text('allLanguages'), host.languages, language, languageName)}
    ${
      Object.keys(site.filters.choice).length > 0
        ? html`<button class="link-button" type="button" @click=${results.resetFilters}>
            ${text('clearFilters')}
          </button>`
        : nothing
    }
  </div>`;
}

function renderFilter(
  { site }: ResultsController,
  name: 'version' | 'language',
  label: string,
  all: string,
  choices: readonly string[],
  chosen: string | undefined,
  display: (choice: string) => string,
): TemplateResult | typeof nothing {
  if (choices.length === 0) return nothing;
  // What the page itself says need not be among the choices.
  const offered = chosen === undefined || choices.includes(chosen) ? choices : [chosen, ...choices];
  return html`<span class="filter"
    ><select
      part="filter filter-${name}"
      aria-label=${label}
      ?data-chosen=${chosen !== undefined}
      @change=${(event: Event) => site.choose({ [name]: (event.target as HTMLSelectElement).value || null })}
    >
      <option value="" .selected=${chosen === undefined}>${all}</option>
      ${offered.map((choice) => html`<option value=${choice} .selected=${choice === chosen}>${display(choice)}</option>`)}</select
    >${chevronIcon}</span
  >`;
}

function renderMessage(results: ResultsController): TemplateResult | typeof nothing {
  const { scene, snapshot, host, text } = results;
  switch (scene) {
    case 'not-configured':
      return renderFailure(results, 'notConfigured');
    case 'start':
      return snapshot.recent.length > 0
        ? html`<div class="heading">
            ${text('recent')}
            <button class="link-button" type="button" @click=${() => results.forget()}>
              ${text('forgetAll')}
            </button>
          </div>`
        : nothing;
    case 'too-short':
      return html`<p part="empty">${text('tooShort', { count: host.minLength })}</p>`;
    case 'waiting':
      return html`<div class="skeleton"><span></span><span></span><span></span></div>`;
    case 'nothing':
      return renderNothing(results);
    case 'error':
      return snapshot.failure ? renderFailure(results, failureCause(snapshot.failure)) : nothing;
    default:
      return nothing;
  }
}

function renderStart({ snapshot, text }: ResultsController): TemplateResult {
  return html`<slot name="empty">
    ${snapshot.recent.length === 0 ? html`<p part="empty">${text('start')}</p>` : nothing}
  </slot>`;
}

function renderNothing(results: ResultsController): TemplateResult {
  const { snapshot, site, text, strings } = results;
  const { filter, resultsFor } = snapshot;
  const searched = [
    filter.version,
    filter.language && createLanguageNames(strings.language)(filter.language),
  ].filter(Boolean);
  return html`<div part="empty">
    <strong>${text('nothing', { query: resultsFor })}</strong>
    <p>
      ${searched.length > 0 ? text('nothingFiltered', { filter: searched.join(', ') }) : nothing}
      ${text('nothingHint')}
    </p>
    ${
      searched.length > 0
        ? html`<button
            class="button"
            type="button"
            @click=${() => site.choose({ version: null, language: null })}
          >
            ${text('unfilter')}
          </button>`
        : nothing
    }
  </div>`;
}

function renderFailure(results: ResultsController, cause: FailureCause): TemplateResult {
  const { snapshot, countdown, site, text } = results;
  const count = countdown.seconds;
  return html`<div part="error">
    <strong>${text(cause)}</strong>
    <p>${text(`${cause}Hint`, { missing: site.missing.join(', ') })}</p>
    ${
      snapshot.failure?.retryable
        ? html`<button
            part="retry"
            class="button"
            type="button"
            aria-disabled=${count > 0}
            @click=${results.retry}
          >
            ${count > 0 ? text('retryIn', { count }) : text('retry')}
          </button>`
        : nothing
    }
  </div>`;
}

function renderList(results: ResultsController): TemplateResult {
  const { options, pages, scene, snapshot, text, active } = results;
  const rest = scene === 'results' ? options.filter(({ kind }) => kind !== 'result') : options;
  const first = options.length - rest.length;
  return html`<div
    class="list"
    id="list"
    role="listbox"
    tabindex="-1"
    aria-label=${text(scene === 'start' ? 'recent' : 'results')}
    ?hidden=${options.length === 0}
    @mousedown=${results.handleListPress}
    @click=${results.handleListClick}
  >
    ${
      scene === 'results'
        ? guard([pages, active, snapshot.filter], () => pages.map((page) => renderPage(results, page)))
        : nothing
    }
    ${rest.map((option, index) => renderOption(results, option, first + index, first + index === active))}
  </div>`;
}

function renderPage({ active, snapshot }: ResultsController, page: HitPage): TemplateResult {
  const { version, language } = snapshot.filter;
  const place = html`<span part="result-path" class="path">${page.path}</span> ${[
      version ? '' : page.version,
      language ? '' : page.language,
    ].map((badge) => (badge ? html`<span part="badge" class="badge">${badge}</span>` : nothing))}`;
  return html`<div class="page" part="page" role="group" aria-label=${page.title}>
    ${
      page.hits[0]?.isIntroduction
        ? nothing
        : html`<div class="page-line" role="presentation">
            ${pageIcon}<span part="page-title" class="title">${page.title}</span>${place}
          </div>`
    }
    ${page.hits.map((hit) => renderHit(hit, hit.index === active, place))}
  </div>`;
}

function renderHit(hit: Hit, isActive: boolean, place: TemplateResult): TemplateResult {
  const { href, target, rel } = hit.link;
  return html`<a
    part="result"
    class="option"
    id=${optionId(hit.index)}
    role="option"
    tabindex="-1"
    aria-selected=${isActive}
    href=${href}
    target=${target}
    rel=${rel}
  >
    ${
      hit.isIntroduction
        ? html`<span class="page-line"
            >${pageIcon}<span part="result-title" class="title">${renderSegments(hit.title)}</span
            >${place}</span
          >`
        : html`<span class="section-line"
            ><span part="result-title" class="title">${renderSegments(hit.title)}</span>${
              hit.trail ? html`<span part="result-path" class="path">${hit.trail}</span>` : nothing
            }</span
          >`
    }
    <span part="result-excerpt" class="excerpt">${renderSegments(hit.excerpt)}</span>
  </a>`;
}

function renderSegments(segments: readonly Segment[]): unknown {
  return segments.map(({ text, marked }) => (marked ? html`<mark part="mark">${text}</mark>` : text));
}

function renderOption(
  { text, host }: ResultsController,
  option: Option,
  index: number,
  isActive: boolean,
): TemplateResult | typeof nothing {
  const id = optionId(index);
  switch (option.kind) {
    case 'recent':
      return html`<div
        part="recent"
        class="option line"
        id=${id}
        role="option"
        aria-selected=${isActive}
        aria-keyshortcuts="Delete"
      >
        ${historyIcon}<span class="title">${option.query}</span>
        <span class="icon-button forget" aria-hidden="true" title=${text('forget', { query: option.query })}
          >${closeIcon}</span
        >
      </div>`;
    case 'more':
      return html`<div part="more" class="option line more" id=${id} role="option" aria-selected=${isActive}>
        ${text('more')}
      </div>`;
    case 'ask':
      return html`<div part="ask" class="option line ask" id=${id} role="option" aria-selected=${isActive}>
        ${sparkleIcon}<span class="title">${text('ask')}: <q>${host.value.trim()}</q></span>
        <kbd part="hint" aria-hidden="true">${isApple() ? '⌘' : 'Ctrl'} ↵</kbd>
      </div>`;
    default:
      return nothing;
  }
}

function renderFooter({ scene, busy, options, text, countText }: ResultsController): TemplateResult {
  const isBare = scene !== 'results' && !busy.value && options.length === 0;
  return html`<div class="footer ${isBare ? 'bare' : ''}">
    <span class="status">
      ${scene === 'results' ? html`<span part="count" class="count">${countText}</span>` : nothing}
      ${busy.value ? html`<span class="slow">${text('slow')}</span>` : nothing}
    </span>
    <slot name="footer"></slot>
    ${
      options.length > 0
        ? html`<span class="keys" aria-hidden="true">
            <kbd part="hint">↑</kbd> <kbd part="hint">↓</kbd> ${text('navigate')}
            <kbd part="hint">↵</kbd> ${text('open')}
          </span>`
        : nothing
    }
  </div>`;
}

/** Names languages in the language of the interface: `de` → "German". */
function createLanguageNames(language: string): (code: string) => string {
  const names = new Intl.DisplayNames([language], { type: 'language', fallback: 'code' });
  return (code) => {
    try {
      return names.of(code) ?? code;
    } catch {
      // Not a language tag: the site's own name for it.
      return code;
    }
  };
}
