import { css } from 'lit';

/** The box, the button that looks like it, and the bare dialog: what is there before anything else is loaded. */
export const searchStyles = css`
  :host {
    display: inline-block;
    width: 280px;
    max-width: 100%;
    vertical-align: middle;
  }
  :host([hidden]) {
    display: none;
  }
  .docs .box {
    display: flex;
    gap: 8px;
    align-items: center;
    width: 100%;
    height: 40px;
    padding: 0 10px;
    border: 1px solid var(--_control);
    border-radius: calc(var(--_radius) * 0.75);
    background: var(--_surface);
    color: var(--_muted);
    line-height: 24px;
    text-align: start;
  }
  .box:hover {
    border-color: var(--_text);
  }
  .box:focus-within {
    border-color: var(--_accent);
    box-shadow: 0 0 0 1px var(--_accent);
  }
  .docs input {
    flex: 1;
    width: 100%;
    min-width: 0;
    height: 100%;
    padding: 0;
    border: 0;
    outline: 0;
    background: none;
    color: var(--_text);
  }
  @media (pointer: coarse) {
    .docs input {
      /* Below 16px, phones zoom the page in when the field takes the focus. */
      font-size: max(16px, 1em);
    }
  }
  input::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .box span {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  .icon {
    width: 20px;
    fill: none;
    stroke: currentcolor;
    stroke-width: 1.5;
    stroke-linecap: round;
  }
  kbd {
    padding: 0 6px;
    border: 1px solid var(--_border);
    border-radius: 5px;
    font: inherit;
    font-size: 0.8em;
    white-space: nowrap;
  }
  dialog {
    padding: 0;
    border: 0;
    border-radius: var(--_radius);
    background: var(--_surface);
    color: inherit;
    box-shadow: var(--_shadow);
  }
  dialog::backdrop {
    background: #0b122080;
  }
`;
