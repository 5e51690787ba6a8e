import { css } from './css.ts';

/**
 * Colours, type and focus of what is there before anything is used, as private properties on the root inside the shadow
 * tree. The public custom properties are only read, so that a page's value always wins. Every pair of text and ground has
 * a contrast of at least 4.5 : 1 in both themes.
 */
export const tokens = css`
  :host([hidden]) {
    display: none;
  }
  /* What a page sets for its own text would be inherited. Before all other rules, which go on from there. */
  :where(.docs) {
    all: initial;
    display: block;
    /* The language, by which Chromium and WebKit choose glyphs and line breaks. */
    -webkit-locale: revert-layer;
  }
  .docs {
    /* A page that hides or blocks the place of the element means the element, too. */
    visibility: inherit;
    pointer-events: inherit;
    --_fill: var(--docs-accent-color, light-dark(#3a50c0, #a5b5ff));
    --_accent: var(--_fill);
    --_text: var(--docs-text-color, light-dark(#1b1f24, #e8eaee));
    --_muted: var(--docs-muted-color, light-dark(#59626d, #a2aab5));
    --_surface: var(--docs-surface-color, light-dark(#fff, #17191e));
    --_control: light-dark(#878f9a, #737b87);
    --_radius: var(--docs-radius, 12px);
    color-scheme: light;
    color: var(--_text);
    /* As the text around, because a root of 125 % often goes with text of 80 %; within what the root allows in a heading. */
    font-size: var(--docs-font-size, clamp(max(15px, 0.75rem), 0.9375em, 0.9375rem));
    line-height: 1.6;
    font-family: var(--docs-font-family, inherit);
    /* Japanese has no spaces between words. */
    word-break: auto-phrase;
  }
  .docs[data-theme='dark'] {
    color-scheme: dark;
  }
  .docs * {
    box-sizing: border-box;
  }
  :where(button, input, select, textarea) {
    margin: 0;
    padding: 0;
    border: 0;
    background: none;
    color: inherit;
    font: inherit;
  }
  :where(svg) {
    flex: none;
    width: 20px;
    height: 20px;
    fill: none;
    stroke: currentColor;
    stroke-width: 1.6;
    stroke-linecap: round;
    stroke-linejoin: round;
  }
  :focus-visible {
    outline: 2px solid var(--_accent);
    outline-offset: 2px;
  }
`;
