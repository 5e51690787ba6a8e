import { css } from 'lit';

/** The list of keys. It is beside the dialog of the search, whose rules must not reach it. */
export const shortcutDialogStyles = css`
  .docs dialog.shortcuts {
    display: block;
    width: min(440px, 100vw - 32px);
    height: fit-content;
    max-width: none;
    max-height: calc(100dvh - 32px);
    margin: auto;
    padding: 0;
    overflow: hidden;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    box-shadow: var(--_shadow);
    letter-spacing: normal;
    text-align: start;
    text-transform: none;
    white-space: normal;
  }
  .shortcuts::backdrop {
    background: #0b122080;
  }
  /* Scrolls in the dialog, whose round corners a scroll bar of its own would cover. */
  .shortcuts-content {
    max-height: inherit;
    padding: 20px 24px;
    overflow: auto;
  }
  .shortcuts-header {
    display: flex;
    gap: 16px;
    justify-content: space-between;
    align-items: center;
    margin-block-end: 8px;
  }
  .shortcuts h2 {
    margin: 0;
    font-size: 1.0667em;
    line-height: 1.5;
  }
  .shortcuts dl {
    margin: 0;
  }
  .shortcuts dl > div {
    display: flex;
    gap: 16px;
    justify-content: space-between;
    align-items: center;
    padding-block: 6px;
    border-block-end: 1px solid var(--_border);
  }
  .shortcuts dd {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    justify-content: end;
    margin: 0;
  }
  .shortcuts dd > span {
    display: flex;
    gap: 4px;
    /* Modifiers come first on every keyboard. */
    direction: ltr;
  }
  .docs .shortcuts kbd {
    display: inline-block;
    min-width: 1.75em;
    padding: 0 6px;
    border: 1px solid var(--_control);
    border-radius: 4px;
    font: inherit;
    font-size: 0.8667em;
    text-align: center;
    white-space: nowrap;
  }
  .shortcuts-close {
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    font-weight: 500;
  }
  .shortcuts-close:hover {
    background: var(--_soft);
  }
  @media (forced-colors: active) {
    .docs dialog.shortcuts {
      border: 1px solid CanvasText;
    }
  }
`;
