import { css } from '../styles/css.ts';

/** Notices. */
export const noticeStyles = css`
  .notice {
    display: grid;
    gap: 12px;
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    line-height: 1.45;
  }
  .notice p {
    display: flex;
    gap: 8px;
    margin: 0;
  }
  .notice span {
    unicode-bidi: plaintext;
    flex: 1;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .notice svg {
    height: 1.45em;
    color: var(--_danger);
  }
  .notice-actions {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .notice-actions > .retry:first-child:not([aria-disabled='true']) {
    border-color: var(--_fill);
    background: var(--_fill);
    color: var(--_accent-text);
  }
  .notice[data-kind='error'] {
    border-color: var(--_danger);
  }
  .retry[aria-disabled='true'] {
    border-color: var(--_border);
    color: var(--_muted);
    cursor: default;
  }
  @media (forced-colors: active) {
    .retry[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }
`;
