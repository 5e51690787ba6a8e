import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, ToolStep } from '../../../state/conversation/conversation-snapshot.ts';
import type { AssistantContext } from '../context.ts';
import { icons } from '../icons.ts';
import { isolateCode } from './isolate-code.ts';

/** Icons of the steps in their states. */
const STATES = { running: icons.search, done: icons.done, failed: icons.close } as const;

/** Draw the tools that were used for an answer, and that it is still to come. */
export function renderSteps(
  context: AssistantContext,
  { status, steps }: Answer,
): TemplateResult | typeof nothing {
  const isWaiting = status === 'submitted' || status === 'waiting';
  if (steps.length === 0 && !isWaiting) return nothing;
  return html`<ul class="list steps">
    ${steps.map(
      (step) =>
        html`<li class="step" data-state=${step.state}>
          ${STATES[step.state]}<span>${isolateCode(describeStep(context, step))}</span>
        </li>`,
    )}
    ${isWaiting ? html`<li class="step" data-state="running">${icons.sparkle}<span>${context.text('waiting')}</span></li>` : nothing}
  </ul>`;
}

/** Describe a search, which most answers begin with. The words for other steps are loaded with the first of them. */
function describeStep({ text, parts }: AssistantContext, step: ToolStep): string {
  const { state, name, query } = step;
  if (state !== 'failed') {
    const isRunning = state === 'running';
    if (query !== null) return text(isRunning ? 'searching' : 'searched', { query });
    if (name === '' || /^(?!.*web).*(?:search|retriev|find)/i.test(name))
      return text(isRunning ? 'searchingUnnamed' : 'searchedUnnamed');
  }
  const { value, failed } = parts.toolSteps;
  // After a failure again with the end of an answer: one that is streaming is drawn often.
  if (!value && !failed) void parts.toolSteps.load();
  return value?.describe(step) ?? query ?? name;
}
