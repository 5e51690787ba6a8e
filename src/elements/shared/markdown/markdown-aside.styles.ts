import { css } from 'lit';

/** How callouts and footnotes look. */
export const markdownAsideStyles = css`
  .prose .callout {
    margin: var(--_gap) 0;
    padding: 0.6em 0.9em;
    border: 1px solid var(--_border);
    border-inline-start: 3px solid var(--_accent);
    border-radius: calc(var(--_radius) / 2);
  }
  .prose .callout-warning {
    border-inline-start-color: var(--_danger);
  }
  .prose :is(.callout-title, .callout > summary) {
    margin: 0 0 0.3em;
    font-weight: 650;
  }
  .prose .callout > summary {
    cursor: pointer;
  }
  .prose :is(.callout, .footnote) > :last-child {
    margin-block-end: 0;
  }
  .prose .footnote {
    margin: var(--_gap) 0;
    color: var(--_muted);
    font-size: 0.9em;
  }
  .prose .footnote-number {
    margin-inline-end: 0.4em;
  }
  .prose .footnote-number + p {
    display: inline;
  }
  .prose .footnote-mark {
    padding: 0 0.2em;
    border: 0;
    background: none;
    color: var(--_accent);
    font: inherit;
    cursor: pointer;
  }
`;
