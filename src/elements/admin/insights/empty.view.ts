import { html, type TemplateResult } from 'lit';
import type { Localizer } from './tables.view.ts';

/** Where it says what insights are, and how they are turned on. */
const HELP = 'https://github.com/docs-assistant/docs-assistant/blob/main/demo/docs/v2/en/insights.md';

/** Draw what an element says whose service keeps no insights. */
export function renderOff(text: Localizer['text']): TemplateResult {
  return html`<div class="empty" part="off">
    <p>
      ${text('insightsOff')}
      <a part="help" href=${HELP} target="_blank" rel="noopener">${text('insightsHelp')}</a>
    </p>
  </div>`;
}

/** Draw the empty state: nothing was counted yet. */
export function renderEmpty(text: Localizer['text']): TemplateResult {
  return html`<div class="empty" part="empty">
    <p>${text('emptyInsights')}</p>
    <p class="muted">${text('emptyInsightsHint')}</p>
  </div>`;
}

/** Draw a sentence in the place of an empty list. */
export function renderNone(sentence: string): TemplateResult {
  return html`<div class="empty" part="empty"><p class="muted">${sentence}</p></div>`;
}
