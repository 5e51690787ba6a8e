import { css } from '../../shared/styles/css.ts';

/** Numbers above a table, whose rows are cards where there is no room for columns. */
export const insightsStyles = css`
  .filters,
  .chooser {
    padding: 0 20px 12px;
  }
  .field {
    display: flex;
    gap: 8px;
    align-items: center;
    min-width: 0;
  }
  select {
    min-width: 0;
    max-width: 100%;
    min-height: 36px;
    padding: 4px 8px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    background: var(--_surface);
    font-size: 0.9333em;
  }
  option {
    background: var(--_surface);
    color: var(--_text);
  }

  .totals {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(150px, 1fr));
    border-block: 1px solid var(--_border);
  }
  .total {
    padding: 12px 20px;
    overflow-wrap: anywhere;
  }
  .total dt {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .count {
    font-size: 1.6em;
    font-weight: 650;
    line-height: 1.3;
  }
  .count,
  .number,
  .total .muted {
    font-variant-numeric: tabular-nums;
  }

  .chooser {
    padding-block: 12px;
  }
  .switch {
    display: flex;
    gap: 8px;
    align-items: center;
    min-height: 32px;
    font-size: 0.8667em;
    cursor: pointer;
  }
  input[type='checkbox'] {
    flex: none;
    width: 18px;
    height: 18px;
    accent-color: var(--_accent);
    cursor: pointer;
  }

  table {
    width: 100%;
    border-collapse: collapse;
  }
  th,
  td {
    padding: 8px;
    border-block-start: 1px solid var(--_border);
    text-align: start;
    vertical-align: baseline;
  }
  :is(th, td):first-child {
    padding-inline-start: 20px;
  }
  :is(th, td):last-child {
    padding-inline-end: 20px;
  }
  thead th {
    color: var(--_muted);
    font-size: 0.8667em;
    font-weight: 550;
    /* Chinese and Japanese headings are one word each, too. */
    word-break: keep-all;
  }
  .text {
    width: 100%;
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  .text > * {
    display: block;
  }
  .text code {
    color: var(--_muted);
    font-weight: 400;
  }
  td.muted {
    overflow-wrap: normal;
  }
  /* The text takes what the other columns leave. */
  [part='reason'] {
    min-width: 11em;
  }
  .day {
    white-space: nowrap;
  }
  .number {
    text-align: end;
  }
  /* Numbers are written from left to right there, too: their units are below each other. */
  .number:dir(rtl) {
    text-align: start;
  }
  .label {
    display: none;
  }
  .tick {
    vertical-align: top;
  }
  .tick input {
    display: block;
    margin-block-start: 3px;
  }
  [data-done] .text {
    color: var(--_muted);
    text-decoration: line-through;
  }
  [aria-busy='true'] {
    cursor: progress;
  }

  @container (max-width: 720px) {
    table,
    tbody {
      display: block;
    }
    thead {
      position: absolute;
      width: 1px;
      height: 1px;
      overflow: hidden;
      clip-path: inset(50%);
      white-space: nowrap;
    }
    tbody tr {
      display: flex;
      flex-wrap: wrap;
      gap: 4px 12px;
      align-items: baseline;
      padding: 10px 20px;
      border-block-start: 1px solid var(--_border);
    }
    tbody tr > :nth-child(n) {
      min-width: 0;
      padding: 0;
      border: 0;
    }
    tbody [data-empty] {
      display: none;
    }
    .text {
      flex: 1 1 100%;
      width: auto;
    }
    .tick {
      align-self: start;
    }
    .tick + .text {
      flex-basis: calc(100% - 30px);
    }
    .number {
      font-size: 0.8667em;
    }
    .label {
      display: inline;
      color: var(--_muted);
    }
  }
  @container (max-width: 480px) {
    .totals {
      grid-template-columns: 1fr 1fr;
    }
    .field {
      flex: 1 1 100%;
      justify-content: space-between;
    }
    .field select {
      flex: 0 1 60%;
    }
  }
`;
