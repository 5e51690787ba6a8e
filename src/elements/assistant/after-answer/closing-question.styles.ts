import { css } from 'lit';

/** The card above the launcher. */
export const closingQuestionStyles = css`
  .closing-question {
    position: fixed;
    /* Override the browser's styles of popovers: inset: 0 and overflow: auto. */
    inset: auto;
    overflow: visible;
    inset-block-end: calc(24px + env(safe-area-inset-bottom));
    inset-inline-end: 24px;
    z-index: var(--docs-z-index, 1000);
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    width: max-content;
    max-width: calc(100vw - 48px);
    margin: 0;
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
  }
  .launcher ~ .closing-question {
    inset-block-end: calc(84px + env(safe-area-inset-bottom));
  }
  .closing-question p {
    margin: 0;
    margin-inline-end: 4px;
    font-weight: 600;
  }
  /* A group, so that all replies go below the question where they do not fit beside it. */
  .closing-question .replies {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .closing-question button {
    min-height: 36px;
  }
  .closing-question .quiet {
    padding-inline: 8px;
    border-radius: 8px;
    color: var(--_muted);
  }
  .closing-question .quiet:hover {
    background: var(--_soft);
    color: var(--_text);
  }
  @media (prefers-reduced-motion: no-preference) {
    .closing-question {
      animation: appear 180ms cubic-bezier(0.2, 0.8, 0.2, 1);
    }
  }
  @media print {
    .closing-question {
      display: none;
    }
  }
`;
