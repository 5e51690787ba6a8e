import { css } from 'lit';

/** What is more than a list needs of colours and fonts: buttons that stand out, and code. */
export const tones = css`
  .docs {
    /* Black or white, whichever stands out from a page's own accent. */
    --_accent-text: lch(from var(--_accent) calc((50 - l) * infinity) 0 0);
    --_code-font: var(--docs-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
  }
`;
