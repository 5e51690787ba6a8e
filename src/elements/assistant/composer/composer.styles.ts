import { css } from '../../shared/styles/css.ts';

/** The field for the question, its buttons, and the note below. */
export const composerStyles = css`
  .composer {
    display: flex;
    align-items: flex-end;
    gap: 8px;
    margin: 8px 16px 0;
    padding: 6px;
    padding-inline-start: 16px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) * 1.5);
  }
  .composer:focus-within {
    border-color: var(--_accent);
    outline: 1px solid var(--_accent);
  }
  .input {
    flex: 1;
    min-width: 0;
    max-height: min(168px, 30dvh);
    padding-block: 6px;
    line-height: 24px;
    resize: none;
    scrollbar-width: thin;
  }
  .input:focus-visible {
    outline: 0;
  }
  .input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .send {
    display: grid;
    flex: none;
    place-items: center;
    width: 36px;
    height: 36px;
    border: 1px solid transparent;
    border-radius: var(--_radius);
    background: var(--_fill);
    color: var(--_accent-text);
  }
  .send[aria-disabled='true'] {
    background: var(--_soft);
    color: var(--_muted);
    cursor: default;
  }
  .send[part='stop'] path {
    fill: currentColor;
  }
  .footer {
    padding: 8px 20px 12px;
    color: var(--_muted);
    font-size: 0.8em;
    line-height: 1.4;
    text-align: center;
  }
  .footer p {
    margin: 0;
    unicode-bidi: plaintext;
  }
  .footer .too-long {
    color: var(--_danger);
  }
`;
