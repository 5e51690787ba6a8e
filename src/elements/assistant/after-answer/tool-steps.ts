import { html, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import type { ToolStep, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import { markdown } from '../../shared/markdown/markdown-directive.ts';
import { findTextLanguage } from '../../../state/conversation/text-language.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';

/** Strings for tools by a part of their name; the first match counts. */
const TOOLS = [
  {
    name: /skill|instruction/i,
    running: 'readingInstructions',
    done: 'readInstructions',
    failed: 'instructionsFailed',
  },
  { name: /web|internet|browse/i, running: 'searchingWeb', done: 'searchedWeb', failed: 'webFailed' },
  {
    name: /search|retriev|find|^$/i,
    running: 'searchingUnnamed',
    done: 'searchedUnnamed',
    failed: 'searchFailed',
  },
  { name: /page|doc|file|read|fetch/i, running: 'readingPage', done: 'readPage', failed: 'pageFailed' },
] as const;

/** Descriptions of steps other than successful searches, and the reasoning. */
export class ToolSteps {
  readonly #context: AssistantContext;

  constructor(context: AssistantContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, toolStepsStyles);
  }

  describe({ state, name, query }: ToolStep): string {
    const { text } = this.#context;
    if (query !== null) return text('stepFailed', { step: query });
    const tool = TOOLS.find((known) => known.name.test(name));
    if (tool) return text(tool[state]);
    if (state === 'failed') return text('stepFailed', { step: name });
    return text(state === 'running' ? 'usingTool' : 'usedTool', { tool: name });
  }

  /** Draw the reasoning of the model, collapsed. */
  renderReasoning({ answer: { reasoning }, filter }: Turn, done: boolean): TemplateResult {
    const { text, groups, host } = this.#context;
    return html`<details part="reasoning" class="reasoning">
      <summary>${text('reasoning')}</summary>
      <div
        class="prose"
        lang=${findTextLanguage(reasoning, filter.language ?? host.interfaceLanguage)}
        ${markdown(reasoning, { done, text, extensions: groups.markdownExtensions })}
      ></div>
    </details>`;
  }
}

/** The icon of a failed step, and the reasoning. */
const toolStepsStyles = css`
  .reasoning .prose {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .step[data-state='failed'] svg {
    color: var(--_danger);
  }
`;
