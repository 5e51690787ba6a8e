import { css } from 'lit';

/** The menu below the last answer. */
export const answerActionsStyles = css`
  .menu {
    position: relative;
    margin-inline-start: auto;
  }
  .menu summary {
    list-style: none;
    color: var(--_muted);
  }
  .menu summary::-webkit-details-marker {
    display: none;
  }
  .menu summary path {
    stroke-width: 2.4;
  }
  .menu-items {
    position: absolute;
    inset-block-end: calc(100% + 4px);
    inset-inline-end: 0;
    z-index: 1;
    display: grid;
    width: max-content;
    max-width: 70vw;
    padding: 4px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: 0.9375em;
    box-shadow: var(--_shadow);
  }
  .menu[data-below] .menu-items {
    inset-block: calc(100% + 4px) auto;
  }
  .menu-items button {
    min-height: 40px;
    padding-inline: 12px;
    border-radius: 8px;
    text-align: start;
  }
  .menu-items button:hover {
    background: var(--_soft);
  }
`;
