import { css } from 'lit';

/** The content of the slot `handoff`, as an item of the menu. */
export const handoffStyles = css`
  .menu-items ::slotted([slot='handoff']) {
    padding: 8px 12px;
  }
`;
