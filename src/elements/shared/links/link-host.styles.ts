import { css } from 'lit';

/** The host beside a link whose text does not name it. */
export const linkHostStyles = css`
  /* Isolated from left to right. */
  [data-host]::after {
    content: '(\\2066 ' attr(data-host) '\\2069 )';
    display: inline-block;
    max-inline-size: 100%;
    margin-inline-start: 0.3em;
    color: var(--_muted);
    font-size: 0.85em;
    font-weight: 400;
    overflow-wrap: anywhere;
  }
  /* In the number of a source, and in one line where there is room. */
  .mark[data-host] {
    display: inline-block;
    max-inline-size: 100%;
  }
  .mark[data-host]::after {
    content: '\\2066 ' attr(data-host) '\\2069';
    display: inline;
    font-size: 1em;
  }
`;
