import { css } from 'lit';

/** Questions and answers, and what belongs to an answer. The text of answers itself is styled with the Markdown. */
export const messageStyles = css`
  .turn {
    display: grid;
    gap: 16px;
    contain-intrinsic-block-size: auto 320px;
  }
  .turn:not(:last-child) {
    content-visibility: auto;
  }
  .question {
    justify-self: end;
    max-width: 88%;
    padding: 8px 16px;
    border-radius: 18px;
    border-end-end-radius: 6px;
    background: var(--_soft);
    overflow-wrap: anywhere;
  }
  .question p {
    margin: 0;
    white-space: pre-wrap;
  }
  .answer {
    display: grid;
    gap: 16px;
    min-width: 0;
  }
  .answer > * {
    min-width: 0;
  }
  .prose:empty {
    display: none;
  }
  .steps,
  .reasoning .prose,
  .note,
  .label {
    color: var(--_muted);
    font-size: 0.875em;
  }
  .note,
  .label {
    margin: 0;
  }
  .label {
    margin-block-end: 8px;
    font-weight: 600;
  }
  .steps {
    display: grid;
    gap: 4px;
  }
  .step {
    display: flex;
    align-items: center;
    gap: 8px;
  }
  .step svg {
    width: 16px;
    height: 16px;
  }
  .step span,
  .answer summary {
    unicode-bidi: plaintext;
  }
  .step span {
    min-width: 0;
    overflow-wrap: anywhere;
  }
  .step[data-state='running'] svg {
    color: var(--_accent);
    animation: pulse 1.2s ease-in-out infinite;
  }
  @keyframes pulse {
    50% {
      opacity: 0.35;
    }
  }
  .retry {
    min-height: 32px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    font-weight: 600;
  }
  .retry:hover {
    background: var(--_soft);
  }
  .sources .list {
    overflow: hidden;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
  }
  .sources li + li {
    border-block-start: 1px solid var(--_border);
  }
  .answer summary {
    width: fit-content;
    padding-block: 8px;
    border-radius: 4px;
    color: var(--_muted);
    font-size: 0.875em;
    cursor: pointer;
  }
  .source {
    display: flex;
    align-items: center;
    gap: 8px;
    min-height: 40px;
    padding: 8px 12px;
    color: var(--_text);
    font-size: 0.9375em;
    line-height: 1.4;
    text-decoration: none;
  }
  .source:hover {
    background: var(--_soft);
  }
  .source:focus-visible {
    border-radius: var(--_radius);
    outline-offset: -2px;
  }
  .source b {
    flex: none;
    min-width: 1.2em;
    color: var(--_muted);
    font-size: 0.875em;
    font-weight: 600;
    font-variant-numeric: tabular-nums;
  }
  .source span,
  .source small {
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .source span {
    flex-grow: 1;
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .source small {
    color: var(--_muted);
    font-size: 0.8125em;
  }
`;
