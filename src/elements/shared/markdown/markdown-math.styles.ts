import { css } from 'lit';

/** What formulas look like: what MathML leaves to the page. Names with `tml` are those that Temml gives. */
export const markdownMathStyles = css`
  .prose .math {
    unicode-bidi: isolate;
  }
  .prose .math.displayed {
    display: block;
    margin: var(--_gap) 0;
    overflow-x: auto;
    overflow-y: hidden;
    text-align: center;
  }
  .math > code {
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }
  .math.displayed > code {
    display: block;
    padding: 0.6em 0.9em;
    text-align: start;
  }
  math {
    font-size: 1.1em;
    line-height: normal;
    text-indent: 0;
  }
  .math.displayed > math {
    display: block math;
    inline-size: max-content;
    min-inline-size: 100%;
    padding-block: 0.2em;
  }
  .tml-left {
    text-align: start;
  }
  .tml-right {
    text-align: end;
  }
  menclose {
    position: relative;
  }
  .tml-overline {
    padding-block-start: 0.1em;
    border-block-start: 0.065em solid;
  }
  .tml-underline {
    padding-block-end: 0.1em;
    border-block-end: 0.065em solid;
  }
  .tml-cancel {
    display: inline-block;
    position: absolute;
    inset: 0;
    background: currentColor;
  }
  .upstrike {
    clip-path: polygon(0.05em 100%, 0 calc(100% - 0.05em), calc(100% - 0.05em) 0, 100% 0.05em);
  }
  .downstrike {
    clip-path: polygon(0 0.05em, 0.05em 0, 100% calc(100% - 0.05em), calc(100% - 0.05em) 100%);
  }
`;
