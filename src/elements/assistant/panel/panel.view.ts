import { html, nothing, type TemplateResult } from 'lit';
import { renderComposer } from '../composer/composer.view.ts';
import { icons } from '../icons.ts';
import { renderTurn } from '../messages/message.view.ts';
import type { Panel } from './panel.ts';

/** Draws the panel: a dialog, or a plain section where it stands in the page's own content. */
export function renderPanel(panel: Panel): TemplateResult {
  const { host, layer, strings, text } = panel;
  const heading = host.heading ?? text('heading');
  const content = renderContent(panel, heading);
  if (layer.mode === 'inline') return layer.layers!.renderInline(content, heading, strings.language);
  return html`<div class="layer">
    <dialog
      part="panel"
      class="panel"
      data-mode=${layer.mode}
      aria-label=${heading}
      lang=${strings.language}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || event.isComposing) return;
        event.preventDefault();
        host.hide();
      }}
      @pointerenter=${() => void panel.loadResizer()}
      @keyup=${(event: KeyboardEvent) => {
        if (event.key === 'Tab') void panel.loadResizer();
      }}
      @cancel=${(event: Event) => {
        event.preventDefault();
        host.hide();
      }}
      @pointerdown=${({ target }: Event) => {
        panel.pressed = target;
      }}
      @click=${({ target, currentTarget }: Event) => {
        // A press on the ground around a modal panel has the dialog itself as its target. So does a click that only
        // ends there, after a selection, and in Safari the end of moving an edge.
        if (target === currentTarget && target === panel.pressed) host.hide();
      }}
    >
      ${content} ${panel.resizer?.render()}
    </dialog>
  </div>`;
}

function renderContent(panel: Panel, heading: string): TemplateResult {
  return html`
    <div class="frame">
      ${renderHeader(panel, heading)} ${panel.history?.render() ?? renderConversation(panel)}
      <div role="status" class="visually-hidden">${panel.announcement}</div>
    </div>
  `;
}

function renderConversation(panel: Panel): TemplateResult {
  const { text, conversation, hint } = panel;
  const busy = conversation.status === 'busy';
  return html`<div
      part="messages"
      class="messages"
      role="log"
      aria-label=${text('messages')}
      aria-live="off"
      aria-busy=${busy}
      tabindex="0"
      @scroll=${panel.scroll.handleScroll}
    >
      <div class="thread">${conversation.turns.length > 0 ? renderTurns(panel) : renderWelcome(panel)}</div>
    </div>
    ${
      panel.scroll.away
        ? html`<button
            part="newest"
            class="newest"
            type="button"
            aria-label=${text('newest')}
            @click=${() => panel.scroll.follow()}
          >
            ${icons.down}
          </button>`
        : nothing
    }
    ${hint === null ? nothing : html`<p part="notice" class="hint">${text(hint)}</p>`}
    ${renderComposer(panel, busy)}`;
}

function renderHeader(panel: Panel, heading: string): TemplateResult {
  const { host, layer, text, conversation } = panel;
  return html`<div part="header" class="header">
    <slot name="header"><h2 part="heading" class="heading">${heading}</h2></slot>
    <button
      part="history"
      class="icon-button history-button"
      type="button"
      aria-label=${text('history')}
      aria-pressed=${panel.history !== null}
      title=${text('history')}
      @click=${() => void panel.toggleHistory()}
    >
      ${icons.history}
    </button>
    ${
      conversation.turns.length > 0
        ? html`<button
            part="new-thread"
            class="icon-button"
            type="button"
            aria-label=${text('newThread')}
            title=${text('newThread')}
            @click=${() => panel.handleNewThread()}
          >
            ${icons.newThread}
          </button>`
        : nothing
    }
    ${
      layer.mode === 'inline'
        ? nothing
        : html`<button
            part="close"
            class="icon-button"
            type="button"
            aria-label=${text('close')}
            title=${text('close')}
            @click=${() => host.hide()}
          >
            ${icons.close}
          </button>`
    }
  </div>`;
}

function renderTurns(panel: Panel): unknown[] {
  const { turns, threadLost } = panel.conversation;
  return turns.map((turn, index) => {
    const isLast = index === turns.length - 1;
    return renderTurn(panel, turn, { isLast, threadLost: isLast && threadLost });
  });
}

function renderWelcome(panel: Panel): TemplateResult {
  const { host, text } = panel;
  return html`
    <slot name="welcome">
      <div class="welcome">
        <span class="welcome-icon">${icons.sparkle}</span>
        <p class="greeting">${host.welcome ?? text('welcome')}</p>
        <p class="greeting-detail">${text('welcomeDetail')}</p>
      </div>
    </slot>
    ${
      host.missing.length > 0
        ? html`<p part="error" class="hint">
            ${text('notConfigured', { missing: host.missing.join(', ') })}
          </p>`
        : renderSuggestions(panel)
    }
  `;
}

function renderSuggestions(panel: Panel): TemplateResult | typeof nothing {
  const { suggestions } = panel;
  if (suggestions.length === 0) return nothing;
  return html`<ul class="list suggestions" aria-label=${panel.text('suggestions')}>
    ${suggestions.map(
      (question) =>
        html`<li>
          <button
            part="suggestion"
            class="suggestion"
            type="button"
            dir="auto"
            @click=${() => panel.handleSuggestion(question)}
          >
            ${question}
          </button>
        </li>`,
    )}
  </ul>`;
}
