import { css } from '../../shared/styles/css.ts';

/** The panel at the launcher, its header, and the welcome before the first question. */
export const frameStyles = css`
  .layer {
    display: contents;
  }
  /* An empty box in the top layer: its fixed content is positioned relative to the window. */
  .layer:popover-open {
    display: block;
    width: 0;
    height: 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
  }
  .panel {
    position: fixed;
    inset: auto;
    inset-block-end: 24px;
    inset-inline-end: 24px;
    z-index: var(--docs-z-index, 1000);
    width: min(var(--_width, var(--docs-assistant-panel-width, 420px)), 100vw - 48px);
    max-width: none;
    height: min(
      var(--_height, var(--docs-assistant-panel-height, 760px)),
      var(--_available-height, 100dvh - 48px)
    );
    max-height: none;
    margin: 0;
    padding: 0;
    overflow: visible;
    border: 0;
    outline: 1px solid transparent;
    border-radius: calc(var(--_radius) * 1.5);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
  }
  dialog.panel:not([open]) {
    display: none;
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
    min-height: 48px;
    padding-block: 4px;
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
    border-radius: calc(var(--_radius) / 2);
    color: var(--_muted);
  }
  .icon-button:hover,
  .icon-button[aria-pressed='true'] {
    background: var(--_soft);
    color: var(--_text);
  }
  .messages {
    container-type: size;
    flex: 1;
    min-height: 0;
    /* Room for the button to the newest message, which would cover text. */
    margin-block-end: 26px;
    /* What gets the focus is scrolled to where no text fades. */
    scroll-padding-block-end: 24px;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  /* At the end of the log, a script keeps the position; scroll anchoring would interfere. */
  .messages:not(:has(+ .newest)) {
    overflow-anchor: none;
  }
  .messages:focus-visible {
    outline-offset: -3px;
  }
  /* Text goes on below: not with the focus, because its outline would fade, too. */
  .messages:has(+ .newest):not(:focus-visible) {
    mask: linear-gradient(#000 calc(100% - 24px), #0000);
  }
  .thread {
    display: flex;
    flex-direction: column;
    gap: 28px;
    min-height: 100%;
    padding: 20px 20px 4px;
  }
  .newest {
    display: grid;
    place-items: center;
    align-self: center;
    width: 30px;
    height: 30px;
    margin-block: -24px -6px;
    border: 1px solid var(--_border);
    border-radius: 50%;
    background: var(--_surface);
    box-shadow: var(--_shadow);
  }
  .hint {
    margin: 4px 20px 0;
    color: var(--_muted);
    font-size: 0.8667em;
    text-align: center;
  }
  /* Above the suggestions, where the thumb is. */
  slot[name='welcome'] {
    display: block;
    margin-block-start: auto;
  }
  .welcome p {
    margin: 0;
    text-wrap: balance;
  }
  .greeting {
    font-size: 1.2em;
    font-weight: 600;
    line-height: 1.3;
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
  }
  .suggestion:hover {
    border-color: var(--_control);
    background: var(--_soft);
  }
  dialog.panel {
    animation: appear 180ms ease-out;
  }
  @keyframes appear {
    from {
      opacity: 0;
      transform: translateY(12px);
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .panel,
    .panel * {
      animation: none !important;
    }
  }
  @media (forced-colors: active) {
    .panel button[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
