import { css } from '../shared/styles/css.ts';

/** The box, and the button that looks like it: the part of the element that is not loaded late. */
export const searchStyles = css`
  :host {
    display: inline-block;
    width: 280px;
    max-width: 100%;
    vertical-align: middle;
  }
  /* In a flex row it gives way before it pushes anything out. */
  :host([variant='dialog']) {
    min-width: 40px;
  }
  /* Beside others in a narrow window. Text and key are cut off, and the text is still the name of the button. */
  :host(:state(icon)) {
    width: 40px;
  }
  .trigger {
    overflow: hidden;
  }
  .box {
    display: flex;
    gap: 8px;
    align-items: center;
    width: 100%;
    height: 40px;
    padding: 0 10px;
    border: 1px solid var(--_control);
    border-radius: var(--_radius);
    background: var(--_surface);
    color: var(--_muted);
    line-height: 24px;
    text-align: start;
  }
  .box:focus-within {
    outline: 2px solid var(--_accent);
    outline-offset: -1px;
  }
  .box input {
    flex: 1;
    min-width: 0;
    height: 100%;
    outline: 0;
    color: var(--_text);
    /* With less than 16px, Safari on phones zooms into the page when the field is focused. */
    font-size: max(16px, 1em);
  }
  ::placeholder {
    color: var(--_muted);
    opacity: 1;
  }
  .box span {
    flex: 1;
    overflow: hidden;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  kbd {
    padding: 0 4px;
    border: 1px solid var(--_control);
    border-radius: 4px;
    font: inherit;
    font-size: 0.8em;
    white-space: nowrap;
  }
  @media (hover: none) and (pointer: coarse) {
    kbd {
      display: none;
    }
  }
`;
