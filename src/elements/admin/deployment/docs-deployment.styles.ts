import { css } from '../../shared/styles/css.ts';

/** An update from its start to its end. */
export const deploymentStyles = css`
  :host([variant='badge']) {
    display: inline-block;
    margin-block: 0;
    vertical-align: middle;
  }
  :host([variant='badge']) .docs {
    container-type: normal;
  }
  .header .buttons {
    flex-grow: 1;
  }
  .header .buttons:empty {
    display: none;
  }
  h2:focus-visible {
    outline-offset: 4px;
    border-radius: 4px;
  }
  .section,
  .question {
    display: grid;
    gap: 12px;
    padding: 16px 20px;
    border-block-start: 1px solid var(--_border);
  }
  .section > * {
    min-width: 0;
  }
  .section h3 {
    color: var(--_muted);
    font-size: 0.8667em;
    font-weight: 600;
    letter-spacing: normal;
  }
  [part='commit'] {
    gap: 6px;
  }
  [part='commit'] h3 {
    margin-block-end: 2px;
  }
  .notice strong {
    display: block;
  }
  .question {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
    background: color-mix(in srgb, var(--_accent) 7%, var(--_surface));
  }
  .question p {
    flex: 1 1 280px;
    margin-inline-end: 8px;
  }
  .question:focus-visible {
    outline-offset: -2px;
  }

  .steps {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .step {
    display: flex;
    flex: 1 1 auto;
    gap: 8px;
    align-items: center;
    color: var(--_muted);
    font-size: 0.9333em;
    overflow-wrap: anywhere;
  }
  .step:last-child {
    flex: 0 1 auto;
  }
  .step:not(:last-child)::after {
    content: '';
    flex: 1;
    min-width: 16px;
    height: 2px;
    border-radius: 1px;
    background: var(--_border);
  }
  .step[data-state='past']::after {
    background: var(--_tone);
  }
  .step .mark {
    display: grid;
    flex: none;
    place-items: center;
    width: 22px;
    height: 22px;
    border: 2px solid var(--_control);
    border-radius: 50%;
    color: var(--_surface);
  }
  .step .mark svg {
    width: 16px;
    height: 16px;
    stroke-width: 2.4;
  }
  .step[data-state='current'] {
    color: var(--_text);
    font-weight: 600;
  }
  .step[data-state='current'] .mark {
    border-color: var(--_tone);
  }
  .step[data-state='past'] .mark,
  [data-over] .step[data-state='current'] .mark {
    border-color: var(--_tone);
    background: var(--_tone);
  }
  .progress:not([data-over]) .step[data-state='current'] .mark {
    border-inline-start-color: transparent;
    animation: turn 1.1s linear infinite;
  }
  @keyframes turn {
    to {
      transform: rotate(1turn);
    }
  }
  .summary {
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  dl {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 24px;
    font-size: 0.8667em;
  }
  dl div {
    display: flex;
    gap: 8px;
  }
  dt {
    color: var(--_muted);
  }
  .clock {
    font-variant-numeric: tabular-nums;
  }

  .title {
    font-weight: 550;
    overflow-wrap: anywhere;
  }
  .body {
    max-height: 12em;
    overflow-y: auto;
    color: var(--_muted);
    font-size: 0.9333em;
    overflow-wrap: anywhere;
    white-space: pre-line;
  }
  .facts {
    display: flex;
    flex-wrap: wrap;
    gap: 2px 16px;
    overflow-wrap: anywhere;
  }
  .facts > * {
    min-width: 0;
  }
  summary {
    width: fit-content;
    min-height: 24px;
    border-radius: 4px;
    font-size: 0.9333em;
  }
  .count {
    color: var(--_muted);
    font-variant-numeric: tabular-nums;
  }
  details ul {
    max-height: 240px;
    margin-block-start: 6px;
    padding-inline-start: 16px;
    overflow-y: auto;
  }
  details li {
    content-visibility: auto;
    contain-intrinsic-block-size: auto 22px;
    font-size: 0.9em;
  }

  .section .toolbar {
    gap: 8px 12px;
  }
  .toolbar input {
    flex: 0 1 220px;
    min-height: 32px;
    font-size: 0.8667em;
  }
  .log-box {
    position: relative;
  }
  .log {
    max-height: 280px;
    padding: 12px 16px;
    /* Seen in forced colours, which take the background away. */
    border: 1px solid transparent;
    border-radius: 8px;
    background: var(--_soft);
    overflow-y: auto;
    overscroll-behavior: contain;
    font: 0.8133em/1.6 var(--_code-font);
  }
  .log .muted {
    font-size: inherit;
  }
  .line {
    overflow-wrap: anywhere;
  }
  .line span {
    white-space: pre-wrap;
  }
  .line time {
    color: var(--_muted);
    user-select: none;
  }
  mark {
    border-radius: 2px;
    background: light-dark(#ffe58a, #6b5300);
    color: inherit;
  }
  .newest {
    position: absolute;
    inset-block-end: 12px;
    inset-inline-end: 16px;
    background: var(--_surface);
  }
  .newest svg {
    width: 16px;
    height: 16px;
  }

  .shots {
    display: grid;
    grid-template-columns: 1fr 1fr;
    gap: 16px;
  }
  figure {
    display: grid;
    gap: 4px;
    align-content: start;
    min-width: 0;
  }
  canvas,
  img {
    display: block;
    width: 100%;
    height: auto;
    max-height: 480px;
    border: 1px solid var(--_border);
    border-radius: 8px;
    object-fit: contain;
    object-position: top;
  }
  @container (max-width: 480px) {
    .steps {
      flex-direction: column;
    }
    .step:not(:last-child)::after {
      display: none;
    }
    .shots {
      grid-template-columns: 1fr;
    }
    .toolbar input {
      order: 1;
      flex: 1 1 100%;
    }
  }
  @media (prefers-reduced-motion: reduce) {
    .progress:not([data-over]) .step[data-state='current'] .mark {
      animation: none;
    }
  }
  @media (forced-colors: active) {
    .step .mark {
      background: Canvas !important;
      color: CanvasText;
    }
    .step:not(:last-child)::after {
      background: GrayText;
    }
    .step[data-state='past']::after {
      background: CanvasText;
    }
    .progress:not([data-over]) .step[data-state='current'] .mark {
      border-inline-start-color: Canvas;
    }
  }
`;
