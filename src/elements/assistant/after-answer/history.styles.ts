import { css } from '../../shared/styles/css.ts';

/** List of earlier conversations. */
export const historyStyles = css`
  .history {
    display: flex;
    flex: 1;
    flex-direction: column;
    min-height: 0;
  }
  .history-head {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px;
    padding-block: 12px 8px;
    padding-inline: 12px 16px;
  }
  .history-back:dir(rtl) svg {
    transform: scaleX(-1);
  }
  .history-heading,
  .history-day {
    flex: 1;
    min-width: 0;
    margin: 0;
    font-size: 1em;
    font-weight: 600;
  }
  .history-day {
    padding: 16px 8px 4px;
    color: var(--_muted);
    font-size: 0.8em;
    unicode-bidi: plaintext;
  }
  .history-day:first-child {
    padding-block-start: 4px;
  }
  /* Names of days begin with a lowercase letter in many languages. */
  .history-day::first-letter {
    text-transform: uppercase;
  }
  .history-field {
    flex: 1;
    min-width: 0;
    min-height: 36px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) / 2);
  }
  .history-search {
    flex-basis: 100%;
    margin-inline-start: 4px;
  }
  .history-search::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .history-body {
    flex: 1;
    min-height: 0;
    padding: 4px 12px;
    overflow: hidden auto;
    overscroll-behavior: contain;
    scrollbar-width: thin;
  }
  .history-empty {
    margin: 32px 8px;
    color: var(--_muted);
    text-align: center;
  }
  .thread-row {
    display: flex;
    align-items: center;
    gap: 4px;
    padding-inline-end: 4px;
    border-radius: calc(var(--_radius) / 2);
  }
  .thread-row .history-field {
    margin-block: 8px;
    padding-inline: 7px;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  @media (pointer: coarse) {
    .history-field {
      /* Safari on phones zooms into fields with smaller text. */
      font-size: max(16px, 1em);
    }
  }
  .thread-row:hover,
  .thread-row:focus-within {
    background: var(--_soft);
  }
  .thread-open {
    display: grid;
    flex: 1;
    min-width: 0;
    padding: 8px;
    border-radius: calc(var(--_radius) / 2);
    text-align: start;
  }
  .thread-open span {
    overflow: hidden;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .thread-open[aria-current] span {
    font-weight: 600;
  }
  .thread-open small,
  .history-end p {
    color: var(--_muted);
    font-size: 0.8em;
    line-height: 1.4;
  }
  .history-removed {
    display: flex;
    align-items: center;
    justify-content: space-between;
    gap: 12px;
    margin: 8px 8px 4px;
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .history-end {
    display: flex;
    flex-wrap: wrap;
    align-items: center;
    gap: 8px 12px;
    padding: 12px 20px;
    border-block-start: 1px solid var(--_border);
  }
  .history-end p {
    flex: 1 1 180px;
    margin: 0;
    text-wrap: balance;
  }
  .clearing p {
    flex-basis: 100%;
  }
  .history-end p,
  .history-removed span,
  .thread-open small {
    unicode-bidi: plaintext;
  }
  .history-end .retry {
    font-size: 0.8667em;
  }
  .history-end .danger {
    border-color: var(--_danger);
    color: var(--_danger);
  }
`;
