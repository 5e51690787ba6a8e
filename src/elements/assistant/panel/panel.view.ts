import { html, nothing, type TemplateResult } from 'lit';
import { renderComposer } from '../composer/composer.view.ts';
import { icons } from '../icons.ts';
import { renderTurn } from '../messages/message.view.ts';
import { isComposing } from '../../shared/dom/composing.ts';
import type { LiveRegion } from '../../shared/dom/live-region.ts';
import type { AssistantContext } from '../context.ts';
import type { PanelGroups } from './panel-groups.ts';
import type { PanelPlacement } from './placement.ts';

/** The context of the panel itself, which has the groups that are loaded late, too. */
export interface PanelContext extends AssistantContext {
  readonly groups: PanelGroups;
  readonly placement: PanelPlacement;
  readonly liveRegion: LiveRegion;
  /** Show or hide the list of earlier conversations. */
  toggleHistory(): Promise<void>;
}

/** Draw the panel: a dialog, or a plain section in the content of the page. */
export function renderPanel(panel: PanelContext): TemplateResult {
  const { host, placement, strings, text } = panel;
  const { afterAnswer } = panel.groups;
  const heading = host.heading ?? text('heading');
  const content = renderContent(panel, heading);
  if (placement.mode === 'inline') return placement.modes!.renderInline(content, heading, strings.language);
  // Also at a press, because a trap may have the focus back before a field had it, or prevent all presses outside it.
  const keepFocus = ({ target, defaultPrevented }: Event): void => {
    const field = (target as HTMLElement).closest<HTMLElement>(
      defaultPrevented ? '.panel *' : 'input, textarea',
    );
    if (field) void placement.keepFocus(field);
  };
  return html`<div class="layer">
    <dialog
      part="panel"
      class="panel"
      data-mode=${placement.mode}
      aria-label=${heading}
      lang=${strings.language}
      @keydown=${(event: KeyboardEvent) => {
        if (event.key !== 'Escape' || isComposing(event)) return;
        event.preventDefault();
        (host.joint ?? host).hide();
      }}
      @focusin=${keepFocus}
      @mousedown=${keepFocus}
      @pointerenter=${() => void afterAnswer.preload()}
      @keyup=${(event: KeyboardEvent) => {
        if (event.key === 'Tab') void afterAnswer.preload();
      }}
    >
      ${content} ${afterAnswer.value?.resizer.render()}
    </dialog>
  </div>`;
}

function renderContent(panel: PanelContext, heading: string): TemplateResult {
  const history = panel.groups.afterAnswer.value?.history;
  return html`
    <div class="frame">
      ${renderHeader(panel, heading)} ${history?.isOpen ? history.render() : renderConversation(panel)}
      <div aria-live="polite" class="speech visually-hidden"></div>
      ${panel.liveRegion.element}
    </div>
  `;
}

function renderConversation(panel: PanelContext): TemplateResult {
  const { text, conversation, scroll } = panel;
  const busy = conversation.status === 'busy';
  return html`<div
      part="messages"
      class="messages"
      role="log"
      aria-label=${text('messages')}
      aria-live="off"
      aria-busy=${busy}
      tabindex="0"
      @scroll=${scroll.handleScroll}
    >
      <div class="thread">${conversation.turns.length > 0 ? renderTurns(panel) : renderWelcome(panel)}</div>
    </div>
    ${
      scroll.away && conversation.turns.length > 0
        ? html`<button
            part="newest"
            class="newest"
            type="button"
            aria-label=${text('newest')}
            @click=${() => scroll.stickToEnd()}
          >
            ${icons.down}
          </button>`
        : nothing
    }
    ${renderHint(panel)} ${renderComposer(panel, busy)}`;
}

/** Draw what is not about a single answer: that something could not be loaded, with a button that tries again, or that the device is offline. */
function renderHint(panel: PanelContext): TemplateResult | typeof nothing {
  const { text, groups } = panel;
  if (!groups.all.areMissing)
    return navigator.onLine ? nothing : html`<p part="notice" class="hint">${text('offlineNow')}</p>`;
  return html`<p part="notice" class="hint">
    ${text('notLoaded')}
    <button
      part="retry"
      class="retry"
      type="button"
      @click=${() => {
        groups.all.retry();
        panel.focus('.input');
      }}
    >
      ${text('retry')}
    </button>
  </p>`;
}

function renderHeader(panel: PanelContext, heading: string): TemplateResult {
  const { host, placement, text, conversation, actions } = panel;
  const after = panel.groups.afterAnswer.value;
  return html`<div part="header" class="header">
    <slot name="header"><h2 part="heading" class="heading">${heading}</h2></slot>
    ${after?.renderHeader()}
    <button
      part="history"
      class="icon-button history-button"
      type="button"
      aria-label=${text('history')}
      aria-pressed=${after?.history.isOpen ?? false}
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
            @click=${() => {
              actions.reset();
              panel.focus('.input');
            }}
          >
            ${icons.newThread}
          </button>`
        : nothing
    }
    ${
      placement.mode === 'inline'
        ? nothing
        : html`<button
            part="close"
            class="icon-button"
            type="button"
            aria-label=${text('close')}
            @click=${() => host.hide()}
          >
            ${icons.close}
          </button>`
    }
  </div>`;
}

function renderTurns(panel: PanelContext): unknown[] {
  const { turns, threadLost } = panel.conversation;
  return turns.map((turn, index) => {
    const isLast = index === turns.length - 1;
    return renderTurn(panel, turn, { isLast, threadLost: isLast && threadLost });
  });
}

function renderWelcome(panel: PanelContext): TemplateResult {
  const { host, text } = panel;
  return html`
    <slot name="welcome">
      <div class="welcome">
        <p class="greeting">${host.welcome ?? text('welcome')}</p>
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

function renderSuggestions(panel: PanelContext): TemplateResult | typeof nothing {
  const { suggestions } = panel.settings;
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
            @click=${() => panel.actions.askOffered(question)}
          >
            ${question}
          </button>
        </li>`,
    )}
  </ul>`;
}
