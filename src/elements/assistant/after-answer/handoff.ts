import { html, nothing, type TemplateResult } from 'lit';
import { css } from '../../shared/styles/css.ts';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { AssistantContext } from '../context.ts';
import type { HandoffDetail } from '../docs-assistant.events.ts';
import { threadMarkdown } from './thread-markdown.ts';

/** The offer to talk to a person: a button, or the content of the slot that replaces it. */
export class Handoff {
  readonly #context: AssistantContext;

  constructor(context: AssistantContext) {
    this.#context = context;
    addStyles(context.host.renderRoot, handoffStyles);
  }

  /** Draw the offer at an answer, or as an item of the menu. */
  render(place: 'answer' | 'menu'): TemplateResult {
    const { host, text } = this.#context;
    const label = (typeof host.handoff === 'string' && host.handoff.trim()) || text('handoff');
    return html`<slot name="handoff" @click=${(event: MouseEvent) => this.#handOff(event)}
      ><button part="handoff" class=${place === 'answer' ? 'retry' : nothing} type="button">
        ${label}
      </button></slot
    >`;
  }

  /** Dispatch the conversation to the page. If the page cancels the event, a link in the slot is not followed. */
  #handOff(event: MouseEvent): void {
    const { host, conversation, text } = this.#context;
    (event.currentTarget as Element).closest('details')?.removeAttribute('open');
    const detail: HandoffDetail = {
      markdown: threadMarkdown(conversation.turns, host.heading ?? text('heading'), host),
      threadId: conversation.threadId,
      page: location.href,
    };
    if (!host.emit('docs-assistant-handoff', detail, { cancelable: true })) event.preventDefault();
  }
}

/** The content of the slot `handoff`, as an item of the menu. */
const handoffStyles = css`
  .menu-items ::slotted([slot='handoff']) {
    padding: 8px 12px;
  }
`;
