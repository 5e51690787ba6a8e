import { css } from './css.ts';

/** Colours and fonts that a list does not need: primary buttons, and code. */
export const tones = css`
  .docs {
    /* Black or white, whichever stands out from a page's own accent: at this lightness both do, by 4.5 : 1. */
    --_accent-text: lch(from var(--_fill) calc((49.4 - l) * infinity) 0 0);
    --_code-font: var(--docs-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
  }
  .retry {
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) / 2);
    font-weight: 600;
  }
  .retry:hover {
    background: var(--_soft);
  }
`;
