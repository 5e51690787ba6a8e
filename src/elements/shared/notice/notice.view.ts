import { html, nothing, type TemplateResult } from 'lit';
import { icon } from '../dom/icon.ts';

const warning = icon('M10 6.5v4M10 13.4v.1M10 2.9a7.1 7.1 0 1 0 0 14.2 7.1 7.1 0 0 0 0-14.2z');

/** Draw a notice, or the notice of a failure. The first of its actions is the primary one. */
export function renderNotice(
  kind: 'notice' | 'error',
  sentence: string,
  actions: readonly TemplateResult[],
): TemplateResult {
  return html`<div part=${kind} class="notice" data-kind=${kind}>
    <p>${kind === 'error' ? warning : nothing}<span>${sentence}</span></p>
    ${actions.length === 0 ? nothing : html`<div class="notice-actions">${actions}</div>`}
  </div>`;
}

/** Draw the button of a notice. */
export function renderNoticeButton(label: string, act: () => void, isWaiting = false): TemplateResult {
  return html`<button
    part="retry"
    class="retry"
    type="button"
    aria-disabled=${isWaiting}
    @click=${() => {
      if (!isWaiting) act();
    }}
  >
    ${label}
  </button>`;
}
