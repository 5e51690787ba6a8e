import { html, nothing, type TemplateResult } from 'lit';
import type { DocsClient } from '../../../client/docs-client.ts';
import {
  MAX_INSIGHTS_LIMIT,
  type Insights,
  type InsightsQuery,
  type MissingText,
} from '../../../protocol/api.ts';
import { DoneList } from '../../../state/admin/done-list.ts';
import {
  DEFAULT_INSIGHTS_INTERVAL,
  InsightsView,
  type InsightsSnapshot,
} from '../../../state/admin/insights-view.ts';
import { writeCsv } from '../../../state/admin/write-csv.ts';
import { openStorage } from '../../../state/storage/storage.ts';
import type { Attributes, PropertiesOf } from '../../shared/attribute.ts';
import { readNumber } from '../../shared/check-attributes.ts';
import { AdminElement } from '../admin-element.ts';
import { insightsAttributes } from '../attributes.ts';
import { choiceStyles } from '../choice.styles.ts';
import { renderFailure, renderRetry } from '../failure.view.ts';
import { icons } from '../icons.ts';
import type {
  InsightsChangeDetail,
  InsightsDoneDetail,
  InsightsExportDetail,
} from './docs-insights.events.ts';
import { insightsStyles } from './docs-insights.styles.ts';
import {
  describeInsightsFailure,
  formatPeriod,
  isEmpty,
  isOff,
  LISTS,
  nameLanguage,
  periodsOf,
  toRows,
  type InsightsList,
} from './insights-text.ts';
import { renderEmpty, renderNone, renderOff } from './empty.view.ts';
import { renderMissing, renderPages, renderTexts, scopeOf } from './tables.view.ts';
import { renderTotals } from './totals.view.ts';

/** Names of the lists in the interface. */
const LIST_NAMES = {
  missing: 'missing',
  questions: 'mostAsked',
  searches: 'mostSearched',
  pages: 'pages',
} as const satisfies Record<InsightsList, string>;

// The properties of the table.
export interface DocsInsights extends PropertiesOf<typeof insightsAttributes> {}

/**
 * What readers ask, search and follow, and what the documentation does not answer, for the people who maintain it.
 *
 * @summary What the documentation lacks: a list to work off, the most frequent questions and searches, and the pages that are used.
 * @fires docs-insights-change - Insights have arrived. `detail: {insights}`.
 * @fires docs-insights-done - An entry was ticked off, or taken up again. `detail: {entry, isDone}`.
 * @fires docs-insights-export - A list is about to be saved as a file. Cancelable. `detail: {name, csv}`.
 * @fires docs-insights-error - The insights could not be read. `detail: {code, retryable, status?}`.
 * @csspart header - Title, period and buttons.
 * @csspart heading - The title.
 * @csspart period - The first and the last day that are counted.
 * @csspart export - The button that saves the shown list as a CSV file.
 * @csspart refresh - The button that polls the server now.
 * @csspart days - The choice of the period.
 * @csspart version - The choice of the version.
 * @csspart language - The choice of the language.
 * @csspart totals - The numbers of all questions, searches, ratings and followed links.
 * @csspart total - One group of these numbers.
 * @csspart lists - The choice of the list.
 * @csspart show-done - The switch that also shows the entries that are done.
 * @csspart list - The table with the entries of the list.
 * @csspart entry - One row of the table.
 * @csspart done - The box that ticks an entry off.
 * @csspart text - Text of a question or search, or the page.
 * @csspart reason - What the documentation lacks: no answer, no result, or an answer that did not help.
 * @csspart empty - Message while there is nothing to list.
 * @csspart off - Message if the service keeps no insights.
 * @csspart help - Link to the documentation about insights.
 * @csspart error - Message if the insights could not be read.
 * @csspart retry - The button that tries again.
 */
export class DocsInsights extends AdminElement<InsightsView> {
  static override styles = [AdminElement.styles, choiceStyles, insightsStyles];

  static override properties: Attributes = {
    ...insightsAttributes,
    list: { state: true },
    showsDone: { state: true },
  };

  declare private list: InsightsList;
  declare private showsDone: boolean;

  protected readonly defaultInterval = DEFAULT_INSIGHTS_INTERVAL;
  #done!: DoneList;
  /** The insights that were last reported to the page. */
  #reported: Insights | null = null;
  /** Whether what arrives next is announced, because the maintainer has asked for it. */
  #isAwaited = false;

  constructor() {
    super();
    this.list = 'missing';
    this.showsDone = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    // Ticked off in another tab.
    window.addEventListener('storage', () => this.requestUpdate(), { signal: this.connection.signal });
  }

  protected get heading(): string {
    return this.localize.text('insights');
  }

  protected open(source: DocsClient): InsightsView {
    const { endpoint, projectId, interval } = this;
    const storage = openStorage('local', (kind) => window[`${kind}Storage`]);
    this.#done = new DoneList(storage, { endpoint, projectId });
    this.#reported = null;
    const view = new InsightsView({ source, interval, query: this.#query });
    view.refresh();
    return view;
  }

  protected override willUpdate(changed: Map<PropertyKey, unknown>): void {
    super.willUpdate(changed);
    this.store?.select(this.#query);
  }

  protected renderHeader({ snapshot: { insights, failure } }: InsightsView): TemplateResult {
    const { text, locale } = this.localize;
    const isShown = insights !== null && !(failure && isOff(failure)) && !isEmpty(insights);
    return html`<span class="muted" part="period"
        >${insights ? formatPeriod(insights, locale) : nothing}</span
      >
      <span class="push"></span>
      ${
        isShown
          ? html`<button
              class="button small"
              part="export"
              type="button"
              @click=${() => this.handleExport(insights)}
            >
              ${icons.save} ${text('exportCsv')}
            </button>`
          : nothing
      }
      ${this.renderRefresh()}`;
  }

  protected renderBody({ snapshot }: InsightsView): TemplateResult {
    const { text } = this.localize;
    const { status, insights, failure, isOutdated } = snapshot;
    if (failure && isOff(failure)) return renderOff(text);
    return html`<div aria-busy=${isOutdated || status === 'loading'}>
      ${insights ? this.renderFilters(insights) : nothing}
      ${
        failure &&
        renderFailure(
          describeInsightsFailure(failure, text),
          renderRetry(text, () => this.refresh()),
        )
      }
      ${
        status === 'loading'
          ? html`<div class="skeleton"><span></span><span></span><span></span></div>`
          : nothing
      }
      ${insights && (isEmpty(insights) ? renderEmpty(text) : this.renderInsights(insights))}
    </div>`;
  }

  private renderFilters(insights: Insights): TemplateResult {
    const { text, locale } = this.localize;
    const { days, periods } = periodsOf(insights);
    const options = (all: readonly string[], chosen: string | undefined): string[] => [
      ...new Set([...all, ...(chosen ? [chosen] : [])]),
    ];
    const versions = options(insights.versions, this.version);
    const languages = options(insights.languages, this.language);
    return html`<div class="toolbar filters">
      ${this.renderSelect(
        'days',
        text('period'),
        periods.map((period) => ({
          value: String(period),
          label: text('lastDays', { count: period }),
          isChosen: period === (this.#checkedDays ?? days),
        })),
      )}
      ${this.renderScope('version', text('version'), text('allVersions'), versions, (name) => name)}
      ${this.renderScope('language', text('language'), text('allLanguages'), languages, (tag) =>
        nameLanguage(tag, locale),
      )}
    </div>`;
  }

  private renderScope(
    name: 'version' | 'language',
    label: string,
    all: string,
    values: readonly string[],
    nameOf: (value: string) => string,
  ): unknown {
    if (values.length < 2 && !this[name]) return nothing;
    const chosen = this[name] || undefined;
    return this.renderSelect(name, label, [
      { value: '', label: all, isChosen: chosen === undefined },
      ...values.map((value) => ({ value, label: nameOf(value), isChosen: value === chosen })),
    ]);
  }

  private renderSelect(
    name: 'days' | 'version' | 'language',
    label: string,
    options: readonly { readonly value: string; readonly label: string; readonly isChosen: boolean }[],
  ): TemplateResult {
    return html`<label class="field"
      ><span class="muted">${label}</span
      ><select part=${name} @change=${(event: Event) => this.handleSelect(name, event)}>
        ${options.map(
          ({ value, label, isChosen }) =>
            html`<option value=${value} .selected=${isChosen}>${label}</option>`,
        )}
      </select></label
    >`;
  }

  private renderInsights(insights: Insights): TemplateResult {
    const { text } = this.localize;
    const { list } = this;
    const isDone = this.#done.read();
    return html`${renderTotals(insights.totals, this.localize)}
      <div class="toolbar chooser">
        <fieldset part="lists">
          <legend class="visually-hidden">${text('list')}</legend>
          ${LISTS.map(
            (one) =>
              html`<label class="choice"
                ><input
                  type="radio"
                  name="list"
                  .checked=${one === list}
                  @change=${() => (this.list = one)}
                /><span>${text(LIST_NAMES[one])}</span></label
              >`,
          )}
        </fieldset>
        <span class="push"></span>
        ${list === 'missing' ? this.renderShowDone(insights.missing.filter(isDone).length) : nothing}
      </div>
      ${this.renderList(insights, isDone)}`;
  }

  private renderShowDone(count: number): TemplateResult {
    const { text } = this.localize;
    return html`<label class="switch"
      ><input
        part="show-done"
        type="checkbox"
        .checked=${this.showsDone}
        @change=${(event: Event) => (this.showsDone = (event.target as HTMLInputElement).checked)}
      /><span>${text('showDone', { number: count })}</span></label
    >`;
  }

  private renderList(insights: Insights, isDone: (entry: MissingText) => boolean): TemplateResult {
    const { localize, list } = this;
    const { text } = localize;
    const scope = scopeOf(insights);
    if (insights[list].length === 0) return renderNone(text('emptyList'));
    switch (list) {
      case 'missing': {
        const entries = this.showsDone ? insights.missing : insights.missing.filter((one) => !isDone(one));
        return entries.length === 0
          ? renderNone(text('allDone'))
          : renderMissing(entries, scope, localize, {
              isDone,
              handleDone: (entry, event) => void this.handleDone(entry, event),
            });
      }
      case 'pages':
        return renderPages(insights.pages, scope, localize);
      default:
        return renderTexts(text(LIST_NAMES[list]), insights[list], scope, localize);
    }
  }

  private handleSelect(name: 'days' | 'version' | 'language', event: Event): void {
    const { value } = event.target as HTMLSelectElement;
    this.#isAwaited = true;
    if (name === 'days') this.days = Number(value);
    else this[name] = value || undefined;
  }

  private async handleDone(entry: MissingText, event: Event): Promise<void> {
    const box = event.target as HTMLInputElement;
    const isDone = box.checked;
    const place = this.findAll('[part=done]').indexOf(box);
    this.#done.set(entry, isDone);
    this.announce(this.localize.text(isDone ? 'markedDone' : 'markedOpen', { text: entry.text }));
    this.emit('docs-insights-done', { entry, isDone } satisfies InsightsDoneDetail);
    this.requestUpdate();
    await this.updateComplete;
    if (box.isConnected) return;
    // The next entry has taken its place: one after the other can be ticked off by the keyboard.
    const boxes = this.findAll('[part=done]');
    (boxes[Math.min(place, boxes.length - 1)] ?? this.find('[part=show-done]'))?.focus();
  }

  private handleExport(insights: Insights): void {
    const { since, until } = insights;
    const name = `insights-${this.list}-${since}-${until}.csv`.replaceAll(/[^\w.-]+/g, '-');
    const csv = writeCsv(toRows(insights, this.list, this.#done.read()));
    const detail: InsightsExportDetail = { name, csv };
    if (!this.emit('docs-insights-export', detail, { cancelable: true })) return;
    const url = URL.createObjectURL(new Blob([csv], { type: 'text/csv;charset=utf-8' }));
    const link = document.createElement('a');
    link.href = url;
    link.download = name;
    link.click();
    // Revoked later, because the browser reads the URL after the click.
    setTimeout(() => URL.revokeObjectURL(url));
    this.announce(this.localize.text('exported', { name }));
  }

  protected handleChange({ insights, failure, isOutdated }: InsightsSnapshot): void {
    if (isOutdated && !failure) return;
    const { text, locale } = this.localize;
    const isAwaited = this.#isAwaited;
    this.#isAwaited = false;
    if (failure) {
      if (isOff(failure)) this.announce(text('insightsOff'));
      this.emitFailure('docs-insights-error', failure);
      return;
    }
    if (insights === null || insights === this.#reported) return;
    this.#reported = insights;
    const { questions, searches } = insights.totals;
    if (isAwaited)
      this.announce(
        [
          formatPeriod(insights, locale),
          text('labelled', { label: text('questions'), number: questions }),
          text('labelled', { label: text('searches'), number: searches }),
        ].join('. '),
      );
    this.emit('docs-insights-change', { insights } satisfies InsightsChangeDetail);
  }

  private findAll(selector: string): HTMLElement[] {
    return [...this.renderRoot.querySelectorAll<HTMLElement>(selector)];
  }

  get #query(): InsightsQuery {
    const { version, language } = this;
    const days = this.#checkedDays;
    return {
      ...(days !== undefined && { days }),
      ...(version && { version }),
      ...(language && { language }),
      limit: MAX_INSIGHTS_LIMIT,
    };
  }

  get #checkedDays(): number | undefined {
    return readNumber(this, 'days', this.warnOnce);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'docs-insights': DocsInsights;
  }
}
