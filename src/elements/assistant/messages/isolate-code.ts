import { html, type TemplateResult } from 'lit';

const CODE_SPAN = /(`[^`]+`)/;

/** Draw a plain text with its code spans (with backticks) from left to right, isolated from text in the other direction. */
export function isolateCode(text: string): (string | TemplateResult)[] {
  return text.split(CODE_SPAN).map((part, index) => (index % 2 ? html`<bdi dir="ltr">${part}</bdi>` : part));
}
