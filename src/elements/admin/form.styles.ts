import { css } from '../shared/styles/css.ts';

/** A small form that a button opens: a field, and what is wrong with it. */
export const formStyles = css`
  form {
    display: grid;
    gap: 8px;
    padding: 16px 20px;
    border-block-start: 1px solid var(--_border);
    background: color-mix(in srgb, var(--_accent) 7%, var(--_surface));
  }
  form > * {
    min-width: 0;
  }
  form label {
    font-size: 0.9333em;
    font-weight: 550;
  }
  form :is(textarea, input) {
    width: 100%;
    min-height: 36px;
    padding: 6px 12px;
    border: 1px solid var(--_control);
    border-radius: 8px;
    background: var(--_surface);
    line-height: 1.45;
  }
  form textarea {
    min-height: 84px;
    resize: vertical;
  }
  .buttons {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    align-items: center;
  }
  .wrong {
    color: var(--_danger);
    overflow-wrap: anywhere;
  }
`;
