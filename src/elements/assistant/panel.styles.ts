import { css } from 'lit';

/** The panel in all its modes, its header, and what it shows before the first question. */
export const panelStyles = css`
  .panel {
    position: fixed;
    inset: auto;
    inset-block-end: 24px;
    inset-inline-end: 24px;
    z-index: var(--docs-z-index, 1000);
    width: min(var(--docs-assistant-panel-width, 420px), 100vw - 48px);
    max-width: none;
    height: min(var(--docs-assistant-panel-height, 680px), var(--_available-height, 100dvh - 48px));
    max-height: none;
    margin: 0;
    padding: 0;
    overflow: visible;
    border: 0;
    outline: 1px solid transparent;
    border-radius: calc(var(--_radius) + 4px);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
  }
  dialog.panel:not([open]) {
    display: none;
  }
  .panel::backdrop {
    background: #0b122066;
  }
  .panel[data-mode='sheet'] {
    inset: auto 0 var(--_covered-height, 0);
    width: 100%;
    height: min(92dvh, 100dvh - var(--_covered-height, 0px));
    padding-block-end: env(safe-area-inset-bottom);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .panel[data-mode='sidebar'] {
    inset-block: 0;
    inset-inline-end: 0;
    height: 100dvh;
    border-radius: 0;
  }
  .panel[data-mode='dialog'] {
    inset: 0;
    width: min(var(--docs-assistant-panel-width, 720px), 100vw - 48px);
    height: min(var(--docs-assistant-panel-height, 760px), 100dvh - 64px);
    margin: auto;
  }
  .panel[data-mode='inline'] {
    position: static;
    width: auto;
    height: var(--docs-assistant-panel-height, 600px);
    border: 1px solid var(--_border);
    box-shadow: none;
  }
  .frame {
    display: flex;
    flex-direction: column;
    height: 100%;
    overflow: hidden;
    border-radius: inherit;
  }
  .header {
    display: flex;
    align-items: center;
    gap: 4px;
    min-height: 56px;
    padding-block: 8px;
    padding-inline: 20px 12px;
    border-block-end: 1px solid var(--_border);
  }
  .heading,
  ::slotted([slot='header']) {
    flex: 1;
    min-width: 0;
  }
  .heading {
    margin: 0;
    overflow: hidden;
    font-size: 1em;
    font-weight: 600;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .icon-button {
    display: grid;
    place-items: center;
    width: 36px;
    height: 36px;
    border-radius: 8px;
    color: var(--_muted);
    transition:
      color 100ms,
      background-color 100ms;
  }
  .icon-button:hover,
  .icon-button[aria-pressed='true'] {
    background: var(--_soft);
    color: var(--_text);
  }
  .messages {
    flex: 1;
    min-height: 0;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
    scrollbar-color: var(--_control) transparent;
  }
  .messages:focus-visible {
    outline-offset: -3px;
  }
  .thread {
    display: flex;
    flex-direction: column;
    gap: 28px;
    min-height: 100%;
    padding: 20px;
  }
  .newest {
    position: relative;
    display: grid;
    place-items: center;
    align-self: center;
    width: 36px;
    height: 36px;
    margin-block: -44px 8px;
    border: 1px solid var(--_border);
    border-radius: 50%;
    background: var(--_surface);
    box-shadow: 0 2px 8px #0b122026;
  }
  .welcome {
    padding-block: 16px;
  }
  .welcome-icon {
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    margin-block-end: 20px;
    border-radius: var(--_radius);
    background: var(--_accent);
    color: var(--_accent-text);
  }
  .welcome-icon svg {
    width: 24px;
    height: 24px;
  }
  .welcome p {
    margin: 0;
    text-wrap: balance;
  }
  .greeting {
    font-size: 1.35em;
    font-weight: 650;
    line-height: 1.3;
    letter-spacing: -0.01em;
  }
  .welcome .greeting-detail {
    margin-block-start: 8px;
    color: var(--_muted);
  }
  .list {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .suggestions {
    display: grid;
    gap: 8px;
  }
  .thread > .suggestions {
    margin-block-start: auto;
  }
  .suggestion {
    display: block;
    width: 100%;
    padding: 10px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    color: var(--_text);
    line-height: 1.4;
    text-align: start;
    text-decoration: none;
    transition:
      border-color 100ms,
      background-color 100ms;
  }
  .suggestion:hover {
    border-color: var(--_control);
    background: var(--_soft);
  }
  @media (prefers-reduced-motion: no-preference) {
    dialog.panel {
      animation: appear 180ms cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(12px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .panel * {
      animation: none !important;
      transition: none !important;
    }
  }
  @media (prefers-contrast: more) {
    .panel {
      --_border: var(--_control);
      --_muted: var(--_text);
    }
  }
`;
