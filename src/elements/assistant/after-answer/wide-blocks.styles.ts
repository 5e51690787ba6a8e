import { css } from 'lit';

/** Fades, buttons and large view of wide tables and code blocks. */
export const wideBlocksStyles = css`
  .prose [data-more] {
    --_to: to right;
    --_start: #000;
    --_end: #000;
  }
  .prose [data-more]:dir(rtl) {
    --_to: to left;
  }
  .prose [data-more~='start'] {
    --_start: transparent;
  }
  .prose [data-more~='end'] {
    --_end: transparent;
  }
  /* Not while the block has a focus outline, which would fade as well. */
  .prose :is([data-more~='start'], [data-more~='end']):not(:focus-visible) {
    mask-image: linear-gradient(var(--_to), var(--_start), #000 2.5em, #000 calc(100% - 2.5em), var(--_end));
  }
  .block-tools {
    display: none;
    gap: 0.2em;
  }
  .wide > .block-tools,
  .wide > .code-head > .block-tools {
    display: flex;
  }
  .code-head > .block-tools {
    margin-inline-start: auto;
  }
  .prose .table.wide {
    position: relative;
  }
  .prose .table > .block-tools {
    position: absolute;
    inset-block-start: 0.2em;
    inset-inline-end: 0;
    z-index: 1;
    border-radius: 0.4em;
    background: var(--_surface);
    /* Fade the text beside the buttons, as at the edge. */
    box-shadow:
      -0.6em 0 0.5em var(--_surface),
      0.6em 0 0.5em var(--_surface);
  }
  .block-tool {
    display: grid;
    place-items: center;
    inline-size: 24px;
    block-size: 24px;
    border-radius: 0.4em;
    color: var(--_muted);
  }
  /* As high as the label of the copy button, so that the head keeps its height. */
  .code-head .block-tool {
    margin-block: -2px;
  }
  .block-tool svg {
    inline-size: 16px;
    block-size: 16px;
  }
  .block-tool:is(:hover, [aria-pressed='true']) {
    background: var(--_border);
    color: var(--_text);
  }
  [data-wrap-lines] .prose pre code {
    inline-size: auto;
    white-space: pre-wrap;
    overflow-wrap: anywhere;
  }

  .large {
    inline-size: 100%;
    max-inline-size: calc(100vw - 2rem);
    block-size: 100%;
    max-block-size: calc(100dvh - 2rem);
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    overflow: hidden;
  }
  .large[open] {
    display: flex;
    flex-direction: column;
  }
  .large::backdrop {
    background: #0008;
  }
  .large-head {
    display: flex;
    flex: none;
    align-items: center;
    justify-content: space-between;
    gap: 1em;
    padding-block: 0.5em;
    padding-inline: 1.2em 0.6em;
    border-block-end: 1px solid var(--_border);
  }
  .large > .prose {
    flex: 1;
    min-block-size: 0;
    display: grid;
  }
  .large > .prose > * {
    overflow: auto;
    margin: 0;
    padding: 1.2em;
  }

  .large .prose pre code {
    background: none;
  }

  @media (forced-colors: active) {
    .prose [data-more][data-more] {
      mask-image: none;
    }
    .prose [data-more~='start'] {
      border-inline-start: 2px dashed;
    }
    .prose [data-more~='end'] {
      border-inline-end: 2px dashed;
    }
    .large,
    .block-tool {
      border: 1px solid;
    }
    .block-tool[aria-pressed='true'] {
      background: Highlight;
      color: HighlightText;
      forced-color-adjust: none;
    }
  }
`;
