import { html, nothing, type TemplateResult } from 'lit';
import { isFinalStatus } from '../../../protocol/reply/reply-content.ts';
import type { Answer, ToolStep, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { icon } from '../../shared/dom/icon.ts';
import { markdown } from '../../shared/markdown/markdown-directive.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AnswerHeaderPart, AssistantContext } from '../context.ts';
import { answerHeaderStrings } from '../strings/en/answer-header.ts';
import { answerAsideStyles } from './answer-aside.styles.ts';
import { renderSteps, renderWaiting } from './steps.view.ts';

const searchIcon = icon('M9 14.2A5.2 5.2 0 1 0 9 3.8a5.2 5.2 0 0 0 0 10.4zM12.8 12.8l3.7 3.7');

/** The lost thread, the steps and the reasoning above the text of an answer. Loaded with the first answer that has one of them. */
export class AnswerHeader implements AnswerHeaderPart {
  readonly #context: AssistantContext;

  constructor(context: AssistantContext) {
    this.#context = context;
    context.strings.add(answerHeaderStrings);
    addStyles(context.host.renderRoot, answerAsideStyles);
  }

  render(
    { answer }: Turn,
    { threadLost, isWaiting }: { threadLost: boolean; isWaiting: boolean },
  ): TemplateResult {
    const { text } = this.#context;
    const steps = answer.steps.map((step) => this.#renderStep(step));
    if (isWaiting) steps.push(renderWaiting(text));
    return html`${threadLost ? html`<p part="notice" class="note">${text('threadLost')}</p>` : nothing}
    ${steps.length === 0 ? nothing : renderSteps(steps)}
    ${answer.reasoning === '' ? nothing : this.#renderReasoning(answer)}`;
  }

  /** Draw a tool that was used for an answer. */
  #renderStep(step: ToolStep): TemplateResult {
    return html`<li class="step" data-state=${step.state}>
      ${searchIcon}<span>${this.#describeStep(step)}</span>
    </li>`;
  }

  #describeStep({ state, name, query }: ToolStep): string {
    const { text } = this.#context;
    if (state === 'failed') return text('stepFailed', { step: query ?? name });
    const isRunning = state === 'running';
    if (query !== null) return text(isRunning ? 'searching' : 'searched', { query });
    if (name === '' || /search|retriev|find/i.test(name))
      return text(isRunning ? 'searchingUnnamed' : 'searchedUnnamed');
    return text(isRunning ? 'usingTool' : 'usedTool', { tool: name });
  }

  /** Draw the reasoning of the model, folded. */
  #renderReasoning({ reasoning, status }: Answer): TemplateResult {
    const { host, text, parts } = this.#context;
    const done = isFinalStatus(status);
    return html`<details part="reasoning" class="reasoning">
      <summary>${text('reasoning')}</summary>
      <div
        class="prose"
        dir="auto"
        lang=${host.interfaceLanguage || nothing}
        ${markdown(reasoning, { done, text, extensions: parts.markdownExtensions })}
      ></div>
    </details>`;
  }
}
