import { html, type TemplateResult } from 'lit';

const CODE_SPAN = /(`[^`]+`)/;

/** Draw code between backticks in a plain text from left to right, isolated from the text around it, with its backticks. */
export function isolateCode(text: string): (string | TemplateResult)[] {
  return text.split(CODE_SPAN).map((part, index) => (index % 2 ? html`<bdi dir="ltr">${part}</bdi>` : part));
}
