import { css } from 'lit';

/** Preview of a source, beside the link to it. */
export const sourcePreviewStyles = css`
  .preview {
    position: fixed;
    inset: 0 auto auto 0;
    z-index: 2;
    display: grid;
    gap: 4px;
    width: max-content;
    max-width: min(320px, 100vw - 24px);
    padding: 12px 16px;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875em;
    line-height: 1.45;
    overflow-wrap: anywhere;
    box-shadow: var(--_shadow);
  }
  .preview p {
    display: -webkit-box;
    margin: 0;
    overflow: hidden;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 4;
  }
  .preview .preview-title {
    font-weight: 600;
    -webkit-line-clamp: 2;
  }
  .preview .preview-address {
    color: var(--_muted);
    -webkit-line-clamp: 1;
  }
  .mark[data-current],
  .source[data-current] {
    background: color-mix(in srgb, var(--_accent) 16%, var(--_surface));
  }
  @media print {
    .preview {
      display: none;
    }
  }
`;
