import { css } from 'lit';

/** Message about a search that has found nothing or has failed. */
export const noResultsStyles = css`
  strong {
    color: var(--_text);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  [part='error'] strong {
    color: var(--_danger);
  }
  .button {
    margin-block-start: 12px;
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    color: var(--_text);
    font-weight: 500;
  }
  .button:hover {
    background: var(--_soft);
  }
  .button[aria-disabled='true'] {
    border-color: var(--_border);
    color: var(--_muted);
    cursor: default;
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) {
    .button[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
