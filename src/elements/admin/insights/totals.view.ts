import { html, type TemplateResult } from 'lit';
import type { InsightsTotals } from '../../../protocol/api.ts';
import type { Localizer } from './tables.view.ts';

/** Draw the numbers of all questions, searches, ratings and followed links. */
export function renderTotals(totals: InsightsTotals, { text, locale }: Localizer): TemplateResult {
  const number = (count: number): string => count.toLocaleString(locale);
  const group = (label: string, count: number, ...more: [string, number][]): TemplateResult =>
    html`<div class="total" part="total">
      <dt>${label}</dt>
      <dd class="count">${number(count)}</dd>
      ${more.map(
        ([name, part]) => html`<dd class="muted">${text('labelled', { label: name, number: part })}</dd>`,
      )}
    </div>`;
  return html`<dl class="totals" part="totals">
    ${group(
      text('questions'),
      totals.questions,
      [text('withoutAnswer'), totals.refused],
      [text('uncertain'), totals.uncertain],
    )}
    ${group(text('searches'), totals.searches, [text('withoutResult'), totals.searchesWithoutResult])}
    ${group(
      text('ratings'),
      totals.helpful + totals.notHelpful,
      [text('helpful'), totals.helpful],
      [text('notHelpful'), totals.notHelpful],
    )}
    ${group(text('follows'), totals.follows)}
  </dl>`;
}
