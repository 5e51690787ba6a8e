import { css } from 'lit';

/**
 * The dialog around box and results. The flex basis of the panel is `auto`, because WebKit resolves `0%` of an indefinite
 * height to 0.
 */
export const dialogStyles = css`
  dialog {
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
    width: min(680px, 100vw - 32px);
    max-width: none;
    /* Limited by the window, and to what can be scanned at a glance. */
    max-height: min(960px, 100dvh - var(--_top) - 32px);
    margin: var(--_top) auto auto;
    --_top: min(12vh, 96px);
    overflow: hidden;
  }
  dialog::backdrop {
    background: #0b122080;
  }
  dialog[open] {
    display: flex;
    flex-direction: column;
  }
  /* Room for a preview beside the list. The width is the same before there are results, so that the box does not move. */
  .wide {
    width: min(1080px, 100vw - 64px);
  }
  .previewing[open] {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 5fr) minmax(0, 6fr);
    min-height: min(560px, 100dvh - var(--_top) - 32px);
  }
  .previewing .panel {
    grid-area: 2 / 1;
  }
  .preview {
    grid-area: 2 / 2;
  }
  .docs dialog .box {
    grid-column: 1 / -1;
    flex: none;
    height: 56px;
    padding-inline: 20px 16px;
    border: 0;
    border-radius: 0;
    box-shadow: inset 0 -1px var(--_border);
    font-size: 1.0667em;
  }
  .dialog .panel {
    flex: auto;
  }
  .dialog .list {
    max-height: var(--docs-search-results-height, none);
  }
  .key-button {
    flex: none;
    min-width: 28px;
    height: 28px;
    padding-inline: 8px;
    border: 1px solid var(--_border);
    border-radius: 6px;
    color: var(--_muted);
    font-size: 0.85em;
    line-height: 1;
  }
  .key-button:hover {
    background: var(--_soft);
    color: var(--_text);
  }

  @media (hover: none) and (pointer: coarse) {
    .key-button {
      border: 0;
      color: var(--_accent);
      font-size: 1em;
    }
    .key-button .word {
      position: static;
      width: auto;
      height: auto;
      overflow: visible;
      clip-path: none;
    }
    .key-button .key {
      display: none;
    }
  }
  .narrow {
    width: 100vw;
    height: 100dvh;
    max-height: none;
    margin: 0;
    border-radius: 0;
  }
  .narrow .list {
    max-height: none;
  }
  @media (forced-colors: active) {
    dialog {
      border: 1px solid CanvasText;
    }
  }
`;
