import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, ToolStep } from '../../../state/conversation/conversation-snapshot.ts';
import { icons } from '../icons.ts';
import type { PanelContext } from '../panel/panel.view.ts';
import { isolateCode } from './isolate-code.ts';

/** Icons of steps by their state. */
const STATE_ICONS = { running: icons.search, done: icons.done, failed: icons.close } as const;

/** Draw the steps of an answer, and a last one while its text has not begun. */
export function renderSteps(
  context: PanelContext,
  { status, steps }: Answer,
): TemplateResult | typeof nothing {
  const isWaiting = status === 'submitted' || status === 'waiting';
  if (steps.length === 0 && !isWaiting) return nothing;
  return html`<ul class="list steps">
    ${steps.map(
      (step) =>
        html`<li class="step" data-state=${step.state}>
          ${STATE_ICONS[step.state]}<span>${isolateCode(describeStep(context, step))}</span>
        </li>`,
    )}
    ${isWaiting ? html`<li class="step" data-state="running">${icons.sparkle}<span>${context.text('waiting')}</span></li>` : nothing}
  </ul>`;
}

/** Describe a step: a search here, because most answers begin with one, any other by what is loaded after an answer. */
function describeStep({ text, groups }: PanelContext, step: ToolStep): string {
  const { state, name, query } = step;
  if (state !== 'failed') {
    const isRunning = state === 'running';
    if (query !== null) return text(isRunning ? 'searching' : 'searched', { query });
    if (name === '' || /^(?!.*web).*(?:search|retriev|find)/i.test(name))
      return text(isRunning ? 'searchingUnnamed' : 'searchedUnnamed');
  }
  return groups.afterAnswer.draw()?.toolSteps.describe(step) ?? query ?? name;
}
