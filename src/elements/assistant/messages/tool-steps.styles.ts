import { css } from 'lit';

/** The icon of a step that has failed, whose words are in this piece, too. */
export const toolStepsStyles = css`
  .step[data-state='failed'] svg {
    color: var(--_danger);
  }
`;
