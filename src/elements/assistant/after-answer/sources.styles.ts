import { css } from 'lit';

/** List of sources. */
export const sourcesStyles = css`
  .sources .list {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .sources li + li {
    border-block-start: 1px solid var(--_border);
  }
  .source {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 12px;
    color: var(--_text);
    font-size: 0.9375em;
    line-height: 1.4;
    text-decoration: none;
  }
  .source:hover {
    background: var(--_soft);
  }
  .source:focus-visible {
    border-radius: var(--_radius);
    outline-offset: -2px;
  }
  .source b {
    flex: none;
    min-width: 1.2em;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .source span,
  .source .path {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .source span {
    flex-grow: 1;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .source small {
    display: flex;
    min-width: 0;
    color: var(--_muted);
    font-size: 0.8125em;
  }
  /* A host is not truncated, because its registrable domain is at the end. */
  .source small:has(.host) {
    flex: none;
    max-width: 60%;
  }
  .source .host {
    flex: none;
    max-width: 100%;
    overflow-wrap: anywhere;
  }
`;
