import { css } from 'lit';

/** The icon of a failed step. It is here, because such steps are described by this piece. */
export const toolStepsStyles = css`
  .step[data-state='failed'] svg {
    color: var(--_danger);
  }
`;
