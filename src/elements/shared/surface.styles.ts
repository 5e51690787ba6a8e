import { css } from 'lit';

/** What panels and lists need beyond {@link tokens}: loaded with them. */
export const surface = css`
  .docs {
    --_soft: #f3f4f7;
    --_danger: #b3261e;
    --_shadow: 0 0 0 1px #0b122014, 0 2px 6px #0b12200f, 0 16px 48px -8px #0b122033;
    --_code-font: var(--docs-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
  }
  .docs[data-theme='dark'] {
    --_soft: #22252c;
    --_danger: #ff9d94;
    --_shadow: 0 0 0 1px #ffffff1a, 0 2px 6px #0006, 0 16px 48px -8px #000a;
  }
  @supports (color: lch(from red calc((50 - l) * infinity) 0 0)) {
    .docs[data-theme] {
      /* Black or white, whichever stands out from a page's own accent. */
      --_accent-text: lch(from var(--_accent) calc((50 - l) * infinity) 0 0);
      --_soft: color-mix(in srgb, var(--_text) 5%, var(--_surface));
    }
  }
  button,
  summary {
    cursor: pointer;
  }
  svg {
    display: block;
    flex: none;
  }
  .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
