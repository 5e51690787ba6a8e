import { css } from 'lit';

/** The option that asks the assistant. */
export const askAssistantStyles = css`
  .ask {
    position: sticky;
    inset-block-end: -8px;
    margin: 8px -8px -8px;
    padding: 12px 20px;
    border-block-start: 1px solid var(--_border);
    border-radius: 0;
    background: var(--_surface);
  }
  .ask:first-child {
    margin-block-start: -8px;
  }
  .ask:hover {
    background: var(--_soft);
  }
  .ask svg {
    color: var(--_accent);
  }
  q {
    font-weight: 600;
    unicode-bidi: isolate;
  }
  .ask kbd {
    /* The modifier comes first in languages from right to left, too. */
    direction: ltr;
  }
`;
