import { css } from 'lit';

/** Reasoning, notes and folded parts, above and below the text of an answer. */
export const answerAsideStyles = css`
  .reasoning .prose,
  .note,
  .answer summary {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .note {
    margin: 0;
  }
  .answer summary {
    width: fit-content;
    padding-block: 8px;
    border-radius: 4px;
    unicode-bidi: plaintext;
    cursor: pointer;
  }
`;
