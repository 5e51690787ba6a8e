import { css } from 'lit';

/** Buttons with words. */
export const buttons = css`
  .retry {
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    font-weight: 600;
  }
  .retry:hover {
    background: var(--_soft);
  }
`;
