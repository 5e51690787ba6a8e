import { css } from 'lit';

/** Recent searches and favourites, and the star of a result. */
export const savedSearchesStyles = css`
  .heading {
    display: flex;
    justify-content: space-between;
    align-items: center;
    padding: 12px 20px 4px;
    color: var(--_muted);
    font-size: 0.8667em;
  }

  .forget {
    margin-block: -4px;
    opacity: 0;
  }
  .option:hover .forget,
  [aria-selected='true'] .forget {
    opacity: 1;
  }
  .keys kbd {
    font-size: 1em;
  }
  .keys kbd:nth-child(n + 3) {
    margin-inline-start: 8px;
  }
  .keys button {
    min-width: 24px;
    min-height: 24px;
    margin-inline-start: 8px;
  }
  .keys button:hover {
    color: var(--_text);
  }
  @media (max-width: 600px), (hover: none) and (pointer: coarse) {
    .keys {
      display: none;
    }
    .footer.keys-only {
      min-height: 0;
      padding: 0;
      border: 0;
    }
  }
  @media (hover: none) {
    .forget {
      opacity: 1;
    }
  }
  .star {
    position: absolute;
    inset-block-start: 6px;
    inset-inline-end: 8px;
    background: var(--_active);
  }
  .star:hover {
    color: var(--_accent);
  }
  .star.kept {
    color: var(--_accent);
  }
  .star.kept path {
    fill: currentColor;
  }
  .option:has(.star) .page-line {
    padding-inline-end: 28px;
  }
  .favourites .heading {
    padding-inline: 12px;
  }
  .everything {
    padding-block-end: 12px;
  }
  .favourites .title {
    flex: none;
    max-width: 70%;
  }
  @media (forced-colors: active) {
    .star.kept {
      color: Highlight;
    }
  }
`;
