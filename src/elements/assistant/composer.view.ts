import { html, nothing, type TemplateResult } from 'lit';
import { live } from 'lit/directives/live.js';
import { MAX_QUESTION_LENGTH } from '../../state/messages.ts';
import { icons } from './icons.ts';
import type { Panel } from './panel.ts';

/** Draws the field for the question, its button, and what stands below. */
export function renderComposer(panel: Panel, busy: boolean): TemplateResult {
  const { host, text, draft, questionTooLong } = panel;
  return html`<form
      part="composer"
      class="composer"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        if (busy) panel.stop();
        else panel.handleSubmit();
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
        .value=${live(draft)}
        @input=${(event: InputEvent) => panel.handleInput((event.target as HTMLTextAreaElement).value)}
        @keydown=${(event: KeyboardEvent) => {
          // Safari ends a composition before the Enter that confirms it; only the key code still tells.
          const composing = event.isComposing || event.keyCode === 229;
          if (event.key !== 'Enter' || event.shiftKey || composing) return;
          event.preventDefault();
          panel.handleSubmit();
        }}
      ></textarea>
      <button
        part=${busy ? 'stop' : 'send'}
        class="send"
        aria-label=${text(busy ? 'stop' : 'send')}
        title=${text(busy ? 'stop' : 'send')}
        aria-disabled=${!busy && !panel.canSend}
      >
        ${busy ? icons.stop : icons.send}
      </button>
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
