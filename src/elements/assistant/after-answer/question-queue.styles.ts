import { css } from 'lit';

/** The queue of questions, above the field. */
export const questionQueueStyles = css`
  .queue {
    max-height: 25dvh;
    margin: 8px 16px 0;
    overflow-y: auto;
    /* Visible in forced colours, which remove the background. */
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_soft);
    font-size: 0.875em;
  }
  .queue li {
    display: flex;
    align-items: center;
    gap: 8px;
    padding-inline: 16px 4px;
  }
  .queue li > span {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    color: var(--_muted);
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .queue span span {
    color: var(--_text);
  }
  .queue svg {
    width: 16px;
    height: 16px;
  }
`;
