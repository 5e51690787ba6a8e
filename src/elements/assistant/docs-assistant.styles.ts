import { css } from 'lit';

/** The launcher. */
export const launcherStyles = css`
  :host {
    display: contents;
  }
  :host([variant='inline']) {
    display: block;
  }
  .launcher {
    position: fixed;
    /* In the top layer the browser's own style sheet would set both, and scroll what is larger. */
    inset: auto;
    overflow: visible;
    inset-block-end: calc(24px + env(safe-area-inset-bottom));
    inset-inline-end: 24px;
    z-index: var(--docs-z-index, 1000);
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 48px;
    padding: 0 18px;
    /* Seen only where the system replaces all colours. */
    border: 1px solid var(--_accent);
    border-radius: 24px;
    background: var(--_accent);
    color: var(--_accent-text);
    font-weight: 600;
    box-shadow: 0 4px 16px #0004;
  }
  /* Hidden before the styles of the panel are there. */
  [role='status'] {
    position: fixed;
    clip-path: circle(0);
  }
  /* On paper they would stand on the page's own text, on every sheet. A button in the panel prints the conversation. */
  @media print {
    .launcher,
    dialog {
      display: none;
    }
  }
`;
