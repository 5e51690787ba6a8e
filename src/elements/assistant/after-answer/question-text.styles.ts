import { css } from 'lit';

/** Quotes in a question, and the collapsed state of a long one. */
export const questionTextStyles = css`
  .question-text {
    display: grid;
    gap: 8px;
    min-width: 0;
  }
  .quoted {
    margin: 0;
    padding-inline-start: 10px;
    border-inline-start: 3px solid var(--_control);
    color: var(--_muted);
    white-space: pre-wrap;
  }
  pre.quoted {
    font-family: var(--docs-code-font-family, ui-monospace, monospace);
    font-size: 0.8125em;
  }
  .question-text[data-folded] {
    max-height: 8lh;
    overflow: hidden;
    mask-image: linear-gradient(#000 calc(100% - 2lh), transparent);
  }
  /* With the gap below a quote, so that no line is cut in two. */
  .question-text[data-folded]:has(> .quoted) {
    max-height: calc(8lh + 8px);
  }
  /* Limit the quote, so that the reader's own words remain visible below it. */
  [data-folded] > .quoted:not(:last-child) {
    max-height: 3lh;
    overflow: hidden;
  }
  .fold {
    min-height: 32px;
    border-radius: 4px;
    color: var(--_accent);
    font-size: 0.875em;
    font-weight: 600;
  }
  .fold:hover {
    text-decoration: underline;
  }
  /* Faded text would lack contrast. */
  @media (forced-colors: active), (prefers-contrast: more) {
    .question-text[data-folded] {
      mask-image: none;
    }
  }
  @media print {
    .question-text,
    .quoted {
      max-height: none !important;
      mask-image: none !important;
    }
    .fold {
      display: none;
    }
  }
`;
