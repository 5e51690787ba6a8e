import { html, nothing, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { icon } from '../shared/icon.ts';
import { isApple } from '../shared/shortcut.ts';
import type { Segment } from './excerpt.ts';
import type { Hit, HitPage } from './hits.ts';
import { optionId, type Option } from './options.ts';
import type { ResultsController } from './results.ts';

export const closeIcon = icon('m5.5 5.5 9 9M14.5 5.5l-9 9');
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
    ${host.box}${renderPanel(results)}
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
  >
    <div class="progress"></div>
    ${host.withoutFilters ? nothing : results.parts.filters?.render()}
    <div class="message">${renderMessage(results)}</div>
    ${renderList(results)}${scene === 'start' ? renderStart(results) : nothing}${renderFooter(results)}
    <div class="visually-hidden" role="status">${announcer.message}</div>
  </div>`;
}

function renderMessage(results: ResultsController): TemplateResult | typeof nothing | undefined {
  const { scene, snapshot, host, text, parts, isCutOff } = results;
  switch (scene) {
    case 'start':
      return parts.extras?.renderHeading();
    case 'too-short':
      return html`<p part="empty">${text('tooShort', { count: host.minLength })}</p>`;
    case 'waiting':
      return html`<div class="skeleton"><span></span><span></span><span></span></div>`;
    case 'results':
      return nothing;
    default:
      if (parts.trouble) return parts.trouble.render();
      if (scene === 'nothing')
        return html`<p part="empty">${text('nothing', { query: snapshot.resultsFor })}</p>`;
      // There may be no network to load a better sentence from.
      return isCutOff
        ? html`<div part="error">
            ${text('network')}
            <button part="retry" class="link-button" type="button" @click=${results.retry}>
              ${text('retry')}
            </button>
          </div>`
        : nothing;
  }
}

function renderStart({ options, parts, text }: ResultsController): TemplateResult {
  return html`${parts.extras?.renderForget()}<slot name="empty">
      ${options.length === 0 ? html`<p part="empty">${text('start')}</p>` : nothing}
    </slot>`;
}

function renderList(results: ResultsController): TemplateResult {
  const { options, pages, scene, snapshot, text, active, parts } = results;
  const isSaved = scene === 'start' || scene === 'too-short';
  const rest = isSaved ? [] : options.filter(({ kind }) => kind !== 'result');
  const first = options.length - rest.length;
  return html`<div
    class="list"
    id="list"
    role="listbox"
    tabindex="-1"
    aria-label=${text(isSaved && options.length > 0 ? 'recent' : 'results')}
    ?hidden=${options.length === 0}
    @mousedown=${results.handleListPress}
    @click=${results.handleListClick}
    @pointerover=${results.handleListPointer}
    @pointerleave=${results.handleListPointer}
  >
    ${
      scene === 'results'
        ? guard([pages, active, snapshot.filter], () => pages.map((page) => renderPage(results, page)))
        : nothing
    }
    ${isSaved ? parts.extras?.renderOptions() : nothing}
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
    case 'other':
      return option.render(index, isActive);
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

function renderFooter(results: ResultsController): TemplateResult {
  const { scene, busy, options, active, parts, text, countText } = results;
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
            <kbd part="hint">↵</kbd> ${text('open')} ${parts.extras?.renderHint(options[active])}
          </span>`
        : nothing
    }
  </div>`;
}
