import { html, type TemplateResult } from 'lit';
import { addStyles } from '../../shared/add-styles.ts';
import { followKeyboard } from './follow-keyboard.ts';
import { openOnTop } from './open-on-top.ts';
import type { PanelMode } from './placement.ts';
import { placementStyles } from './placement-modes.styles.ts';
import { pushPage } from './push-page.ts';

/** Has a shadow tree's panel look right where it is not at the launcher. */
export function addPlacementStyles(root: Node): void {
  addStyles(root, placementStyles);
}

/**
 * Opens the panel's dialog where it does not stand at the launcher. Loaded for the first that does not.
 *
 * @returns what brings the page and the dialog back to how they were
 */
export function enterMode(dialog: HTMLDialogElement, mode: PanelMode, push: boolean): (() => void)[] {
  if (mode === 'sidebar') {
    const close = openOnTop(dialog);
    return push ? [close, pushPage(dialog)] : [close];
  }
  dialog.showModal();
  return mode === 'sheet' ? [lockScroll(), followKeyboard(dialog)] : [lockScroll()];
}

function lockScroll(): () => void {
  const { style } = document.documentElement;
  const before = style.overflow;
  style.overflow = 'hidden';
  return () => {
    style.overflow = before;
  };
}

/** Draws the panel in the page's own content: a plain section. */
export function renderInline(content: TemplateResult, heading: string, language: string): TemplateResult {
  return html`<section part="panel" class="panel" data-mode="inline" aria-label=${heading} lang=${language}>
    ${content}
  </section>`;
}
