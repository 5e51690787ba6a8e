import { html, type TemplateResult } from 'lit';
import { addStyles } from '../../shared/styles/add-styles.ts';
import type { PanelMode } from '../context.ts';
import { followKeyboard } from './follow-keyboard.ts';
import { openOnTop } from './open-on-top.ts';
import { placementStyles } from './placement-modes.styles.ts';
import { pushPage } from './push-page.ts';

/** Add the styles of these modes to the shadow tree of a panel. */
export function addPlacementStyles(root: Node): void {
  addStyles(root, placementStyles);
}

/**
 * Open the dialog of the panel in a mode other than `floating`. Loaded for the first such panel.
 *
 * @returns restore the page and the dialog
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

/** Draw the panel in the content of the page: a plain section. */
export function renderInline(content: TemplateResult, heading: string, language: string): TemplateResult {
  return html`<section part="panel" class="panel" data-mode="inline" aria-label=${heading} lang=${language}>
    ${content}
  </section>`;
}
