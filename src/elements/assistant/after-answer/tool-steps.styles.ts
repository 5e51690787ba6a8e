import { css } from 'lit';

/** The icon of a failed step. */
export const toolStepsStyles = css`
  .step[data-state='failed'] svg {
    color: var(--_danger);
  }
`;
