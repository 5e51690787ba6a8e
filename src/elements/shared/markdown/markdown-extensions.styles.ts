import { css } from 'lit';

/** What {@link markdownStyles} has not: tables and tasks, for the little Markdown that has them. */
export const markdownExtensionsStyles = css`
  /* Not a table: its columns would be as narrow as a letter. */
  .prose > .unbroken:not(.table) {
    line-break: anywhere;
  }
  .prose .long-list {
    margin: var(--_gap) 0;
    > * {
      margin-block: 0;
    }
    > * + * {
      margin-block-start: 0.25em;
    }
    > .skip:not(ol) {
      content-visibility: auto;
      contain-intrinsic-block-size: auto 180em;
      overflow-clip-margin: 1em;
    }
  }
  /* Weak, so that those of first and last blocks win. */
  :where(.prose) .table {
    margin: var(--_gap) 0;
  }
  .prose .table-scroll {
    overflow-x: auto;
    scrollbar-width: thin;
    outline-offset: -2px;
  }
  .prose table {
    min-inline-size: 100%;
    border-collapse: collapse;
    /* Pages in quirks mode give tables their own. */
    color: inherit;
    font-size: 0.93em;
    font-variant-numeric: tabular-nums;
  }
  .prose :is(th, td) {
    padding-block: 0.45em;
    padding-inline: 0 1.2em;
    border-block-end: 1px solid var(--_border);
    text-align: start;
    vertical-align: top;
    overflow-wrap: normal;
  }
  .prose th {
    font-weight: 650;
    border-block-end-color: var(--_control);
    white-space: nowrap;
  }
  /* Columns of sentences do not become towers of words: the table scrolls instead. */
  .prose td.long {
    min-inline-size: 13em;
  }
  .prose .align-left {
    text-align: left;
  }
  .prose .align-center {
    text-align: center;
  }
  .prose .align-right {
    text-align: right;
  }
  .prose .task {
    position: relative;
    list-style: none;
  }
  .prose .task > input {
    position: absolute;
    inset-block-start: 0.3em;
    inset-inline-start: -1.5em;
    inline-size: 1em;
    block-size: 1em;
    margin: 0;
    accent-color: var(--_accent);
  }
  .prose .task > input + * {
    margin-block-start: 0;
  }
`;
