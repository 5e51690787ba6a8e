import { html, type TemplateResult } from 'lit';

/** Draw a button with an icon. @param part its part @param label its name */
export function renderIconButton(
  part: string,
  label: string,
  icon: unknown,
  act: () => void,
): TemplateResult {
  return html`<button part=${part} class="icon-button" type="button" aria-label=${label} @click=${act}>
    ${icon}
  </button>`;
}
