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
    min-height: 44px;
  }
  /* Below the results it stays in sight. */
  .ask:not(:first-child) {
    position: sticky;
    inset-block-end: -8px;
    margin: 8px -8px -8px;
    padding: 8px 20px;
    border-radius: 0;
    background: var(--_surface);
    box-shadow: 0 -1px var(--_border);
  }
  .ask:not(:first-child):hover {
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
  .option:has(.star) .head {
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

  .link-button {
    min-height: 24px;
    color: var(--_muted);
    text-decoration: underline;
  }
  .link-button:hover {
    color: var(--_text);
  }

  /* Filters: a button in the field, and the row that it opens, in one line that scrolls */
  .filters-open {
    display: flex;
    flex: none;
    gap: 4px;
    align-items: center;
    max-width: 45%;
    height: 28px;
    padding-inline: 8px;
    border-radius: 6px;
    font-size: 13px;
    white-space: nowrap;
  }
  .filters-open:hover,
  .filters-open[aria-expanded='true'] {
    background: var(--_soft);
    color: var(--_text);
  }
  .filters-open svg {
    width: 16px;
    height: 16px;
  }
  @media (max-width: 640px) {
    .filters-open .chosen {
      position: absolute;
      width: 1px;
      height: 1px;
      clip-path: inset(50%);
    }
  }
  .filters {
    display: flex;
    flex: none;
    gap: 8px;
    align-items: center;
    padding: 10px 16px;
    overflow: auto hidden;
    border-block-end: 1px solid var(--_border);
    font-size: 0.8667em;
    scrollbar-width: none;
  }
  .filters > * {
    flex: none;
  }
  .filter {
    display: flex;
    align-items: center;
    max-width: 100%;
    border: 1px solid var(--_border);
    border-radius: 15px;
    color: var(--_muted);
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

  /* The list and what is active in it */
  .list,
  .message {
    transition: opacity 0.15s;
  }
  .more {
    justify-content: center;
    color: var(--_accent);
    font-weight: 500;
  }
  .icon-button:hover {
    background: var(--_soft);
    color: var(--_text);
  }
  .box:hover {
    border-color: var(--_text);
  }
  .option[aria-selected='true'] :is(.excerpt, .path, .badge) {
    color: var(--_text);
  }
  .option:hover {
    background: var(--_soft);
  }
  @media (forced-colors: active) {
    .inline .panel {
      border: 1px solid CanvasText;
    }
    .option[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .progress::before {
      forced-color-adjust: none;
    }
  }
`;
