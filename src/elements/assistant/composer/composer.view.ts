import { html, nothing, type TemplateResult } from 'lit';
import { MAX_QUESTION_LENGTH } from '../../../state/conversation/question.ts';
import { isComposing } from '../../shared/dom/composing.ts';
import { icons } from '../icons.ts';
import type { PanelContext } from '../panel/panel.view.ts';

/** Draw the field for the question, its buttons, and the note below. */
export function renderComposer(context: PanelContext, busy: boolean): TemplateResult {
  const { text, draft, actions, groups } = context;
  const { value, isTooLong } = draft;
  return html`${groups.afterAnswer.value?.queue.render()}
    <form
      part="composer"
      class="composer"
      @submit=${(event: SubmitEvent) => {
        event.preventDefault();
        actions.submit();
      }}
    >
      ${renderInput(context)}
      ${
        busy
          ? html`<button
              part="stop"
              class="send"
              type="button"
              aria-label=${text('stop')}
              @click=${() => {
                context.store.stop();
                // Safari moves the focus to the page when a button is clicked.
                context.focus('.input');
              }}
            >
              ${icons.stop}
            </button>`
          : nothing
      }
      ${busy && value.trim() === '' ? nothing : renderSend(text(busy ? 'sendNext' : 'send'), busy || draft.canSend)}
    </form>
    <div class="footer">
      ${
        isTooLong
          ? html`<p id="too-long" class="too-long">
              ${text('questionTooLong', { length: value.trim().length, limit: MAX_QUESTION_LENGTH })}
            </p>`
          : nothing
      }
      <slot name="footer"></slot>
    </div>`;
}

function renderInput(context: PanelContext): TemplateResult {
  const { host, text, draft, actions } = context;
  return html`<textarea
    part="input"
    class="input"
    rows="1"
    dir=${draft.words === '' ? nothing : 'auto'}
    aria-label=${text('input')}
    aria-invalid=${draft.isTooLong ? 'true' : nothing}
    aria-describedby="draft-quotes too-long"
    placeholder=${host.placeholder ?? text('placeholder')}
    enterkeyhint="send"
    @input=${(event: InputEvent) => draft.edit((event.target as HTMLTextAreaElement).value)}
    @keydown=${(event: KeyboardEvent) => {
      if (isComposing(event) || event.shiftKey) return;
      if (event.key === 'Enter') {
        event.preventDefault();
        actions.submit();
      } else if (event.key === 'ArrowUp' || event.key === 'ArrowDown') recall(context, event, event.key);
    }}
  ></textarea>`;
}

function renderSend(label: string, canSend: boolean): TemplateResult {
  return html`<button part="send" class="send" aria-label=${label} aria-disabled=${!canSend}>
    ${icons.send}
  </button>`;
}

/** Put an earlier question into the composer, if that is empty or holds another earlier question. */
function recall({ draft, groups }: PanelContext, event: Event, direction: 'ArrowUp' | 'ArrowDown'): void {
  const { afterAnswer } = groups;
  if (!(afterAnswer.value?.queue.canRecall ?? draft.value === '')) return;
  event.preventDefault();
  void afterAnswer.load().then((after) => after?.queue.recall(direction));
}
