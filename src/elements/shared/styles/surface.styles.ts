import { css } from './css.ts';

/** What panels and lists need beyond {@link tokens}: loaded with them. */
export const surface = css`
  .docs {
    /* Grounds have the accent itself; text, icons, lines and focus one of the same hue that is legible, whatever a page has chosen. */
    --_accent: light-dark(
      oklch(from var(--_fill) min(l, 0.49) c h),
      oklch(from var(--_fill) max(l, 0.76) c h)
    );
    --_soft: color-mix(in srgb, var(--_text) 5%, var(--_surface));
    --_border: var(--docs-border-color, light-dark(#e1e4e9, #30343c));
    --_danger: light-dark(#b3261e, #ff9d94);
    --_shadow:
      0 0 0 1px light-dark(#0b122014, #ffffff1a), 0 2px 6px light-dark(#0b12200f, #0006),
      0 16px 48px -8px light-dark(#0b122033, #000a);
  }
  @media (prefers-contrast: more) {
    .docs {
      --_border: var(--_text);
      --_control: var(--_text);
      --_muted: var(--_text);
    }
  }
  .panel {
    /* In the dark, Firefox on Linux would draw white ones. */
    scrollbar-color: var(--_control) transparent;
  }
  .panel,
  dialog {
    -webkit-user-select: text;
    user-select: text;
  }
  /* In the top layer, whatever the page does to the place of the element, as modal dialogs of libraries do to all of it. */
  dialog,
  [popover]:not(.launcher) {
    visibility: visible;
    pointer-events: auto;
  }
  button,
  summary {
    cursor: pointer;
  }
  /* Safari on phones zooms into fields with smaller text. */
  @media (pointer: coarse), (max-width: 600px) {
    .panel :is(input, select, textarea) {
      font-size: max(16px, 1em);
    }
  }
  svg {
    display: block;
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
