import { css } from '../shared/styles/css.ts';

/** Two joined buttons, and the menu of the second. */
export const pageActionsStyles = css`
  :host {
    display: inline-block;
  }
  .buttons {
    display: inline-flex;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    font-size: 0.8667em;
  }
  .buttons > button {
    display: flex;
    align-items: center;
    gap: 6px;
    min-height: 34px;
  }
  .copy {
    padding-inline: 10px 12px;
    border-start-start-radius: var(--_radius);
    border-end-start-radius: var(--_radius);
  }
  .more {
    padding-inline: 8px;
    border-inline-start: 1px solid var(--_border);
    border-start-end-radius: var(--_radius);
    border-end-end-radius: var(--_radius);
  }
  .buttons > button:hover,
  .icon-button:hover,
  .item:hover,
  summary:hover {
    background: var(--_soft);
  }
  .buttons > button:focus-visible {
    z-index: 1;
  }
  .buttons svg {
    width: 18px;
    height: 18px;
  }
  .error {
    max-width: 300px;
    margin: 6px 0 0;
    padding: 6px 10px;
    border: 1px solid var(--_danger);
    border-radius: calc(var(--_radius) / 2);
    background: var(--_surface);
    color: var(--_danger);
    font-size: 0.8667em;
    line-height: 1.4;
  }
  .menu {
    width: min(340px, calc(100vw - 16px));
    max-height: calc(100vh - 16px);
    padding: 6px;
    overflow: auto;
    border: 1px solid var(--_border);
    border-radius: var(--_radius);
    background: var(--_surface);
    box-shadow: var(--_shadow);
    color: inherit;
    font-size: 0.9375em;
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  .item,
  summary,
  .add {
    display: flex;
    align-items: center;
    min-height: 40px;
    padding: 6px 10px;
    border-radius: calc(var(--_radius) / 2);
    color: inherit;
    line-height: 1.35;
    text-decoration: none;
  }
  .item {
    gap: 10px;
  }
  button.item {
    width: 100%;
    text-align: start;
  }
  .section {
    display: block;
    width: 100%;
    min-height: 36px;
    padding: 6px 10px;
    padding-inline-start: 40px;
    border-radius: 8px;
    line-height: 1.35;
    text-align: start;
    overflow-wrap: anywhere;
  }
  .section:hover {
    background: var(--_soft);
  }
  .section:is([data-level='3'], [data-level='4'], [data-level='5'], [data-level='6']) {
    padding-inline-start: 54px;
    color: var(--_muted);
  }
  .pointed {
    width: 32px;
    min-height: 32px;
    padding: 6px;
    border: 1px solid var(--_border);
    background: var(--_surface);
    color: var(--_muted);
  }
  .pointed:not(:popover-open) {
    display: none;
  }
  .pointed svg {
    width: 18px;
    height: 18px;
  }
  .item > svg,
  h2 svg {
    color: var(--_muted);
  }
  .connect {
    margin-block-start: 6px;
    padding-block-start: 8px;
    border-block-start: 1px solid var(--_border);
  }
  .connect h2 {
    display: flex;
    align-items: center;
    gap: 10px;
    margin: 0;
    padding: 4px 10px 0;
    font-weight: 600;
    font-size: inherit;
  }
  .connect > p {
    margin: 0;
    padding: 2px 10px 6px;
    padding-inline-start: 40px;
    color: var(--_muted);
    font-size: 0.8667em;
    line-height: 1.4;
  }
  summary {
    gap: 10px;
    list-style: none;
  }
  summary::-webkit-details-marker {
    display: none;
  }
  summary::before {
    width: 7px;
    height: 7px;
    margin-inline: 6px 7px;
    border: solid var(--_muted);
    border-inline-width: 0 1.6px;
    border-block-width: 0 1.6px;
    content: '';
    rotate: -45deg;
  }
  summary:dir(rtl)::before {
    rotate: 45deg;
  }
  details[open] > summary::before {
    rotate: 45deg;
    translate: 0 -2px;
  }
  details[open] > summary:dir(rtl)::before {
    rotate: -45deg;
  }
  .client {
    display: flex;
    align-items: start;
    gap: 4px;
    margin-inline: 10px;
    border-radius: calc(var(--_radius) / 2);
    background: var(--_soft);
  }
  pre {
    flex: 1;
    min-width: 0;
    margin: 0;
    padding: 9px 12px;
    overflow-x: auto;
    border-radius: calc(var(--_radius) / 2);
    font: 0.8667em / 1.5 var(--_code-font);
  }
  code {
    font: inherit;
  }
  .icon-button {
    display: grid;
    flex: none;
    width: 36px;
    height: 36px;
    border-radius: calc(var(--_radius) / 2);
    color: var(--_muted);
    place-items: center;
  }
  .add {
    display: inline-flex;
    margin: 4px 10px;
    color: var(--_accent);
    font-weight: 600;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  .menu :focus-visible {
    outline-offset: -2px;
  }
  @media (pointer: coarse) {
    .buttons > button {
      min-height: 44px;
    }
  }
  @media (prefers-contrast: more) {
    .panel {
      --_border: var(--_text);
      --_control: var(--_text);
      --_muted: var(--_text);
    }
  }
  @media print {
    :host {
      display: none;
    }
  }
`;
