import { html, nothing, type TemplateResult } from 'lit';
import type { StringsController } from '../shared/i18n/strings-controller.ts';
import type { PageActionsStrings } from '../strings/english.ts';
import { icons } from './icons.ts';
import { listPageSections, type TextSection } from './page-sections.ts';

/** What is drawn for sections. */
export interface SectionView {
  readonly text: StringsController<PageActionsStrings>['text'];
  /** Whether something has just been copied. */
  readonly isCopied: boolean;
  /** @param button selector of an element beside which a browser may copy */
  copy(section: TextSection, button: string): void;
  closeMenu(): void;
}

/** Draw the button at the heading of a section. */
export function renderPointed(section: TextSection, { text, isCopied, copy }: SectionView): TemplateResult {
  const label = text('copySection', { name: section.name });
  return html`<button
    part="section"
    class="section pointed"
    type="button"
    popover="manual"
    tabindex="-1"
    aria-label=${label}
    title=${label}
    @click=${() => copy(section, '.section.pointed')}
  >
    ${isCopied ? icons.done : icons.copy}
  </button>`;
}

/** Draw the list of sections in the menu, where the page has some. */
export function renderSections({ text, copy, closeMenu }: SectionView): TemplateResult | typeof nothing {
  const sections = listPageSections();
  if (sections.length === 0) return nothing;
  return html`<li>
    <details part="sections">
      <summary>${text('copySections')}</summary>
      ${sections.map(
        (section) =>
          html`<button
            part="section"
            class="section"
            data-level=${section.level}
            type="button"
            aria-label=${text('copySection', { name: section.name })}
            @click=${() => {
              copy(section, '.copy');
              closeMenu();
            }}
          >
            ${section.name}
          </button>`,
      )}
    </details>
  </li>`;
}
