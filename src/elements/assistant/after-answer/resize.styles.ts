import { css } from 'lit';

/** Handles at the edges of the panel, and the expanded panel. */
export const resizeStyles = css`
  .panel[data-mode][data-expanded] {
    --_measure: 50em;
    width: min(1080px, 100vw - 48px);
    height: var(--_available-height, 100dvh - 48px);
  }
  .panel[data-expanded][data-mode='sidebar'] {
    height: 100dvh;
  }
  /* Limit the length of lines, for readability. */
  .panel[data-expanded] :is(.thread, .history-head, .history-body) {
    padding-inline: max(20px, (100% - var(--_measure)) / 2);
  }
  .panel[data-expanded] :is(.composer, .hint) {
    margin-inline: max(16px, (100% - var(--_measure)) / 2);
  }

  .resize {
    position: absolute;
    z-index: 1;
    touch-action: none;
  }
  .resize[data-axis='width'] {
    inset-block: 16px;
    width: 12px;
    cursor: ew-resize;
  }
  .resize[data-axis='height'] {
    inset-inline: 16px;
    height: 12px;
    cursor: ns-resize;
  }
  .resize[data-edge='left'] {
    left: -6px;
  }
  .resize[data-edge='right'] {
    right: -6px;
  }
  .resize[data-edge='top'] {
    top: -6px;
  }
  .resize[data-edge='bottom'] {
    bottom: -6px;
  }
  .resize::before {
    position: absolute;
    inset: 0;
    width: 4px;
    height: 48px;
    margin: auto;
    border: 1px solid transparent;
    border-radius: 2px;
    background: var(--_control);
    content: '';
    opacity: 0;
  }
  .resize[data-axis='height']::before {
    width: 48px;
    height: 4px;
  }
  .resize:hover::before,
  .resize:active::before,
  .resize:focus-visible::before {
    opacity: 1;
  }
  .resize:focus-visible {
    outline: 0;
  }
  .resize:focus-visible::before {
    background: var(--_accent);
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  @media (prefers-reduced-motion: no-preference) {
    .resize::before {
      transition: opacity 150ms;
    }
  }
`;
