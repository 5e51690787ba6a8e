import { css } from 'lit';

/** The preview of a result. Its place is in the styles of the dialog, which reserve it while the preview is loaded. */
export const previewStyles = css`
  .preview {
    display: flex;
    flex-direction: column;
    min-height: 0;
    /* The height is that of the list, not of the text. */
    contain: size;
    border-inline-start: 1px solid var(--_border);
    font-size: 0.9333em;
    /* Reset what would be inherited from the page. */
    letter-spacing: normal;
    text-align: start;
    text-indent: 0;
    text-shadow: none;
    text-transform: none;
    white-space: normal;
    word-spacing: normal;
  }
  .preview header {
    flex: none;
    padding: 16px 24px 12px;
    border-block-end: 1px solid var(--_border);
  }
  .preview-path,
  .preview-address {
    color: var(--_muted);
    font-size: 0.8667em;
    line-height: 1.5;
  }
  .preview-path,
  .preview-address span {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .preview-path,
  .preview-title {
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .preview-title {
    margin: 2px 0 4px;
    font-size: 1.1429em;
    font-weight: 650;
    line-height: 1.35;
    overflow-wrap: anywhere;
  }
  .preview-address {
    display: flex;
    gap: 6px;
    align-items: center;
    width: fit-content;
    max-width: 100%;
    text-underline-offset: 3px;
  }
  .preview-address:not(:hover) {
    text-decoration: none;
  }
  .preview-address svg {
    width: 14px;
    height: 14px;
  }
  .preview-address svg:dir(rtl) {
    scale: -1 1;
  }
  .preview-text {
    flex: 1;
    min-height: 0;
    padding: 16px 24px;
    overflow-y: auto;
    overscroll-behavior: contain;
    outline-offset: -2px;
  }
  /* Without an element before it, because only Chromium inherits highlight styles. */
  ::highlight(docs-search-word) {
    background-color: light-dark(#ffe9a8, #463a10);
  }
`;
