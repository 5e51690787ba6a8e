import { css } from '../shared/styles/css.ts';

/** A choice of one of a few, drawn as a row of buttons. */
export const choiceStyles = css`
  fieldset {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    min-width: 0;
    margin: 0;
    padding: 0;
    border: 0;
  }
  .choice {
    display: grid;
  }
  .choice > * {
    grid-area: 1 / 1;
  }
  .choice input {
    appearance: none;
    border-radius: 8px;
  }
  .choice span {
    display: grid;
    place-items: center;
    min-height: 32px;
    padding-inline: 10px;
    border: 1px solid transparent;
    border-radius: 8px;
    color: var(--_muted);
    font-size: 0.8667em;
    cursor: pointer;
  }
  .choice:hover span {
    background: var(--_soft);
  }
  .choice :checked + span {
    border-color: var(--_control);
    background: var(--_soft);
    color: var(--_text);
    font-weight: 550;
  }
  @container (max-width: 480px) {
    .choice span {
      padding-inline: 7px;
    }
  }
  @media (forced-colors: active) {
    .choice :checked + span {
      outline: 2px solid Highlight;
      outline-offset: -2px;
    }
  }
`;
