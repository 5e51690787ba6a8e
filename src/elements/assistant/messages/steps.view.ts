import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, ToolStep } from '../../../state/conversation/conversation-snapshot.ts';
import type { AssistantContext } from '../context.ts';
import { icons } from '../icons.ts';

/** Draw the tools that were used for an answer, and that it is still to come. */
export function renderSteps(
  text: AssistantContext['text'],
  { status, steps }: Answer,
): TemplateResult | typeof nothing {
  const isWaiting = status === 'submitted' || status === 'waiting';
  if (steps.length === 0 && !isWaiting) return nothing;
  return html`<ul class="list steps">
    ${steps.map(
      (step) =>
        html`<li class="step" data-state=${step.state}>
          ${icons.search}<span>${stepText(text, step)}</span>
        </li>`,
    )}
    ${isWaiting ? html`<li class="step" data-state="running">${icons.sparkle}<span>${text('waiting')}</span></li>` : nothing}
  </ul>`;
}

function stepText(text: AssistantContext['text'], { state, name, query }: ToolStep): string {
  if (state === 'failed') return text('stepFailed', { step: query ?? name });
  const isRunning = state === 'running';
  if (query !== null) return text(isRunning ? 'searching' : 'searched', { query });
  if (name === '' || /search|retriev|find/i.test(name))
    return text(isRunning ? 'searchingUnnamed' : 'searchedUnnamed');
  return text(isRunning ? 'usingTool' : 'usedTool', { tool: name });
}
