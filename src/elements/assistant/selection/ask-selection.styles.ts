import { css } from 'lit';

/** The button at a selection. It is outside of the panel, and uses no styles but the tokens. */
export const askSelectionStyles = css`
  .ask-selection {
    position: fixed;
    inset: 0 auto auto 0;
    overflow: visible;
    z-index: var(--docs-z-index, 1000);
    min-height: 36px;
    padding-inline: 12px;
    border: 1px solid var(--_control);
    border-radius: 18px;
    background: var(--_surface);
    color: var(--_text);
    font-size: 0.875em;
    font-weight: 600;
    box-shadow: 0 2px 12px #0003;
  }
  .ask-selection:hover {
    border-color: var(--_accent);
    color: var(--_accent);
  }
  @media print {
    .ask-selection {
      display: none;
    }
  }
`;
