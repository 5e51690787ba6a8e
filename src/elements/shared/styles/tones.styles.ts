import { css } from 'lit';

/** Colours and fonts that a list does not need: primary buttons, and code. */
export const tones = css`
  .docs {
    /* Black or white, whichever stands out from a page's own accent. */
    --_accent-text: lch(from var(--_accent) calc((50 - l) * infinity) 0 0);
    --_code-font: var(--docs-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
  }
`;
