import { html, nothing, type TemplateResult } from 'lit';
import { MAX_QUESTION_LENGTH } from '../../../state/question.ts';
import { icons } from '../icons.ts';
import type { Panel } from '../panel/panel.ts';

/** Draws the field for the question, its button, and what stands below. */
export function renderComposer(panel: Panel, busy: boolean): TemplateResult {
  const { host, text, draft, questionTooLong } = panel;
  return html`${panel.questionQueue?.render()}
    <form
      part="composer"
      class="composer"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        panel.handleSubmit();
      }}
    >
      <textarea
        part="input"
        class="input"
        rows="1"
        dir=${draft === '' ? nothing : 'auto'}
        aria-label=${text('input')}
        aria-invalid=${questionTooLong ? 'true' : nothing}
        aria-describedby=${questionTooLong ? 'too-long' : nothing}
        placeholder=${host.placeholder ?? text('placeholder')}
        enterkeyhint="send"
        @input=${(event: InputEvent) => panel.handleInput((event.target as HTMLTextAreaElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          // Safari ends a composition before the Enter that confirms it; only the key code still tells.
          const composing = event.isComposing || event.keyCode === 229;
          if (composing || event.shiftKey) return;
          if (event.key === 'Enter') {
            event.preventDefault();
            panel.handleSubmit();
          } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown')
            panel.handleRecall(event, event.key);
        }}
      ></textarea>
      ${
        busy
          ? html`<button
              part="stop"
              class="send"
              type="button"
              aria-label=${text('stop')}
              title=${text('stop')}
              @click=${() => panel.stop()}
            >
              ${icons.stop}
            </button>`
          : nothing
      }
      ${busy && draft.trim() === '' ? nothing : renderSend(panel, text(busy ? 'sendNext' : 'send'), busy)}
    </form>
    <div class="footer">
      ${
        questionTooLong
          ? html`<p id="too-long" class="too-long">
              ${text('questionTooLong', { length: draft.trim().length, limit: MAX_QUESTION_LENGTH })}
            </p>`
          : nothing
      }
      <slot name="footer"><p>${text('disclaimer')}</p></slot>
    </div>`;
}

function renderSend(panel: Panel, label: string, busy: boolean): TemplateResult {
  return html`<button
    part="send"
    class="send"
    aria-label=${label}
    title=${label}
    aria-disabled=${!busy && !panel.canSend}
  >
    ${icons.send}
  </button>`;
}
