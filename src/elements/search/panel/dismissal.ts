import { pressesShortcut } from '../../shared/dom/shortcut.ts';
import type { SearchContext } from '../context.ts';

/** Close the panel when the reader turns to something else, and return to the box from the other controls of the panel. */
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

/** Handle a key that is pressed outside of the text field: in a filter or on a button. */
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
  } else if (key.length === 1 && key !== ' ' && !(ctrlKey || metaKey || altKey)) {
    // What is typed on a button goes into the box. A list of choices searches among them.
    if (!(target instanceof HTMLSelectElement)) host.focus();
  }
}
