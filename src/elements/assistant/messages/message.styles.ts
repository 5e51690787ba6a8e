import { css } from '../../shared/styles/css.ts';

/** Questions and answers with steps, reasoning and notes. The text of answers has the styles of Markdown. */
export const messageStyles = css`
  .turn {
    display: grid;
    gap: 16px;
    align-content: start;
    contain-intrinsic-block-size: auto 320px;
  }
  /* As high as the log without its padding, so that the last question can be scrolled to the top. */
  .turn:last-child {
    min-height: calc(100cqb - 24px);
  }
  .turn:not(:last-child) {
    content-visibility: auto;
  }
  .question {
    justify-self: end;
    max-width: 88%;
    padding: 8px 16px;
    /* Visible in forced colours, which remove the background. */
    border: 1px solid transparent;
    border-radius: calc(var(--_radius) * 1.5);
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
  /*
   * A caret at the end of streaming text: in the innermost of the blocks that are last, up to an item of a nested list. It is a
   * border, because forced colours remove backgrounds. A shorter rule, ':not(.growing :not(:last-child) *)', fails in WebKit.
   */
  :is(
      .growing,
      .growing > :last-child,
      .growing > :last-child > :last-child,
      .growing > :last-child > :last-child > :last-child,
      .growing > :last-child > :last-child > :last-child > :last-child
    )
    > :is(p, li, h3, h4, h5, h6):last-child:not(:has(p, li, div, h3, h4, h5, h6))::after {
    margin-inline-start: 0.2em;
    border-inline-start: 0.15em solid var(--_accent);
    content: '' / '';
    animation: pulse 1.2s ease-in-out infinite;
  }
  .steps,
  .answer summary,
  .note {
    color: var(--_muted);
    font-size: 0.8667em;
  }
  .note {
    margin: 0;
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
  .hint > .retry {
    display: block;
    margin: 8px auto 0;
  }
  .answer summary {
    width: fit-content;
    padding-block: 8px;
    border-radius: calc(var(--_radius) / 2);
    cursor: pointer;
  }
`;
