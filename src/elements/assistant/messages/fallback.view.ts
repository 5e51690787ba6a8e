import { html, type TemplateResult } from 'lit';
import type { Answer, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import type { AssistantContext } from '../context.ts';

/** Return the string for the outcome of an answer whose footer could not be loaded, for instance without a network. */
export function fallbackSentence({
  status,
  failure,
}: Answer): 'network' | 'notLoaded' | 'offline' | 'heldOnline' {
  if (failure?.code === 'offline') return navigator.onLine ? 'heldOnline' : 'offline';
  return failure || status === 'interrupted' ? 'network' : 'notLoaded';
}

/** Draw the outcome of an answer whose footer could not be loaded, and the button that tries again. */
export function renderFallback(context: AssistantContext, { answer }: Turn): TemplateResult {
  const { text, actions, parts } = context;
  const sentence = fallbackSentence(answer);
  const isHeld = answer.failure?.code === 'offline';
  return html`<div part="error" class="hint">
    ${text(sentence)}
    <button
      part="retry"
      class="retry"
      type="button"
      @click=${() => {
        if (sentence === 'notLoaded') void parts.answerFooter.load();
        else actions.retry();
        context.focus('.input');
      }}
    >
      ${text(isHeld ? 'sendNow' : 'retry')}
    </button>
  </div>`;
}
