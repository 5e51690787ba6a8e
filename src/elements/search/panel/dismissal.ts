import { pressesShortcut } from '../../shared/dom/shortcut.ts';
import type { SearchContext } from '../context.ts';

/** Close the panel on a press or focus outside of it, and handle the keys on its controls other than the box. */
export function watchDismissal(context: SearchContext, signal: AbortSignal): void {
  const { host } = context;
  document.addEventListener(
    'pointerdown',
    (event) => {
      if (host.variant === 'inline' && !event.composedPath().includes(host)) host.hide();
    },
    { signal },
  );
  host.addEventListener(
    'focusout',
    ({ relatedTarget }) => {
      if (host.variant !== 'inline' || !(relatedTarget instanceof Node)) return;
      if (!host.contains(relatedTarget) && !host.renderRoot.contains(relatedTarget)) host.hide();
    },
    { signal },
  );
  host.frame.addEventListener('keydown', (event) => handleOtherKey(context, event), { signal });
}

/** Handle a key that is pressed on a control other than the text field: a filter or a button. */
function handleOtherKey(context: SearchContext, event: KeyboardEvent): void {
  const { host } = context;
  const { key, ctrlKey, metaKey, altKey, target } = event;
  if (target === host.input || !host.open) return;
  if (host.shortcut !== 'none' && pressesShortcut(event, '?')) {
    event.preventDefault();
    context.showShortcuts();
  } else if (key === 'Escape' && host.variant === 'inline') {
    event.preventDefault();
    host.hide();
    host.focus();
  } else if (key?.length === 1 && key !== ' ' && !(ctrlKey || metaKey || altKey)) {
    // Text that is typed on a button goes into the box. A select uses it to search its own options.
    if (!(target instanceof HTMLSelectElement)) host.focus();
  }
}
