import { html, type TemplateResult } from 'lit';
import type { AssistantContext } from '../context.ts';
import { icons } from '../icons.ts';

/** Draw the list of what happens until an answer is there. */
export function renderSteps(steps: unknown): TemplateResult {
  return html`<ul class="list steps">
    ${steps}
  </ul>`;
}

/** Draw the last step of an answer that is still to come. */
export function renderWaiting(text: AssistantContext['text']): TemplateResult {
  return html`<li class="step" data-state="running">${icons.sparkle}<span>${text('waiting')}</span></li>`;
}
