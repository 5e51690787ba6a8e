import { css } from 'lit';

/** Suggested pages as a list of links, and suggested questions as buttons. */
export const followUpsStyles = css`
  .follow-up {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 12px;
    color: var(--_text);
    font-size: 0.9375em;
    line-height: 1.4;
    text-align: start;
    text-decoration: none;
  }
  .follow-up:hover {
    background: var(--_soft);
  }
  .follow-up svg {
    width: 18px;
    height: 18px;
    color: var(--_muted);
  }
  .follow-up span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  [data-kind='pages'] > .list {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  [data-kind='pages'] > .list > li + li {
    border-block-start: 1px solid var(--_border);
  }
  [data-kind='pages'] .follow-up:focus-visible {
    border-radius: var(--_radius);
    outline-offset: -2px;
  }
  [data-kind='pages'] span {
    flex-grow: 1;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .follow-up small {
    max-width: 45%;
    overflow: hidden;
    color: var(--_muted);
    font-size: 0.8125em;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* A host is not truncated, because its registrable domain is at the end. */
  .follow-up small:has(.host) {
    white-space: normal;
    overflow-wrap: anywhere;
  }
  [data-kind='questions'] > .list {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  [data-kind='questions'] .follow-up {
    border: 1px solid var(--_control);
    border-radius: 20px;
    border-end-end-radius: 6px;
  }
  [data-kind='questions'] svg {
    color: var(--_accent);
  }
`;
