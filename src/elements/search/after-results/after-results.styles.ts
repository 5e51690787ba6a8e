import { css } from '../../shared/styles/css.ts';

/** Everything that is drawn after the first results, except the preview. */
export const afterResultsStyles = css`
  /* The panel of the assistant is in its place. The backdrop stays. */
  .covered dialog {
    opacity: 0;
    transition: opacity 0.12s;
  }
  .line .title {
    flex: 1;
    font-weight: 400;
  }

  /* The option that asks the assistant */
  .ask {
    position: sticky;
    inset-block-end: -8px;
    margin: 8px -8px -8px;
    padding: 12px 20px;
    border-block-start: 1px solid var(--_border);
    border-radius: 0;
    background: var(--_surface);
  }
  .ask:first-child {
    margin-block-start: -8px;
  }
  .ask:hover {
    background: var(--_soft);
  }
  .ask svg {
    color: var(--_accent);
  }
  q {
    font-weight: 600;
    unicode-bidi: isolate;
  }
  .ask kbd {
    /* The modifier comes first in languages from right to left, too. */
    direction: ltr;
  }

  /* Searches without results */
  strong {
    color: var(--_text);
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  [part='error'] strong {
    color: var(--_danger);
  }
  .button {
    margin-block-start: 12px;
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    color: var(--_text);
    font-weight: 500;
  }
  .button:hover {
    background: var(--_soft);
  }
  .button[aria-disabled='true'] {
    border-color: var(--_border);
    color: var(--_muted);
    cursor: default;
    font-variant-numeric: tabular-nums;
  }
  @media (forced-colors: active) {
    .button[aria-disabled='true'] {
      border-color: GrayText;
      color: GrayText;
    }
  }

  /* Recent searches and favourites, and the star of a result */
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
  .option:has(.star) .first {
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

  /* Results that the page draws */
  .custom {
    display: block;
    overflow: clip;
    overflow-wrap: anywhere;
    unicode-bidi: plaintext;
  }
  .option:has(> .custom):has(.star) {
    padding-inline-end: 40px;
  }

  /* Filters */
  .filters {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    padding: 10px 16px;
    font-size: 0.8667em;
  }
  .filter {
    display: flex;
    align-items: center;
    max-width: 100%;
    border: 1px solid var(--_border);
    border-radius: 15px;
    color: var(--_muted);
  }
  /* Where several rows would leave no room for results. */
  @media (max-width: 600px), (max-height: 480px) {
    .filters {
      flex-wrap: nowrap;
      overflow: auto hidden;
      scrollbar-width: none;
    }
    .filters > * {
      flex: none;
    }
  }
  .filter:hover {
    border-color: var(--_control);
  }
  .filter[data-chosen] {
    background: var(--_active);
    border-color: transparent;
    color: var(--_text);
  }
  select {
    /* As wide as what is chosen, not as the longest choice. */
    field-sizing: content;
    appearance: none;
    height: 28px;
    min-width: 0;
    padding-inline: 12px 26px;
    border-radius: inherit;
    text-overflow: ellipsis;
    cursor: pointer;
  }
  select option {
    background: var(--_surface);
    color: var(--_text);
  }
  .filter > svg {
    width: 14px;
    height: 14px;
    margin-inline: -22px 8px;
    pointer-events: none;
  }
  .filter .icon-button {
    margin-inline: -6px 0;
    border-radius: 14px;
    color: inherit;
  }
`;
