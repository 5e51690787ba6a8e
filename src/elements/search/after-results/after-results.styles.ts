import { css } from '../../shared/styles/css.ts';

/** Everything that is drawn after the first results, except the preview. */
export const afterResultsStyles = css`
  /* What a first list does without for a moment */
  .box:hover {
    border-color: var(--_text);
  }
  .list,
  .message {
    transition: opacity 0.15s;
  }
  .icon-button:hover {
    background: var(--_soft);
    color: var(--_text);
  }
  .link-button {
    min-height: 24px;
    color: var(--_muted);
    text-decoration: underline;
  }
  .link-button:hover {
    color: var(--_text);
  }
  .option:hover {
    background: var(--_soft);
  }
  .option[aria-selected='true'] :is(.second, .badge) {
    color: var(--_text);
  }
  .more {
    justify-content: center;
    color: var(--_accent);
    font-weight: 500;
  }
  @media (forced-colors: active) {
    .inline .panel {
      border: 1px solid CanvasText;
    }
    .option[aria-selected='true'] {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
    .progress::before,
    .option::before {
      forced-color-adjust: none;
    }
  }

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
    padding-inline: 20px;
    border-radius: 0;
    background: var(--_surface);
    box-shadow: 0 -1px var(--_border);
  }
  .ask:not(:first-child):hover {
    background: var(--_soft);
  }
  .list [part='empty'] {
    padding: 12px 12px 4px;
    font-size: 0.8667em;
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

  /* Filters: a button in the field, and a menu over the list */
  .filters-open {
    display: flex;
    flex: none;
    gap: 4px;
    align-items: center;
    max-width: 50%;
    height: 28px;
    padding-inline: 8px 6px;
    border-radius: 6px;
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .filters-open:hover,
  .filters-open[aria-expanded='true'] {
    background: var(--_soft);
    color: var(--_text);
  }
  .filters-open svg,
  .select svg {
    width: 16px;
    height: 16px;
  }
  .filters-open svg:first-child {
    display: none;
  }
  .dialog .panel {
    position: relative;
  }
  .panel:has(> .filters:not([hidden])) {
    min-height: 184px;
  }
  .filters {
    position: absolute;
    inset-block-start: 4px;
    inset-inline-end: 8px;
    z-index: 1;
    display: grid;
    gap: 8px;
    width: 280px;
    max-width: calc(100% - 16px);
    padding: 12px;
    border-radius: 8px;
    background: var(--_surface);
    box-shadow: var(--_shadow);
    font-size: 0.8667em;
  }
  .filter {
    display: grid;
    grid-template-columns: 2fr 3fr;
    gap: 8px;
    align-items: center;
    color: var(--_muted);
  }
  .select {
    display: flex;
    align-items: center;
  }
  select {
    appearance: none;
    flex: 1;
    min-width: 0;
    height: 32px;
    padding-inline: 10px 28px;
    border: 1px solid var(--_control);
    border-radius: 6px;
    color: var(--_text);
    text-overflow: ellipsis;
    cursor: pointer;
  }
  select option {
    background: var(--_surface);
    color: var(--_text);
  }
  .select svg {
    margin-inline: -24px 8px;
    pointer-events: none;
  }
  .filters .link-button {
    justify-self: end;
  }
  @media (pointer: coarse) {
    .filters-open {
      height: min(44px, 100%);
    }
    select,
    .filters .link-button {
      height: 44px;
    }
  }
  @media (max-width: 640px) {
    .filters-open svg:first-child {
      display: block;
    }
    .filters-open .searched {
      position: absolute;
      width: 1px;
      height: 1px;
      clip-path: inset(50%);
    }
  }
`;
