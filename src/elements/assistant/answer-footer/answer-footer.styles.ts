import { css } from 'lit';

/** Labels, notices and buttons below an answer that has ended. */
export const answerFooterStyles = css`
  .label {
    margin: 0 0 8px;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 600;
  }
  .notice {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    font-size: 0.9375em;
    line-height: 1.45;
  }
  .notice span {
    unicode-bidi: plaintext;
    flex: 1 1 180px;
  }
  .notice svg {
    color: var(--_danger);
  }
  .notice[data-kind='error'] {
    border-color: var(--_danger);
  }
  .retry[aria-disabled='true'] {
    border-color: var(--_border);
    color: var(--_muted);
    cursor: default;
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
