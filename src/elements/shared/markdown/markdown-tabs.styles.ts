import { css } from 'lit';

/** What groups of tabs look like. */
export const markdownTabsStyles = css`
  /* Weak, so that those of first and last blocks win. */
  :where(.prose) .tab-group {
    margin: var(--_gap) 0;
  }
  .tab-list {
    display: flex;
    overflow-x: auto;
    border-block-end: 1px solid var(--_border);
    scrollbar-width: thin;
  }
  .tab {
    flex: none;
    max-inline-size: 16em;
    min-block-size: 32px;
    padding: 0.3em 0.9em;
    overflow: hidden;
    border-block-end: 2px solid transparent;
    color: var(--_muted);
    font-size: 0.875em;
    text-overflow: ellipsis;
    white-space: nowrap;
    outline-offset: -2px;
  }
  .tab:hover {
    color: var(--_text);
  }
  .tab[aria-selected='true'] {
    border-block-end-color: var(--_accent);
    color: var(--_text);
    font-weight: 600;
  }
  .tab-panel {
    padding-block-start: 0.6em;
  }
  .prose .tab-panel > :first-child {
    margin-block-start: 0;
  }
  .prose .tab-panel > :last-child {
    margin-block-end: 0;
  }
  @media (forced-colors: active) {
    .tab {
      border-block-end-color: Canvas;
    }
    .tab[aria-selected='true'] {
      border-block-end-color: Highlight;
    }
  }
  /* On paper, all of them, each below its name. */
  @media print {
    .tab-list {
      display: none;
    }
    .tab-panel[hidden] {
      display: block;
    }
    .tab-panel::before {
      content: attr(aria-label);
      font-weight: 600;
    }
  }
`;
