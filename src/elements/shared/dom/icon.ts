import { html, type TemplateResult } from 'lit';

/** Draw a line icon of 20 by 20 units. Hidden from assistive technology: the control around it has the name. */
export function icon(path: string): TemplateResult {
  return html`<svg viewBox="0 0 20 20" aria-hidden="true"><path d=${path} /></svg>`;
}
