import { css } from 'lit';

/** The quotes of the question, above the field. */
export const draftQuotesStyles = css`
  .draft-quotes {
    display: grid;
    gap: 4px;
    max-height: 25dvh;
    margin: 8px 16px 0;
    overflow-y: auto;
    font-size: 0.875em;
  }
  .draft-quotes li {
    display: flex;
    align-items: center;
    gap: 8px;
    min-width: 0;
    padding-inline: 12px 4px;
    /* Visible in forced colours, which remove the background. */
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_soft);
  }
  .draft-quotes :is(q, code) {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    text-align: -webkit-match-parent;
    text-align: match-parent;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .draft-quotes code {
    font-family: var(--docs-code-font-family, ui-monospace, monospace);
    font-size: 0.9375em;
  }
  .draft-quotes q {
    quotes: none;
  }
  .draft-quotes svg {
    width: 16px;
    height: 16px;
    color: var(--_muted);
  }
`;
