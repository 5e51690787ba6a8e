import { html, type TemplateResult } from 'lit';

/** Draw a button with an icon. @param part its part @param label its name and tooltip */
export function renderIconButton(
  part: string,
  label: string,
  icon: unknown,
  act: () => void,
): TemplateResult {
  return html`<button
    part=${part}
    class="icon-button"
    type="button"
    aria-label=${label}
    title=${label}
    @click=${act}
  >
    ${icon}
  </button>`;
}
