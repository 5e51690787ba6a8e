import { css } from '../shared/styles/css.ts';

/** The launcher. */
export const launcherStyles = css`
  /* No box in the page, so that text around the element stays on its line. */
  :host,
  .docs {
    display: contents;
  }
  :host([variant='inline']),
  :host([variant='inline']) .docs {
    display: block;
  }
  .launcher {
    position: fixed;
    /* Override the browser's styles of popovers: inset: 0 and overflow: auto. */
    inset: auto;
    overflow: visible;
    inset-block-end: calc(24px + env(safe-area-inset-bottom) + var(--_below, 0) * 60px);
    inset-inline-end: 24px;
    z-index: var(--docs-z-index, 1000);
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 44px;
    padding: 0 16px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) * 2);
    background: var(--_surface);
    color: var(--_text);
    font-weight: 600;
    box-shadow: 0 4px 16px #0002;
  }
  .launcher:hover {
    border-color: var(--_text);
  }
  /* Only one that the page sets for the elements: that of its theme is read with the first use. */
  .launcher svg {
    color: var(--docs-accent-color);
  }
  .in-page {
    position: static;
  }
  /* Visually hidden here, because the styles of the panel are loaded later. */
  [role='status'] {
    position: fixed;
    clip-path: circle(0);
  }
  /* Fixed elements would cover the text of each printed sheet. A button in the panel prints the conversation. */
  @media print {
    .launcher,
    dialog {
      display: none;
    }
  }
`;
