import { html, nothing, type TemplateResult } from 'lit';
import type { Answer, Turn } from '../../../state/conversation/conversation-snapshot.ts';
import type { AssistantContext } from '../context.ts';

/** Return the string for the failure of an answer whose footer could not be loaded, for instance without a network. */
export function fallbackSentence({ status, failure }: Answer): 'network' | 'offline' | 'heldOnline' | null {
  if (failure?.code === 'offline') return navigator.onLine ? 'heldOnline' : 'offline';
  return failure || status === 'interrupted' ? 'network' : null;
}

/** Draw the failure of an answer whose footer could not be loaded, and the button that asks again. */
export function renderFallback(context: AssistantContext, { answer }: Turn): TemplateResult | typeof nothing {
  const { text, actions } = context;
  const sentence = fallbackSentence(answer);
  if (sentence === null) return nothing;
  return html`<div part="error" class="hint">
    ${text(sentence)}
    <button
      part="retry"
      class="retry"
      type="button"
      @click=${() => {
        actions.retry();
        context.focus('.input');
      }}
    >
      ${text(sentence === 'network' ? 'retry' : 'sendNow')}
    </button>
  </div>`;
}
