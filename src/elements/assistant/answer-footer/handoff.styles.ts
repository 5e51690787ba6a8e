import { css } from 'lit';

/** The place of what the page puts into the menu. */
export const handoffStyles = css`
  .menu-items ::slotted([slot='handoff']) {
    padding: 8px 12px;
  }
`;
