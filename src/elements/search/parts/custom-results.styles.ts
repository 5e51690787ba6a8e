import { css } from 'lit';

/** Results that are drawn by the page's `renderResult`. */
export const customResultsStyles = css`
  .custom {
    display: block;
    overflow: clip;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  .option:has(> .custom):has(.star) {
    padding-inline-end: 40px;
  }
`;
