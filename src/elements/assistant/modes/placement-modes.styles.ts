import { css } from 'lit';

/** The panel in the modes other than `floating`. */
export const placementStyles = css`
  .panel::backdrop {
    background: #0b122066;
  }
  /* What does not scroll itself passes no scrolling on to the page. */
  .panel::backdrop,
  .panel:modal .frame {
    overflow: hidden;
    overscroll-behavior: contain;
  }
  .panel[data-mode='sheet'] {
    inset: auto 0 var(--_covered-height, 0);
    width: 100%;
    height: min(92dvh, 100dvh - var(--_covered-height, 0px));
    padding: 0 env(safe-area-inset-right) env(safe-area-inset-bottom) env(safe-area-inset-left);
    border-end-start-radius: 0;
    border-end-end-radius: 0;
  }
  .panel[data-mode='sidebar'] {
    inset-block: 0;
    inset-inline-end: 0;
    height: 100dvh;
    border-radius: 0;
  }
  .panel[data-mode='dialog'] {
    inset: 0;
    width: min(var(--_width, var(--docs-assistant-panel-width, 720px)), 100vw - 48px);
    height: min(var(--_height, var(--docs-assistant-panel-height, 760px)), 100dvh - 64px);
    margin: auto;
  }
  .panel[data-mode='inline'] {
    position: static;
    width: auto;
    height: var(--docs-assistant-panel-height, 600px);
    border: 1px solid var(--_border);
    box-shadow: none;
  }
  /* Only an inline panel is printed with the page: all of the conversation, without what is used on a screen. */
  @media print {
    :host([variant='inline']) {
      height: auto !important;
      max-height: none !important;
    }
    .panel[data-mode='inline'],
    .panel[data-mode='inline'] :is(.frame, .messages) {
      display: block;
      container-type: normal;
      height: auto;
      margin: 0;
      overflow: visible;
      mask: none !important;
    }
    .panel[data-mode='inline'] :is(.composer, .footer, .newest, .hint, .header button, .actions) {
      display: none;
    }
    .turn {
      content-visibility: visible;
    }
    .prose pre code {
      inline-size: auto;
      white-space: pre-wrap;
    }
    .prose .code-copy {
      display: none;
    }
  }
`;
