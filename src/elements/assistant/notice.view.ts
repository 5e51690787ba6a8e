import { html, nothing, type TemplateResult } from 'lit';
import { icons } from './icons.ts';

/** Draws a sentence about an answer, or about why there is none. */
export function renderNotice(
  kind: 'notice' | 'error',
  sentence: string,
  action: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  return html`<div part=${kind} class="notice" data-kind=${kind}>
    ${kind === 'error' ? icons.warning : nothing}
    <span>${sentence}</span>
    ${action}
  </div>`;
}

/** Draws the button that is the way out. */
export function renderWayOut(label: string, act: () => void, isWaiting = false): TemplateResult {
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
