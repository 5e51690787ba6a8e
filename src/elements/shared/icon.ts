import { html, type TemplateResult } from 'lit';

/** Draws a line icon of 20 by 20 units. It is decoration: the control around it has the name. */
export function icon(path: string): TemplateResult {
  return html`<svg
    viewBox="0 0 20 20"
    width="20"
    height="20"
    fill="none"
    stroke="currentColor"
    stroke-width="1.6"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d=${path} />
  </svg>`;
}
