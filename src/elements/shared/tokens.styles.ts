import { css } from 'lit';

/**
 * Colours, type and spacing of both elements, as private properties on the root inside the shadow tree. The public
 * custom properties are only read, so that a page's value always wins. Every pair of text and ground has a contrast of
 * at least 4.5 : 1 in both themes.
 */
export const tokens = css`
  .docs {
    --_accent: var(--docs-accent-color, #3451b2);
    --_accent-text: #fff;
    --_text: var(--docs-text-color, #1c2024);
    --_muted: var(--docs-muted-color, #5c636b);
    --_surface: var(--docs-surface-color, #fff);
    --_border: var(--docs-border-color, #dfe2e6);
    --_radius: var(--docs-radius, 12px);
    --_font: var(--docs-font-family, system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif);
    --_font-size: var(--docs-font-size, 15px);
    --_code-font: var(--docs-code-font-family, ui-monospace, SFMono-Regular, Menlo, Consolas, monospace);
    color-scheme: light;
    color: var(--_text);
    font: 400 var(--_font-size) / 1.55 var(--_font);
  }
  .docs[data-theme='dark'] {
    --_accent: var(--docs-accent-color, #a8b9ff);
    --_accent-text: #11152a;
    --_text: var(--docs-text-color, #eceef0);
    --_muted: var(--docs-muted-color, #a3abb3);
    --_surface: var(--docs-surface-color, #17191c);
    --_border: var(--docs-border-color, #33383e);
    color-scheme: dark;
  }
`;
