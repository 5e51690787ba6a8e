import { css } from 'lit';

/** Labels and buttons below an answer that has ended. */
export const answerFooterStyles = css`
  .label {
    margin: 0 0 8px;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 600;
  }
  .actions,
  .feedback {
    display: flex;
    gap: 4px;
  }
  .actions {
    margin-block-start: -8px;
    margin-inline-start: -8px;
  }
  .actions .icon-button {
    width: 32px;
    height: 32px;
  }
  .actions svg {
    width: 18px;
    height: 18px;
  }
  .actions [data-rating='negative'] svg {
    transform: rotate(180deg);
  }
  .actions [aria-pressed='true'] {
    color: var(--_accent);
  }
`;
