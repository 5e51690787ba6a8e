import { css } from 'lit';

/**
 * Colours, type and focus of both elements, as private properties on the root inside the shadow tree. The public
 * custom properties are only read, so that a page's value always wins. Every pair of text and ground has a contrast of
 * at least 4.5 : 1 in both themes.
 */
export const tokens = css`
  .docs {
    --_accent: var(--docs-accent-color, #3a50c0);
    --_accent-text: #fff;
    --_text: var(--docs-text-color, #1b1f24);
    --_muted: var(--docs-muted-color, #59626d);
    --_surface: var(--docs-surface-color, #fff);
    --_soft: #f3f4f7;
    --_border: var(--docs-border-color, #e1e4e9);
    --_control: #878f9a;
    --_danger: #b3261e;
    --_shadow: 0 0 0 1px #0b122014, 0 2px 6px #0b12200f, 0 16px 48px -8px #0b122033;
    --_radius: var(--docs-radius, 12px);
    --_code-font: var(--docs-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
    color-scheme: light;
    color: var(--_text);
    font: 400 var(--docs-font-size, max(15px, 0.9375rem)) / 1.6
      var(--docs-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
  }
  .docs[data-theme='dark'] {
    --_accent: var(--docs-accent-color, #a5b5ff);
    --_accent-text: #10131c;
    --_text: var(--docs-text-color, #e8eaee);
    --_muted: var(--docs-muted-color, #a2aab5);
    --_surface: var(--docs-surface-color, #17191e);
    --_soft: #22252c;
    --_border: var(--docs-border-color, #30343c);
    --_control: #737b87;
    --_danger: #ff9d94;
    --_shadow: 0 0 0 1px #ffffff1a, 0 2px 6px #0006, 0 16px 48px -8px #000a;
    color-scheme: dark;
  }
  @supports (color: lch(from red calc((50 - l) * infinity) 0 0)) {
    .docs[data-theme] {
      --_accent-text: lch(from var(--_accent) calc((50 - l) * infinity) 0 0);
      --_soft: color-mix(in srgb, var(--_text) 5%, var(--_surface));
    }
  }
  .docs *,
  .docs ::before {
    box-sizing: border-box;
  }
  .docs button,
  .docs input,
  .docs select,
  .docs textarea {
    margin: 0;
    font: inherit;
    color: inherit;
  }
  .docs button {
    padding: 0;
    border: 0;
    background: none;
    cursor: pointer;
  }
  .docs :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
  .docs svg {
    display: block;
    flex: none;
  }
  .docs .visually-hidden {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
    white-space: nowrap;
  }
`;
