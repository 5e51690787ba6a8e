import { html, nothing, type TemplateResult } from 'lit';
import { renderComposer } from './composer.view.ts';
import { icons } from './icons.ts';
import { renderTurn } from './message.view.ts';
import { renderNotice } from './notice.view.ts';
import type { Panel } from './panel.ts';

/** Draws the panel: a dialog, or a plain section where it stands in the page's own content. */
export function renderPanel(panel: Panel): TemplateResult {
  const { host, layer, strings, text } = panel;
  const heading = host.heading ?? text('heading');
  if (layer.mode === 'inline') {
    return html`<section
      part="panel"
      class="panel"
      data-mode="inline"
      aria-label=${heading}
      lang=${strings.language}
    >
      ${renderContent(panel, heading)}
    </section>`;
  }
  return html`<dialog
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
    @cancel=${(event: Event) => {
      event.preventDefault();
      host.hide();
    }}
    @click=${(event: MouseEvent) => {
      // Only a click on the ground around a modal panel has the dialog itself as its target.
      if (event.target === event.currentTarget) host.hide();
    }}
  >
    ${renderContent(panel, heading)}
  </dialog>`;
}

function renderContent(panel: Panel, heading: string): TemplateResult {
  const { text, conversation } = panel;
  const busy = conversation.status === 'busy';
  return html`
    <div class="frame">
      ${renderHeader(panel, heading)}
      <div
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
      ${renderComposer(panel, busy)}
      <div role="status" class="visually-hidden">${panel.announcement}</div>
    </div>
  `;
}

function renderHeader(panel: Panel, heading: string): TemplateResult {
  const { host, layer, text, conversation } = panel;
  return html`<div part="header" class="header">
    <slot name="header"><h2 part="heading" class="heading">${heading}</h2></slot>
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
      panel.missing.length > 0
        ? renderNotice('error', text('notConfigured', { missing: panel.missing.join(', ') }))
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
